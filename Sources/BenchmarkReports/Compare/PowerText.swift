import BenchmarkModel
import BenchmarkVerdicts
import ReportText

extension ComparisonEntry {
  /// The reason for the verdict, with what would settle an inconclusive one; may be nil.
  var explainedReason: String? {
    guard let reason else { return nil }
    guard verdict == .inconclusive, let power else { return reason }
    return "\(reason): \(power.text)"
  }
}

extension PowerAnalysis {
  /// What is known now, and what to do: `±1.80 % now; '--time 45' or '--threshold 3' would settle
  /// it`.
  fileprivate var text: String {
    let known = uncertainty.map { "±\(NumberText.format($0 * 100)) % now" } ?? "no interval yet"
    let time = time.map { "'--time \(Self.seconds($0))'" }
    let threshold = threshold.map { "'--threshold \(NumberText.format($0 * 100))'" }
    switch (time, threshold) {
    case (let time?, let threshold?): return "\(known); \(time) or \(threshold) would settle it"
    case (let time?, nil): return "\(known); \(time) would settle it"
    case (nil, let threshold?):
      return "\(known); more time would hardly settle it, but \(threshold) would"
    case (nil, nil): return "\(known); measure on a quieter machine, or code that does less at once"
    }
  }

  /// Whole seconds, rounded up to two digits.
  private static func seconds(_ time: Duration) -> Int {
    // A rounding error must not add a second.
    let seconds = max(1, Int((time / .seconds(1) - 1e-6).rounded(.up)))
    let step = seconds >= 100 ? 10 : 1
    return (seconds + step - 1) / step * step
  }
}
