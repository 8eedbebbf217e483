@testable import HeadlessUI

extension TransitionStage {
  /// Ticks once, at `seconds`, but does not take the transition down.
  func sample(_ seconds: Double) {
    if seconds > 0 { engine.advance(to: Int64((seconds * 1e9).rounded())) }
  }

  /// Ticks every vsync up to and including `seconds`.
  func play(until seconds: Double, rate: Int64 = 60) {
    engine.run(until: seconds, rate: rate)
  }

  /// Whether no transition is in progress and nothing was reported.
  var isSettled: Bool { !engine.hasTransitions && engine.diagnostics.isEmpty }
}

extension Table {
  /// The number in a cell.
  static func number(_ text: String) -> Double { Double(text) ?? .nan }
}
