import BenchmarkModel

/// Why a worker could not meet a request.
///
/// Every message ends with what to do next.
enum WorkerError: Error {
  case unknownBenchmark(String)
  case noSuchVariant(Variant, of: String, offered: [Variant])
  case nothingPrepared(BenchmarkKind)
  case cannotInspect
  case tooManyScenes(count: Int, layers: Int)
  case notARequest(String)
  case cannotBranch
}

extension WorkerError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unknownBenchmark(let name):
      "There is no benchmark '\(name)'. 'framegate list' shows what there is."
    case .noSuchVariant(let variant, let name, let offered):
      """
      '\(name)' does not run on '\(variant)'. \
      Choose one of \(offered.map(\.rawValue).joined(separator: ", ")).
      """
    case .nothingPrepared(let kind):
      "No \(kind.rawValue) is prepared. Send 'prepare' with the name of one first."
    case .cannotInspect:
      "This scenario has no views to inspect. Give its Scenario an 'inspect' closure."
    case .tooManyScenes(let count, let layers):
      """
      A paced run of this length needs \(count) scenes of \(layers) layers. \
      Shorten '--seconds' or lower '--layers'.
      """
    case .cannotBranch:
      "The system could not copy the worker's process. End other processes and try again."
    case .notARequest(let line):
      "Not a request: \(line.prefix(80)). Build the tool and its worker from one version."
    }
  }
}
