import BenchmarkModel
import CMeasure
import Foundation
package import WorkerProtocol

/// The kernel's counts for this process, or the difference of two readings, in the order of
/// `Metric.kernel`.
struct KernelReading: AdditiveArithmetic {
  fileprivate var counts = SIMD8<Int64>()

  static let zero = KernelReading()

  static func + (left: KernelReading, right: KernelReading) -> KernelReading {
    KernelReading(counts: left.counts &+ right.counts)
  }

  static func - (end: KernelReading, start: KernelReading) -> KernelReading {
    KernelReading(counts: end.counts &- start.counts)
  }

  /// Everything but the peak of memory.
  static var now: KernelReading {
    var reading = KernelReading()
    withUnsafeMutablePointer(to: &reading.counts) { counts in
      counts.withMemoryRebound(to: Int64.self, capacity: SIMD8<Int64>.scalarCount) {
        framegate_read_kernel($0)
      }
    }
    return reading
  }

  /// The kernel counts of `body`, with the peak of the process's memory during it.
  fileprivate static func during(_ body: () throws -> KernelReading) rethrows -> KernelReading {
    _ = framegate_reset_peak_memory()
    var reading = try body()
    reading.counts[Int(framegate_kernel_counts.rawValue)] = framegate_peak_memory()
    return reading
  }
}

extension KernelCounts {
  package init(of loop: MeasuredLoop, _ iterations: Int) throws {
    try self.init { [[try loop.countKernel(iterations)]] }
  }

  package init(of samplers: [FrameSampler]) throws {
    try self.init { try samplers.map { try $0.countKernel() } }
  }

  /// Runs `body` twice, the second time with its system calls traced, which slows it down.
  private init(_ body: () throws -> [[KernelReading]]) throws {
    func reason(_ error: Int32) -> String {
      error < 0
        ? "only Linux counts this"
        : "the system does not count this: \(String(cString: strerror(error)))"
    }
    var missing: [Metric: String] = [:]
    let peakError = framegate_reset_peak_memory()
    if peakError != 0 { missing[.peakMemoryResident] = reason(peakError) }
    if KernelReading.now.counts[Int(framegate_read_bytes.rawValue)] < 0 {
      for metric in [Metric.readBytesLogical, .writeBytesLogical] { missing[metric] = reason(-1) }
    }
    let untraced = try body()
    var traced: [[KernelReading]] = []
    let error = framegate_trace_syscalls()
    if error == 0 {
      defer { framegate_stop_tracing() }
      traced = try body()
      if framegate_is_traced() == 0 {
        missing[.syscalls] = "what is measured has ended the process that counts them"
      }
    } else {
      missing[.syscalls] = reason(error)
    }
    var counts: [String: [[Int]]] = [:]
    for (index, metric) in Metric.kernel.enumerated() where missing[metric] == nil {
      counts[metric.name] = (metric == .syscalls ? traced : untraced).map {
        $0.map { Int(max(0, $0.counts[index])) }
      }
    }
    self.init(
      counts: counts,
      missing: Dictionary(uniqueKeysWithValues: missing.map { ($0.key.name, $0.value) }))
  }
}

extension MeasuredLoop {
  /// The total of a count over iterations, without what their marks leave out.
  ///
  /// - Returns: The count of the loop minus that of the same loop without a body.
  private func count<Count: AdditiveArithmetic>(
    _ iterations: Int, _ meter: MeasuredPart.Meter, _ read: () -> Count,
    leavingOut excluded: (MeasuredPart.Excluded) -> Count
  ) throws -> Count {
    // The first iterations, also of the empty loop, do one-time work: metadata, page faults.
    try inBatches(2) { count in
      try run(count)
      try empty(count)
    }
    var total = Count.zero
    part?.meter = meter
    defer { part?.meter = .nothing }
    _ = part?.takeExcluded()
    try inBatches(iterations) { count in
      let start = read()
      try run(count)
      let end = read()
      let leftOut = excluded(part?.takeExcluded() ?? MeasuredPart.Excluded())
      // Not free: an asynchronous loop allocates its task.
      try empty(count)
      total += (end - start) - leftOut - (read() - end)
    }
    _ = part?.takeExcluded()
    return total
  }

  /// The total allocations of iterations.
  package func countAllocations(
    _ iterations: Int, with counter: AllocationCounter
  ) throws -> Allocations {
    try count(iterations, .allocations(counter)) {
      counter.total
    } leavingOut: {
      $0.allocations
    }
  }

  /// The kernel's total counts in iterations.
  fileprivate func countKernel(_ iterations: Int) throws -> KernelReading {
    try .during {
      try count(iterations, .kernel) {
        .now
      } leavingOut: {
        $0.kernel
      }
    }
  }
}

extension FrameSampler {
  /// The kernel's counts in every frame, after a warm-up repetition.
  fileprivate func countKernel() throws -> [KernelReading] {
    let warm = try work.makeScenario(parameters)
    for frame in frames { warm.render(frame) }

    let scenario = try work.makeScenario(parameters)
    return frames.map { frame in
      .during {
        let start = KernelReading.now
        scenario.render(frame)
        return .now - start
      }
    }
  }
}
