import HeadlessUI

extension TransitionStage {
  /// Ticks once, at `seconds`, up to the step before the transition is taken down.
  func sample(_ seconds: Double) {
    if seconds > 0 { engine.advance(to: Int64((seconds * 1e9).rounded())) }
  }

  /// Ticks every vsync up to and including `seconds`.
  func play(until seconds: Double, rate: Int64 = 60) {
    engine.run(until: seconds, rate: rate)
  }

  /// Whether nothing is under way, nothing was reported, and the window is as a finished transition
  /// leaves it.
  var isSettled: Bool { !engine.hasTransitions && engine.diagnostics.isEmpty }
}

extension Table {
  /// The number in a cell.
  static func number(_ text: String) -> Double { Double(text) ?? .nan }
}
