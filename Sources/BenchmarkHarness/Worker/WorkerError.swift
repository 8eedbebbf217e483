import BenchmarkModel

/// The reason why a worker cannot answer a request.
///
/// Every message ends with what to do next.
enum WorkerError: Error {
  case unknownBenchmark(String)
  case unknownVariant(Variant?, of: String, offered: [Variant])
  case unknownScene(SceneSize?, of: String, offered: [SceneSize])
  case nothingPrepared(BenchmarkKind)
  case cannotInspect
  case tooManyScenes(count: Int, layers: Int)
  case notARequest(String)
  case cannotBranch
  case digest(String)

  /// The body recorded a metric that its options do not name.
  case undeclaredMetric(String)
  case unusableValue(Double, of: String)
  case clockWentBack(by: Int64)
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
      "No \(kind.rawValue) is prepared. Send 'Prepare' with its name first."
    case .cannotInspect:
      "This scenario has no views to inspect. Pass an 'inspect' closure to its Scenario."
    case .tooManyScenes(let count, let layers):
      """
      A paced run of this length needs \(count) scenes of \(layers) layers. \
      Shorten '--seconds' or lower '--layers'.
      """
    case .cannotBranch:
      "The system cannot copy the worker's process. End other processes and try again."
    case .digest(let reason):
      """
      Its digest fails: \(reason.withoutFullStop). Return an 'Encodable' value from 'digest', or \
      leave it out.
      """
    case .undeclaredMetric(let name):
      """
      It recorded the metric '\(name)', which its options do not have, or have with another unit or \
      polarity. Add it to 'metrics' there.
      """
    case .unusableValue(let value, let name):
      "It recorded \(value) for the metric '\(name)'. Record values from 0 to 1e18."
    case .clockWentBack(let nanoseconds):
      "The machine's clock went back by \(nanoseconds) ns while it was timed. Measure it again."
    case .notARequest(let line):
      "Not a request: \(line.prefix(80)). Build the tool and its worker from one version."
    }
  }
}
