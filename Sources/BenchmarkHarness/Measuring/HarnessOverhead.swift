import BenchmarkModel
import FrameTiming

/// What the harness itself costs per frame, in nanoseconds and bytes.
package struct HarnessOverhead: Hashable, Codable, Sendable {
  /// The cost with one set of counters.
  package struct PerFrame: Hashable, Codable, Sendable {
    /// The middle and the 99th percentile of many frames, in nanoseconds.
    package let medianNs, p99Ns: Int64

    /// The smallest cost, in nanoseconds.
    package let minimumNs: Int64

    init(_ costs: [Int64]) {
      let sorted = costs.sorted()
      minimumNs = sorted[0]
      medianNs = sorted[sorted.count / 2]
      p99Ns = sorted[sorted.count * 99 / 100]
    }
  }

  /// The monotonic clock alone.
  package let clockAlone: PerFrame

  /// The thread CPU clock alone; its minimum is taken off every frame's work.
  package let threadClock: PerFrame

  /// Both clocks and, where there is one, the allocation counter: CPU time.
  package let allCounters: PerFrame

  /// The most bytes that recording a frame allocated, the first frame aside; nil where allocations
  /// cannot be counted.
  package let bytesPerFrame: Int?
}

extension FrameSampler {
  /// Measures the harness on frames that do nothing, here and now.
  static func measureOverhead(counter: AllocationCounter?) -> HarnessOverhead {
    let frameCount = 2_000
    let work = ScenarioWork(
      duration: .seconds(frameCount), budget: [], variants: [.struct]
    ) { _ in Scenario { _ in } }
    let sampler = FrameSampler(
      work, parameters: ScenarioParameters(refreshRate: RefreshRate(hertz: 1)))
    let nothing = Scenario { _ in }
    var recording = counter.map {
      AllocationRecording(
        frameCount: frameCount, counter: $0, isOnlyThread: ThreadCount.isOne)
    }
    var sink: Int64 = 0
    recording?.start()
    let everything = sampler.record(nothing) {
      recording?.endFrame()
      sink &+= Clock.wall
      return Clock.threadCPU
    }
    blackHole(sink)
    return HarnessOverhead(
      clockAlone: .init(sampler.record(nothing) { Clock.wall }),
      threadClock: .init(sampler.record(nothing) { Clock.threadCPU }),
      allCounters: .init(everything),
      bytesPerFrame: recording?.steadyBytes)
  }
}
