import FrameTiming
import SampleStatistics

/// The cost of the harness itself per frame, in nanoseconds and bytes.
package struct HarnessOverhead: Hashable, Codable, Sendable {
  /// The cost with one set of counters.
  package struct PerFrame: Hashable, Codable, Sendable {
    package let medianNs: Int64

    package let p99Ns: Int64

    package let minimumNs: Int64

    init(_ costs: [Int64]) {
      let sorted = costs.sorted()
      minimumNs = sorted[0]
      medianNs = Int64(SortedSamples(costs).median ?? 0)
      p99Ns = sorted[sorted.count * 99 / 100]
    }
  }

  package let clockAlone: PerFrame

  /// The thread CPU clock alone; its minimum is subtracted from every frame's work.
  package let threadClock: PerFrame

  /// Both clocks and, if available, the allocation counter; CPU time.
  package let allCounters: PerFrame

  /// The most bytes that recording a frame allocated, except the first; nil where allocations
  /// cannot be counted.
  package let bytesPerFrame: Int?
}

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
    // Reading the counter takes long.
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
