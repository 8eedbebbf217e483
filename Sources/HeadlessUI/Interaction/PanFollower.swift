/// Follows a pan from its start to its release, and decides whether the release finishes.
///
/// Percent-driven and hand-written interactions share it. The decision is false when a pan begins,
/// and is made again at every change, so it never carries over from one pan to the next.
final class PanFollower {
  private(set) var isInteracting = false

  /// A release above this fraction finishes; at or below it, a release cancels.
  let threshold: Double

  /// The speed in fractions per second between the last two changes; 0 before the second change.
  private(set) var velocity = 0.0

  private var shouldFinish = false
  private var last: (fraction: Double, nanoseconds: Int64)?

  init(threshold: Double) { self.threshold = threshold }

  /// Acts on the pan's state.
  ///
  /// `begin` starts the transition, which asks its delegate for the interaction, or takes over a
  /// running one; it returns the shown fraction. `change` moves the transition to where the finger
  /// is and returns that fraction, or nil without a transition. A canceled pan cancels.
  func follow(
    _ pan: PanGestureRecognizer, begin: () throws -> Double, change: () -> Double?,
    release: (_ isFinishing: Bool) -> Void
  ) {
    switch pan.state {
    case .began:
      isInteracting = true
      shouldFinish = false
      velocity = 0
      last = nil
      // If it throws, the engine has reported the refusal, and the drag moves nothing.
      if let fraction = try? begin() {
        shouldFinish = fraction > threshold
      } else {
        isInteracting = false
      }
    case .changed:
      if let fraction = change() {
        shouldFinish = fraction > threshold
        measure(fraction, at: pan.nanoseconds)
      }
    case .ended:
      isInteracting = false
      release(shouldFinish)
    case .cancelled, .failed:
      isInteracting = false
      release(false)
    case .possible: break
    }
  }

  private func measure(_ fraction: Double, at nanoseconds: Int64) {
    if let last, nanoseconds > last.nanoseconds {
      velocity = (fraction - last.fraction) / (Double(nanoseconds - last.nanoseconds) / 1e9)
    }
    last = (fraction, nanoseconds)
  }
}
