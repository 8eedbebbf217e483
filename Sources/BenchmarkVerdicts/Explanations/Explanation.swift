package import BenchmarkModel
package import FrameTiming

/// Which functions execute more or fewer instructions in a candidate than in its baseline, or take
/// more or less time.
///
/// The counts of one build repeat exactly, so every difference comes from the builds. Samples have
/// an error.
package struct Explanation: Hashable, Codable, Sendable {
  /// The unit that the numbers refer to, such as an operation.
  package enum Unit: String, Hashable, Codable, Sendable { case operation, frame }

  package enum Method: String, Hashable, Codable, Sendable {
    /// Instructions were counted.
    case counted

    /// Times, in nanoseconds, are shares of samples.
    case sampled
  }

  package let benchmark: String

  package let method: Method
  package let unit: Unit

  /// The rate at which a scenario's frames were rendered, or nil for benchmarks.
  package let rate: RefreshRate?

  /// Instructions or nanoseconds per unit on each side, all functions together.
  package let baseline, candidate: Double

  /// The functions whose own instructions or times changed, the largest change first; counted ones
  /// are grouped by ``FunctionFamily``.
  package private(set) var functions: [FunctionChange]

  /// The sampled calls, or nil if no samples were taken.
  package private(set) var calls: SampledCalls?

  private enum CodingKeys: String, CodingKey {
    case benchmark, method, unit
    case rate = "rateHz"
    case baseline, candidate, functions, calls
  }
}

/// A function's own instructions or nanoseconds per unit on both sides, without its callees.
package struct FunctionChange: Hashable, Codable, Sendable {
  /// The name as in source code: `Spring.value(at:)`.
  package var name: String

  /// The name as the linker knows it.
  package let symbol: String

  /// Where it begins in the candidate's source code, or in the baseline's if only that has it; nil
  /// if the builds do not record it.
  package var location: SourceLocation?

  /// Per unit; 0 where the function is not called or is inlined into its callers.
  package let baseline, candidate: Double

  /// How far samples may be from the change, in 95 % of cases, or nil for counts.
  package var error: Double?

  /// How many more instructions the candidate executes, or how many more nanoseconds it takes.
  package var change: Double { candidate - baseline }

  fileprivate var reversed: FunctionChange {
    let isInOne = baseline == 0 || candidate == 0
    return FunctionChange(
      name: name, symbol: symbol, location: isInOne ? location : nil, baseline: candidate,
      candidate: baseline, error: error)
  }
}

extension Explanation {
  package struct Side: Hashable, Sendable {
    /// Each function's own instructions in all units, by symbol.
    let selfCosts: [String: Int64]

    /// How many operations or frames were counted.
    let units: Int

    /// Creates a side.
    ///
    /// - Precondition: `units` is positive.
    package init(selfCosts: [String: Int64], units: Int) {
      precondition(units > 0, "Instructions are counted over at least 1 unit, got \(units)")
      self.selfCosts = selfCosts
      self.units = units
    }

    fileprivate func perUnit(_ symbol: String) -> Double {
      Double(selfCosts[symbol] ?? 0) / Double(units)
    }

    fileprivate var total: Double { Double(selfCosts.values.reduce(0, +)) / Double(units) }
  }

  /// Compares two sides function by function.
  package init(
    benchmark: String, per unit: Unit, rate: RefreshRate? = nil, baseline: Side, candidate: Side
  ) {
    let symbols = Set(baseline.selfCosts.keys).union(candidate.selfCosts.keys)
    let functions = symbols.map {
      FunctionChange(
        name: $0, symbol: $0, baseline: baseline.perUnit($0), candidate: candidate.perUnit($0))
    }
    self.init(
      benchmark: benchmark, method: .counted, unit: unit, rate: rate, baseline: baseline.total,
      candidate: candidate.total,
      functions: FunctionFamily.families(of: functions.filter { $0.change != 0 })
        .flatMap(\.functions))
  }

  static func sorted(_ functions: [FunctionChange]) -> [FunctionChange] {
    functions.sorted { ($1.change.magnitude, $0.symbol) < ($0.change.magnitude, $1.symbol) }
  }

  /// The same explanation with the calls that were sampled on both sides.
  package func seen(in sampled: Explanation?) -> Explanation {
    var explanation = self
    explanation.calls = sampled?.calls
    return explanation
  }

  /// What changed from the candidate to the baseline.
  ///
  /// Functions that both sides have lose their locations, which are those in the candidate.
  package var reversed: Explanation {
    Explanation(
      benchmark: benchmark, method: method, unit: unit, rate: rate, baseline: candidate,
      candidate: baseline, functions: functions.map(\.reversed), calls: calls?.reversed)
  }

  package func named(
    by names: [String: String], at locations: [String: SourceLocation] = [:]
  ) -> Explanation {
    var explanation = self
    for (index, function) in functions.enumerated() {
      explanation.functions[index].name = names[function.symbol] ?? function.symbol
      explanation.functions[index].location = locations[function.symbol]
    }
    for index in explanation.calls?.stacks.indices ?? 0..<0 {
      explanation.calls?.stacks[index].functions =
        calls?.stacks[index].functions.map { names[$0] ?? $0 } ?? []
    }
    return explanation
  }
}
