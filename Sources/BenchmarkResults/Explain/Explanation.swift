/// Which functions execute more or fewer instructions in a candidate than in its baseline.
///
/// Exact: the counts of one build repeat, so every difference is one of the builds.
package struct Explanation: Hashable, Codable, Sendable {
  /// What the numbers are given per.
  package enum Unit: String, Hashable, Codable, Sendable {
    case operation, frame
  }

  /// The benchmark or scenario.
  package let benchmark: String

  package let unit: Unit

  /// The rate at which a scenario's frames were rendered; nil for benchmarks.
  package let rateHz: Int?

  /// Instructions per unit on each side, all functions together.
  package let baseline, candidate: Double

  /// The functions whose own instructions changed, the largest change first.
  package let functions: [FunctionChange]
}

/// A function's own instructions per unit on both sides, callees left out.
package struct FunctionChange: Hashable, Codable, Sendable {
  /// The name as people write it: `Spring.value(at:)`.
  package var name: String

  /// The name as the linker knows it.
  package let symbol: String

  /// Instructions per unit; 0 where the function is not called, or inlined into its callers.
  package let baseline, candidate: Double

  /// How many more the candidate executes.
  package var change: Double { candidate - baseline }
}

extension Explanation {
  /// What was counted on one side.
  package struct Side: Hashable, Sendable {
    /// Instructions of each function's own, by symbol, in all units together.
    let selfCosts: [String: Int64]

    /// How many operations or frames these are.
    let units: Int

    /// Creates a side.
    ///
    /// - Precondition: `units` is positive.
    package init(selfCosts: [String: Int64], units: Int) {
      precondition(units > 0, "There is nothing to divide among \(units) units")
      (self.selfCosts, self.units) = (selfCosts, units)
    }

    fileprivate func perUnit(_ symbol: String) -> Double {
      Double(selfCosts[symbol] ?? 0) / Double(units)
    }

    fileprivate var total: Double {
      Double(selfCosts.values.reduce(0, +)) / Double(units)
    }
  }

  /// Compares two sides function by function.
  ///
  /// - Parameters:
  ///   - benchmark: The benchmark or scenario.
  ///   - unit: What the numbers are given per.
  ///   - rateHz: The rate of a scenario's frames.
  ///   - baseline: What was counted before.
  ///   - candidate: What is judged.
  package init(
    benchmark: String, per unit: Unit, rateHz: Int? = nil, baseline: Side, candidate: Side
  ) {
    (self.benchmark, self.unit, self.rateHz) = (benchmark, unit, rateHz)
    (self.baseline, self.candidate) = (baseline.total, candidate.total)
    let symbols = Set(baseline.selfCosts.keys).union(candidate.selfCosts.keys)
    functions =
      symbols
      .map {
        FunctionChange(
          name: $0, symbol: $0, baseline: baseline.perUnit($0), candidate: candidate.perUnit($0))
      }
      .filter { $0.change != 0 }
      .sorted { ($1.change.magnitude, $0.symbol) < ($0.change.magnitude, $1.symbol) }
  }

  /// The same with functions named by `names`; symbols that it does not know keep their name.
  package func named(by names: [String: String]) -> Explanation {
    Explanation(
      benchmark: benchmark, unit: unit, rateHz: rateHz, baseline: baseline, candidate: candidate,
      functions: functions.map { function in
        var function = function
        function.name = names[function.symbol] ?? function.symbol
        return function
      })
  }
}
