import FrameTiming
import HeadlessUI

/// A scene that has begun, and is played to see what its views show.
protocol Stage {
  /// What every view shows now, back to front.
  func states() -> [ViewState]

  /// Moves the views to their places at a time, in nanoseconds.
  func move(to nanoseconds: Int64)

  /// Moves the views to a time that is inspected: what has just ended may still be in place.
  func show(at nanoseconds: Int64)
}

extension Stage {
  func show(at nanoseconds: Int64) { move(to: nanoseconds) }

  /// What every view shows at fractions of a duration, back to front.
  ///
  /// Plays the stage once, 120 times a second and at the times of the fractions. Call it once per
  /// stage.
  func states(at fractions: [Double], of seconds: Double) -> [[ViewState]] {
    MotionReview.states(
      at: fractions, of: seconds, grid: VsyncGrid(rate: .hz120), move: move, show: show,
      states: states)
  }
}
