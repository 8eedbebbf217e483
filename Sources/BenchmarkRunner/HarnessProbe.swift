package import BenchmarkHarness
package import BenchmarkResults

/// What was found out about the harness before anything else was measured.
package struct HarnessProbe: Sendable {
  /// The first words of a timing worker.
  package let hello: WorkerHello

  /// The costs in a worker on the system's allocator.
  let timing: HarnessOverhead

  /// The costs in a worker on the counting allocator; nil where there is none.
  let counting: HarnessOverhead?
}

extension HarnessProbe {
  /// Nanoseconds that reading the thread CPU clock takes, to be taken off every frame.
  package var clockCostNs: Int64 { timing.threadClock.minimumNs }

  /// The costs as a result file holds them.
  package var cost: HarnessCost {
    let bytes = Recorded(
      counting?.bytesPerFrame.map(Double.init), orUnavailable: Jemalloc.absence)
    return HarnessCost(
      clockAlone: perFrame(timing.clockAlone, bytes: bytes),
      allCounters: perFrame((counting ?? timing).allCounters, bytes: bytes))
  }

  private func perFrame(
    _ cost: HarnessOverhead.PerFrame, bytes: Recorded<Double>
  ) -> HarnessCost.PerFrame {
    HarnessCost.PerFrame(
      medianNs: Double(cost.medianNs), p99Ns: Double(cost.p99Ns), bytes: bytes)
  }
}
