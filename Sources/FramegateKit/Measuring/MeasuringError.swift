import BenchmarkModel

/// Why a benchmark or a scenario could not be measured.
///
/// Every message ends with what to do next.
enum MeasuringError: Error {
  case digest(String)
  case tooManyScenes(count: Int, layers: Int)

  /// The body recorded a metric that its options do not name.
  case undeclaredMetric(String)
  case unusableValue(Double, of: String)
  case clockWentBack(by: Int64)
}

extension MeasuringError: CustomStringConvertible {
  var description: String {
    switch self {
    case .digest(let reason):
      """
      Its digest fails: \(reason.withoutFullStop). Return an 'Encodable' value from 'digest', or \
      leave it out.
      """
    case .tooManyScenes(let count, let layers):
      """
      A paced run of this length needs \(count) scenes of \(layers) layers. \
      Shorten '--seconds' or lower '--layers'.
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
    }
  }
}
