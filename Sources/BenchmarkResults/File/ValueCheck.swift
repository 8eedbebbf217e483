/// Checks values of a file and words what is wrong with them.
///
/// Key paths are built only for values that fail.
struct ValueCheck {
  /// What messages call the file.
  let file: String

  /// The longest time that is believed, in nanoseconds: an hour for one operation or frame.
  static let longestNs: Int64 = 3_600_000_000_000

  func fail(_ path: String, _ problem: String) -> ResultsError {
    .invalidValue(file: file, keyPath: path, problem: problem)
  }

  func require(
    _ condition: Bool, _ path: @autoclosure () -> String, _ problem: @autoclosure () -> String
  ) throws(ResultsError) {
    guard condition else { throw fail(path(), problem()) }
  }

  /// Finite, at least 0, and small enough to be believed.
  func quantity(_ value: Double, _ path: @autoclosure () -> String) throws(ResultsError) {
    guard value.isFinite else { throw fail(path(), "\(value) is not a number") }
    guard value >= 0 else { throw fail(path(), "\(value) is negative") }
    guard value <= 1e18 else { throw fail(path(), "\(value) is too large") }
  }

  /// At least 0 and at most an hour.
  func time(_ value: Int64, _ path: @autoclosure () -> String) throws(ResultsError) {
    guard value >= 0 else { throw fail(path(), "\(value) ns is negative") }
    guard value <= Self.longestNs else { throw fail(path(), "\(value) ns is more than an hour") }
  }

  func count(_ value: Int, _ path: @autoclosure () -> String) throws(ResultsError) {
    guard value >= 0 else { throw fail(path(), "\(value) is negative") }
  }

  func length(
    _ actual: Int, is expected: Int, _ path: @autoclosure () -> String
  ) throws(ResultsError) {
    guard actual == expected else {
      throw fail(path(), "it has \(actual) entries, the frames are \(expected)")
    }
  }
}
