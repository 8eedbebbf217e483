import BenchmarkModel
import Foundation

/// About how long a benchmark's iterations or a scenario's frames take, so that counting them ends
/// in time.
struct WorkTime: Sendable {
  /// The share of a worker's time limit that a count may take, in case the times are wrong.
  private static let share = 0.25

  /// How many times longer everything takes under callgrind.
  static let callgrindFactor = 60.0

  /// One iteration of a benchmark, in nanoseconds; 0 for a scenario, or if unknown.
  var iterationNs = 0.0

  /// The mean frame of a scenario, in nanoseconds; 0 for a benchmark, or if unknown.
  var frameNs = 0.0
}

extension WorkTime {
  /// How many of `wanted` iterations can be counted in time.
  ///
  /// - Parameters:
  ///   - wanted: How many there should be.
  ///   - timeout: The time limit of an answer.
  ///   - factor: How many times longer they take than usual.
  /// - Returns: At least 1.
  /// - Throws: `Unavailable` if a single one would take longer than the time limit.
  func iterations(
    _ wanted: Int, within timeout: Duration, factor: Double = 1
  ) throws(Unavailable) -> Int {
    try Self.count(wanted, of: iterationNs * factor, "an iteration", within: timeout)
  }

  /// How many frames can be counted in time, from the first, if each is rendered twice, or nil for
  /// all of `count`.
  ///
  /// - Throws: `Unavailable` if a single one would take longer than the time limit.
  func frames(
    of count: Int, within timeout: Duration, factor: Double = 1
  ) throws(Unavailable) -> Int? {
    let most = try Self.count(count, of: 2 * frameNs * factor, "a frame", within: timeout)
    return most < count ? most : nil
  }

  /// How many of `wanted` samples or repetitions to ask for at once, if one takes this long: one
  /// answer has to come within its time limit, which nil does not set.
  static func batch(of wanted: Int, each time: Duration, within timeout: Duration?) -> Int {
    guard let timeout else { return wanted }
    let work = WorkTime(iterationNs: time / .nanoseconds(1))
    return (try? work.iterations(wanted, within: timeout)) ?? 1
  }

  private static func count(
    _ wanted: Int, of ns: Double, _ what: String, within timeout: Duration
  ) throws(Unavailable) -> Int {
    let limit = timeout / .nanoseconds(1)
    guard ns <= limit else {
      let seconds = Int((ns / 1e9).rounded())
      throw Unavailable(
        "not counted, because counting \(what) takes about \(seconds) s; raise '--timeout'")
    }
    guard ns * Double(wanted) > share * limit else { return wanted }
    return max(1, Int(share * limit / ns))
  }
}
