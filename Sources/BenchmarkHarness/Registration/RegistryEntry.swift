package import BenchmarkModel
package import FrameTiming

/// A registered name and what it stands for.
package struct RegistryEntry {
  package let name: String
  package let runsByDefault: Bool
  package let work: Work

  package enum Work {
    case benchmark(BenchmarkWork)
    case scenario(ScenarioWork)
  }
}

extension RegistryEntry {
  package var kind: BenchmarkKind {
    switch work {
    case .benchmark: .benchmark
    case .scenario: .scenario
    }
  }

  /// How many operations one call of a benchmark does; nil for scenarios.
  package var operations: Int? {
    switch work {
    case .benchmark(let work): work.operations
    case .scenario: nil
    }
  }

  /// The variant a benchmark's name ends with, or the one a scenario runs on unless told otherwise.
  package var variant: Variant? {
    switch work {
    case .benchmark: name.split(separator: ".").last.flatMap { Variant(rawValue: String($0)) }
    case .scenario(let scenario): scenario.variants.first
    }
  }
}

/// A registered closure: how many operations it does and how to get it ready.
package struct BenchmarkWork {
  package let operations: Int
  package let bytesPerOperation: Int
  package let flopsPerOperation: Int
  let makeLoop: () throws -> MeasuredLoop

  init(
    operations: Int, bytesPerOperation: Int, flopsPerOperation: Int,
    makeLoop: @escaping () throws -> MeasuredLoop
  ) {
    precondition(operations > 0, "A call must do at least one operation, got \(operations)")
    precondition(bytesPerOperation >= 0, "Bytes cannot be negative, got \(bytesPerOperation)")
    precondition(flopsPerOperation >= 0, "Flops cannot be negative, got \(flopsPerOperation)")
    self.operations = operations
    self.bytesPerOperation = bytesPerOperation
    self.flopsPerOperation = flopsPerOperation
    self.makeLoop = makeLoop
  }
}

/// A registered scenario: how long it lasts, what it may cost and how to build its scene.
package struct ScenarioWork {
  package let duration: Duration
  package let budget: [FrameBudget]
  package let variants: [Variant]
  let makeScenario: (ScenarioParameters) throws -> Scenario
}

extension ScenarioWork {
  /// How many frames the scenario has at `rate`: ⌈duration · rate⌉.
  package func frameCount(at rate: RefreshRate) -> Int {
    let (seconds, attoseconds) = duration.components
    let whole = seconds * Int64(rate.hertz)
    let fraction = attoseconds.multipliedFullWidth(by: Int64(rate.hertz))
    let (quotient, remainder) = Int64(1_000_000_000_000_000_000).dividingFullWidth(fraction)
    return Int(whole + quotient + (remainder > 0 ? 1 : 0))
  }
}
