import BenchmarkModel
import FrameTiming

/// A registered name with its closures.
package struct RegistryEntry {
  enum Work {
    case benchmark(() throws -> MeasuredLoop)
    case scenario(ScenarioWork)
  }

  package let listed: ListedBenchmark
  let work: Work

  /// Whether it must not keep the main thread to itself; everything else may belong to the main
  /// actor.
  var isAsync = false
}

/// A registered scenario: what it states about itself, and how to build its scene.
struct ScenarioWork {
  let traits: ScenarioTraits
  let makeScenario: (ScenarioParameters) throws -> Scenario
}
