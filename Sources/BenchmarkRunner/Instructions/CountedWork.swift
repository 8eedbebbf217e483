import BenchmarkModel
import BenchmarkVerdicts
import FrameModel
package import WorkerProtocol

/// What one program does while its instructions or allocations are counted.
package struct CountedWork: Hashable, Sendable {
  let unit: Explanation.Unit

  /// The operations in one iteration of a benchmark; 1 for a scenario.
  let operations: Int
  let parameters: ScenarioParameters

  /// The rate at which a scenario's frames are rendered, or nil for a benchmark.
  var rate: RefreshRate? { unit == .frame ? parameters.refreshRate : nil }

  package static func benchmark(operations: Int) -> CountedWork {
    CountedWork(unit: .operation, operations: operations, parameters: ScenarioParameters())
  }

  package static func scenario(_ parameters: ScenarioParameters) -> CountedWork {
    CountedWork(unit: .frame, operations: 1, parameters: parameters)
  }
}

extension Workload {
  /// The work of a benchmark, or of a scenario at each rate.
  package func counted(_ listed: ListedBenchmark) -> [CountedWork] {
    switch listed.work {
    case .benchmark: [counted(listed, at: nil)]
    case .scenario(let traits): rates(of: traits).map { counted(listed, at: $0) }
    }
  }

  /// The work of a benchmark, or of a scenario at one rate.
  func counted(_ listed: ListedBenchmark, at rate: RefreshRate?) -> CountedWork {
    switch listed.work {
    case .benchmark(let traits): .benchmark(operations: traits.operations)
    case .scenario(let traits): .scenario(parameters(of: traits, at: rate ?? .hz60))
    }
  }
}
