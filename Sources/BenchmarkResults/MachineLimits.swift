import BenchmarkModel

/// The limits of this machine that a run measured: how fast it moves memory, and how fast it
/// computes.
///
/// Benchmarks declare with ``Roofline`` which limits they measure and which apply to them.
package struct MachineLimits: Hashable, Sendable {
  package struct Share: Hashable, Sendable {
    /// The shortest possible time of an operation, as a percentage of its time.
    package let percent: Double

    /// The limit: the memory that the bytes come from, such as `L2`, or `flops`.
    package let bound: String
  }

  private struct Rates: Hashable, Sendable {
    /// Bytes per nanosecond, by memory.
    var bytes: [String: Double] = [:]

    /// Floating-point operations per nanosecond.
    var flops: Double?
  }

  /// The rates of each set of limits, by the set's name.
  private let rates: [String: Rates]

  /// Reads the limits from `file`, or nil when it contains none.
  package init?(_ file: ResultFile) {
    var rates: [String: Rates] = [:]
    for benchmark in file.benchmarks where benchmark.failure == nil {
      // The fastest sample, because whatever slowed the others down was not the machine's limit.
      guard let timed = benchmark.timed, let roofline = timed.roofline, roofline.isLimit,
        let time = benchmark.metric(.wallClock).value?.minimum, time > 0
      else { continue }
      var set = rates[roofline.limits] ?? Rates()
      if let memory = roofline.memory, let bytes = timed.bytesPerOperation, bytes > 0 {
        // The fastest of several patterns: some kernels read more than they write, or write in
        // place.
        set.bytes[memory] = max(set.bytes[memory] ?? 0, Double(bytes) / time)
      }
      if let flops = timed.flopsPerOperation, flops > 0 {
        set.flops = max(set.flops ?? 0, Double(flops) / time)
      }
      rates[roofline.limits] = set
    }
    guard !rates.isEmpty else { return nil }
    self.rates = rates
  }
}

extension MachineLimits {
  /// How close a benchmark comes to the limit that applies to it.
  ///
  /// The longer of two times is the bound: the operation's bytes at the bandwidth of their memory,
  /// and its flops at the peak rate.
  ///
  /// - Returns: Nil without a time, without a limit that applies, and for the limits themselves.
  package func share(of benchmark: BenchmarkResult) -> Share? {
    guard benchmark.failure == nil, let timed = benchmark.timed, let roofline = timed.roofline,
      !roofline.isLimit, let rates = rates[roofline.limits],
      let time = benchmark.metric(.wallClock).value?.median, time > 0
    else { return nil }
    let moving = roofline.memory.flatMap { memory in
      least(timed.bytesPerOperation, rates.bytes[memory]).map { (bound: memory, time: $0) }
    }
    let computing = least(timed.flopsPerOperation, rates.flops).map { (bound: "flops", time: $0) }
    guard let bound = [moving, computing].compactMap(\.self).max(by: { $0.time < $1.time }) else {
      return nil
    }
    return Share(percent: 100 * bound.time / time, bound: bound.bound)
  }

  /// The nanoseconds that `amount` takes at the limit.
  private func least(_ amount: Int?, _ rate: Double?) -> Double? {
    guard let amount, amount > 0, let rate else { return nil }
    return Double(amount) / rate
  }
}
