import FrameModel
package import WorkerProtocol

extension FrameSampler {
  /// Measures the harness with frames that do nothing.
  package static func measureOverhead(counter: AllocationCounter?) -> HarnessOverhead {
    let frameCount = 2_000
    let work = ScenarioWork(traits: ScenarioTraits(duration: .seconds(frameCount))) { _ in
      Scenario { _ in }
    }
    let sampler = FrameSampler(
      work, parameters: ScenarioParameters(refreshRate: RefreshRate(hertz: 1)))
    let nothing = Scenario { _ in }
    // Fewer frames, because reading the counter takes long.
    let counted = sampler.frames.prefix(200)
    let allocations = counter.map { counter in
      FrameSampler.record(nothing, counted) { counter.total }
    }
    var sink: Int64 = 0
    let everything = FrameSampler.record(nothing, counted) {
      if let counter { sink &+= Int64(counter.total.count) }
      sink &+= Clock.wall
      return Clock.threadCPU
    }
    blackHole(sink)
    return HarnessOverhead(
      clockAlone: .init(FrameSampler.record(nothing, sampler.frames[...]) { Clock.wall }),
      threadClock: .init(FrameSampler.record(nothing, sampler.frames[...]) { Clock.threadCPU }),
      allCounters: .init(everything), bytesPerFrame: allocations?.dropFirst().map(\.bytes).max())
  }
}

extension HarnessOverhead.PerFrame {
  fileprivate init(_ costs: [Int64]) {
    let sorted = costs.sorted()
    let middle = sorted.count / 2
    let median =
      sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    self.init(
      medianNs: median, p99Ns: sorted[sorted.count * 99 / 100], minimumNs: sorted[0])
  }
}
