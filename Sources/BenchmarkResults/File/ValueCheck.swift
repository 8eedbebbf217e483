import BenchmarkModel
import FrameTiming
import SampleStatistics

/// Checks the values of one object of a file, and says what is wrong with them.
///
/// Key paths are built only for values that fail.
package struct ValueCheck {
  /// The longest time that is plausible, in nanoseconds: an hour for one operation or frame.
  package static let longestNs: Int64 = 3_600_000_000_000

  /// The largest count that is plausible: no frame or operation allocates a terabyte.
  static let largestCount = 1_000_000_000_000

  /// What messages call the file.
  let file: String

  /// Where the object is in the file; empty for the whole file.
  var path = ""

  func object(_ key: String) -> ValueCheck {
    ValueCheck(file: file, path: path.isEmpty ? key : "\(path).\(key)")
  }

  func object(_ key: String, _ index: Int) -> ValueCheck { object("\(key)[\(index)]") }

  func fail(_ key: String, _ problem: String) -> ResultsError {
    .invalidValue(file: file, keyPath: object(key).path, problem: problem)
  }

  func require(
    _ condition: Bool, _ key: @autoclosure () -> String, _ problem: @autoclosure () -> String
  ) throws(ResultsError) { guard condition else { throw fail(key(), problem()) } }
}

extension ValueCheck {
  /// Requires a finite and plausible value of at least 0; nil is fine.
  func quantity(_ value: Double?, _ key: @autoclosure () -> String) throws(ResultsError) {
    guard let value else { return }
    guard value.isFinite else { throw fail(key(), "\(value) is not a number") }
    guard value >= 0 else { throw fail(key(), "\(value) is negative") }
    guard value <= CustomMetric.largestValue else { throw fail(key(), "\(value) is too large") }
  }

  func quantities(_ values: [Double], _ key: String) throws(ResultsError) {
    for (index, value) in values.enumerated() { try quantity(value, "\(key)[\(index)]") }
  }

  func interval(_ interval: Interval?, _ key: String) throws(ResultsError) {
    try quantity(interval?.low, "\(key)[0]")
    try quantity(interval?.high, "\(key)[1]")
  }

  /// Requires a time of at least 0 and at most an hour.
  func time(_ value: Int64, _ key: @autoclosure () -> String) throws(ResultsError) {
    guard value >= 0 else { throw fail(key(), "\(value) ns is negative") }
    guard value <= Self.longestNs else { throw fail(key(), "\(value) ns is more than an hour") }
  }

  func times(_ values: [Int64], _ key: String) throws(ResultsError) {
    for index in values.indices { try time(values[index], "\(key)[\(index)]") }
  }

  /// Requires a count between `least` and `most`; nil is fine.
  func count(
    _ value: (some BinaryInteger)?, from least: Int = 0, to most: Int = largestCount,
    _ key: @autoclosure () -> String
  ) throws(ResultsError) {
    guard let value else { return }
    guard value >= least else {
      throw fail(key(), "\(value) is \(least == 0 ? "negative" : "less than \(least)")")
    }
    guard value <= most else { throw fail(key(), "\(value) is too large") }
  }

  /// Requires a number of slots, at most as many as 11 days have at 1,000 Hz.
  func slots(_ value: Int, _ key: String) throws(ResultsError) {
    try count(value, to: Int(CostVector.largestIdleTickCount), key)
  }

  /// Requires a total time of frames, at most 36 years.
  func sum(_ value: Int64, _ key: String) throws(ResultsError) {
    try count(value, to: Int(CostVector.longestWorkNs), key)
  }

  /// Requires a count for each frame; nil is fine.
  func counters(_ values: [Int64]?, frameCount: Int, _ key: String) throws(ResultsError) {
    guard let values else { return }
    try length(values.count, is: frameCount, key)
    for (index, value) in values.enumerated() { try count(value, "\(key)[\(index)]") }
  }

  func length(_ actual: Int, is expected: Int, _ key: String) throws(ResultsError) {
    guard actual == expected else {
      throw fail(key, "it has \(actual) entries for \(expected) frames")
    }
  }
}
