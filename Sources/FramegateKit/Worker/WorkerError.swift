import BenchmarkModel

/// Why a worker cannot answer a request.
///
/// Every message ends with what to do next.
enum WorkerError: Error {
  case unknownBenchmark(String)
  case unknownVariant(Variant?, of: String, offered: [Variant])
  case unknownScene(SceneSize?, of: String, offered: [SceneSize])
  case nothingPrepared(BenchmarkKind)
  case noSceneStarted
  case notACount(Int)
  case cannotInspect
  case notAQuestion(String)
  case cannotBranch
}

extension WorkerError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unknownBenchmark(let name):
      "This process has registered no benchmark '\(name)'. Register the same ones in every process."
    case .unknownVariant(let variant, let name, let offered):
      """
      '\(name)' does not run on \(variant.map { "'\($0)'" } ?? "no variant"). \
      Choose one of \(offered.map(\.rawValue).joined(separator: ", ")).
      """
    case .unknownScene(let scene, let name, let offered):
      """
      '\(name)' has no scene \(scene.map { "'\($0)'" } ?? "without a name"). \
      Choose one of \(offered.map(\.rawValue).joined(separator: ", ")).
      """
    case .nothingPrepared(let kind):
      "No \(kind.rawValue) is prepared. Ask to 'prepare' it first."
    case .noSceneStarted:
      "No scene of the scenario is started. Ask to 'sample' its 'scene' first."
    case .notACount(let count):
      "A count cannot be \(count). Ask for 0 or more."
    case .cannotInspect:
      "This scenario has no views to inspect. Pass an 'inspect' closure to its Scenario."
    case .cannotBranch:
      "The system cannot copy the worker's process. End other processes and try again."
    case .notAQuestion(let line):
      "Not a question: \(line.prefix(80)). Build the tool and its worker from one version."
    }
  }
}
