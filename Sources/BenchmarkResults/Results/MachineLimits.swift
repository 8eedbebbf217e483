import BenchmarkModel

/// What the `limit.*` benchmarks of a run reached: how fast this machine moves memory and computes.
package struct MachineLimits: Hashable, Sendable {
  /// How near a benchmark comes to what holds it.
  package struct Share: Hashable, Sendable {
    /// The least time that the limit leaves an operation, of the time it took.
    package let percent: Double

    /// The limit: the cache that the bytes come from, `L2`, or `flops`.
    package let bound: String
  }

  /// What one instruction set reaches.
  private struct Rates: Hashable, Sendable {
    /// Bytes per nanosecond, by cache level as names spell it (`l2`).
    var bytes: [String: Double] = [:]

    /// Additions and multiplications per nanosecond.
    var flops: Double?
  }

  /// With the base instruction set, which all variants but one are compiled for, and with the best.
  private let base, best: Rates

  /// Reads the limits from `file`; nil when it holds none.
  package init?(_ file: ResultFile) {
    base = Self.rates(file, .block)
    best = Self.rates(file, .dispatch)
    if base == Rates() && best == Rates() { return nil }
  }

  private static func rates(_ file: ResultFile, _ variant: Variant) -> Rates {
    var rates = Rates()
    for benchmark in file.benchmarks where benchmark.failure == nil {
      let parts = benchmark.name.split(separator: ".")
      // The fastest sample: whatever disturbed the others was not the machine's limit.
      guard parts.first == "limit", parts.last == Substring(variant.rawValue),
        let time = benchmark.metric(.wallClock).value?.minimum, time > 0
      else { continue }
      if parts.count == 4, ["copy", "update"].contains(parts[1]),
        let bytes = benchmark.timed?.bytesPerOperation, bytes > 0
      {
        // What moves most: some kernels read more than they write, or write in place.
        let level = String(parts[2])
        rates.bytes[level] = max(rates.bytes[level] ?? 0, Double(bytes) / time)
      }
      if parts.count == 3, parts[1] == "multiplyAdd",
        let flops = benchmark.timed?.flopsPerOperation, flops > 0
      {
        rates.flops = Double(flops) / time
      }
    }
    return rates
  }
}

extension MachineLimits {
  /// How near a benchmark comes to the limit that holds it: the roofline of Williams, Waterman and
  /// Patterson (2009).
  ///
  /// An operation takes at least its bytes over the fastest rate of its level, and at least its flops
  /// over the peak rate. The longer of the two is the bound.
  ///
  /// - Parameter benchmark: States its bytes or its flops per operation, and its level as a part of
  ///   its name: `kernel.compose.l2.simd`.
  /// - Returns: Nil without a time, or with neither number and a limit to go with it; nil for the
  ///   limits themselves.
  package func share(of benchmark: BenchmarkResult) -> Share? {
    let parts = benchmark.name.split(separator: ".").map { String($0) }
    guard benchmark.failure == nil, parts.first != "limit",
      let time = benchmark.metric(.wallClock).value?.median, time > 0
    else { return nil }
    let rates = benchmark.variant == .dispatch ? best : base
    let level = parts.first { rates.bytes[$0] != nil }
    let moving = least(benchmark.timed?.bytesPerOperation, level.flatMap { rates.bytes[$0] })
    let computing = least(benchmark.timed?.flopsPerOperation, rates.flops)
    guard let bound = [moving, computing].compactMap({ $0 }).max() else { return nil }
    let name = bound == moving ? level?.uppercased() ?? "" : "flops"
    return Share(percent: 100 * bound / time, bound: name)
  }

  /// The nanoseconds that `amount` takes at the limit.
  private func least(_ amount: Int?, _ rate: Double?) -> Double? {
    guard let amount, amount > 0, let rate else { return nil }
    return Double(amount) / rate
  }
}

extension ResultStore {
  /// The limits that `file` measured, else those of the newest run on its machine that did.
  ///
  /// - Parameter file: The run that is shown.
  /// - Returns: Nil when no run measured any.
  package func lastLimits(like file: ResultFile) -> MachineLimits? {
    if let limits = MachineLimits(file) { return limits }
    for earlier in newestRuns(like: file) {
      if let limits = MachineLimits(earlier) { return limits }
    }
    return nil
  }
}
