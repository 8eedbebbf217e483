import BenchmarkModel
import FrameModel

/// A registered name with its closures.
package struct RegistryEntry {
  package enum Work {
    case benchmark(() throws -> MeasuredLoop)
    case scenario(ScenarioWork)
  }

  package let listed: ListedBenchmark
  package let work: Work

  /// Whether it must not keep the main thread to itself; everything else may belong to the main
  /// actor.
  package var isAsync = false
}

/// A registered scenario: what it states about itself, and how to build its scene.
package struct ScenarioWork {
  package let traits: ScenarioTraits
  package let makeScenario: (ScenarioParameters) throws -> Scenario
}
