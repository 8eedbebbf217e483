package import BenchmarkResults
package import FrameTiming

/// Where both sides of a benchmark spend their time: calls that were seen about every millisecond.
package struct SampledCalls: Hashable, Codable, Sendable {
  /// Calls through which code was reached.
  package struct Stack: Hashable, Codable, Sendable {
    /// Outermost first, without the harness's calls.
    package internal(set) var functions: [String]

    /// How many samples of each side have this stack.
    package let baseline, candidate: Int
  }

  /// How many stacks are kept, the most frequent ones.
  private static let mostStacks = 200

  package internal(set) var stacks: [Stack]

  /// How many samples each side has, including those of stacks that are not kept.
  package let baseline, candidate: Int

  private init(stacks: [Stack], baseline: Int, candidate: Int) {
    self.stacks = stacks
    self.baseline = baseline
    self.candidate = candidate
  }

  /// The calls with the sides exchanged.
  var reversed: SampledCalls {
    SampledCalls(
      stacks: stacks.map {
        Stack(functions: $0.functions, baseline: $0.candidate, candidate: $0.baseline)
      }, baseline: candidate, candidate: baseline)
  }

  package init(baseline: [[String]: Int], candidate: [[String]: Int]) {
    self.baseline = baseline.values.reduce(0, +)
    self.candidate = candidate.values.reduce(0, +)
    let all = Set(baseline.keys).union(candidate.keys).map {
      Stack(functions: $0, baseline: baseline[$0] ?? 0, candidate: candidate[$0] ?? 0)
    }
    stacks = Array(
      all.sorted { one, other in
        let (first, second) = (one.baseline + one.candidate, other.baseline + other.candidate)
        return first == second
          ? one.functions.lexicographicallyPrecedes(other.functions) : first > second
      }.prefix(Self.mostStacks))
  }
}

extension Explanation {
  /// Compares the self time of each function, from samples.
  ///
  /// The self time is the function's share of a side's samples, times the measured time of that
  /// side: `ns`, in nanoseconds per unit. Changes of less than three standard errors are left out.
  package init(
    benchmark: String, per unit: Unit, rate: RefreshRate?,
    ns: (baseline: Double, candidate: Double),
    baseline: [[String]: Int], candidate: [[String]: Int]
  ) {
    let old = SelfTimes(baseline, ns: ns.baseline)
    let new = SelfTimes(candidate, ns: ns.candidate)
    let functions = Set(old.counts.keys).union(new.counts.keys).compactMap { symbol in
      let variance = old.variance(symbol) + new.variance(symbol)
      let change = FunctionChange(
        name: symbol, symbol: symbol, baseline: old.ns(symbol), candidate: new.ns(symbol),
        error: 1.96 * variance.squareRoot())
      // Of a hundred functions without a change, about five would exceed 1.96 standard errors by
      // chance.
      return change.change.magnitude > 3 * variance.squareRoot() ? change : nil
    }
    self.init(
      benchmark: benchmark, method: .sampled, unit: unit, rate: rate, baseline: ns.baseline,
      candidate: ns.candidate, functions: Self.sorted(functions),
      calls: SampledCalls(baseline: baseline, candidate: candidate))
  }

  /// The time in each function of one side.
  private struct SelfTimes {
    private(set) var counts: [String: Int] = [:]
    private let total: Double
    private let ns: Double

    init(_ stacks: [[String]: Int], ns: Double) {
      for (functions, count) in stacks { counts[functions.last ?? "", default: 0] += count }
      total = Double(max(1, stacks.values.reduce(0, +)))
      self.ns = ns
    }

    private func share(_ symbol: String) -> Double { Double(counts[symbol] ?? 0) / total }

    func ns(_ symbol: String) -> Double { share(symbol) * ns }

    /// The variance of a function's time, as if one more sample were in the function and one more
    /// were not: a function without a sample may still take time.
    func variance(_ symbol: String) -> Double {
      let share = (Double(counts[symbol] ?? 0) + 1) / (total + 2)
      return share * (1 - share) / total * ns * ns
    }
  }

  /// The stacks of the samples or, without samples, a stack for each function that changed.
  package var stacks: [SampledCalls.Stack] {
    calls?.stacks
      ?? functions.map {
        SampledCalls.Stack(
          functions: [$0.name], baseline: Int($0.baseline.rounded()),
          candidate: Int($0.candidate.rounded()))
      }
  }
}

extension Measured<Explanation> {
  /// The counted explanation with the sampled stacks; the sampled one if there are no counts, or
  /// none changed.
  package func merging(_ sampled: Measured<Explanation>) -> Measured<Explanation> {
    guard let samples = sampled.value else { return self }
    guard let counted = value, !counted.functions.isEmpty else { return sampled }
    return .value(counted.seen(in: samples))
  }
}
