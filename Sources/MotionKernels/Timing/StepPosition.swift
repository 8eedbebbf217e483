/// Where a stepped timing function jumps.
public enum StepPosition: String, CaseIterable, Hashable, Sendable {
  /// At the start of each step: the first jump is at 0.
  case jumpStart = "jump-start"

  /// At the end of each step: the last jump is at 1.
  case jumpEnd = "jump-end"

  /// Neither at 0 nor at 1.
  case jumpNone = "jump-none"

  /// At both 0 and 1.
  case jumpBoth = "jump-both"
}

extension StepPosition {
  /// The level at an elapsed fraction; the first or the last level outside 0…1.
  func value(at fraction: Double, stepCount: Int) -> Double {
    if fraction.isNaN { return fraction }
    let count = Double(stepCount)
    let jumpsFirst = self == .jumpStart || self == .jumpBoth
    let level = (fraction * count).rounded(.down) + (jumpsFirst ? 1 : 0)
    let jumps =
      switch self {
      case .jumpStart, .jumpEnd: count
      case .jumpNone: count - 1
      case .jumpBoth: count + 1
      }
    return min(max(level, 0), jumps) / jumps
  }
}
