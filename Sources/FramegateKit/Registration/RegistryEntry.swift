import BenchmarkModel
import FrameModel

/// A registered benchmark or scenario, with its closures.
package struct RegistryEntry {
  package enum Work {
    case benchmark(() throws -> MeasuredLoop)
    case scenario(ScenarioWork)
  }

  package let listed: ListedBenchmark
  package let work: Work

  /// Whether its work may wait for the main actor, so that the worker must not block the main
  /// thread.
  ///
  /// If false, the work may belong to the main actor, and runs on the main thread.
  package var isAsync = false
}

/// A registered scenario: what it states about itself, and how to build its scene.
package struct ScenarioWork {
  package let traits: ScenarioTraits
  package let makeScenario: (ScenarioParameters) throws -> Scenario
}
