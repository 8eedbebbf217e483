package import BenchmarkModel
package import FrameTiming

/// Which functions execute more or fewer instructions in a candidate than in its baseline.
///
/// The counts of one build repeat exactly, so every difference comes from the builds.
package struct Explanation: Hashable, Codable, Sendable {
  /// What the numbers are given per.
  package enum Unit: String, Hashable, Codable, Sendable {
    case operation, frame
  }

  package let benchmark: String

  package let unit: Unit

  /// The rate at which a scenario's frames were rendered; nil for benchmarks.
  package let rate: RefreshRate?

  /// Instructions per unit on each side, all functions together.
  package let baseline, candidate: Double

  /// The functions whose own instructions changed, the largest change first.
  package private(set) var functions: [FunctionChange]

  private enum CodingKeys: String, CodingKey {
    case benchmark, unit
    case rate = "rateHz"
    case baseline, candidate, functions
  }
}

/// A function's own instructions per unit on both sides, without its callees.
package struct FunctionChange: Hashable, Codable, Sendable {
  /// The name as in source code: `Spring.value(at:)`.
  package var name: String

  /// The name as the linker knows it.
  package let symbol: String

  /// Where it begins in the candidate's source code, or in the baseline's if only that has it; nil
  /// where the builds do not say.
  package var location: SourceLocation?

  /// Instructions per unit; 0 where the function is not called or is inlined into its callers.
  package let baseline, candidate: Double

  /// How many more the candidate executes.
  package var change: Double { candidate - baseline }
}

extension Explanation {
  /// What was counted on one side.
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
    self.benchmark = benchmark
    self.unit = unit
    self.rate = rate
    self.baseline = baseline.total
    self.candidate = candidate.total
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

  /// The same explanation with names and places of functions.
  package func named(
    by names: [String: String], at locations: [String: SourceLocation] = [:]
  ) -> Explanation {
    var explanation = self
    for (index, function) in functions.enumerated() {
      explanation.functions[index].name = names[function.symbol] ?? function.symbol
      explanation.functions[index].location = locations[function.symbol]
    }
    return explanation
  }
}
