/// Follows a pan from its start to its release, and decides whether the release finishes.
///
/// What percent-driven and hand-written interactions share. The decision is false when a pan
/// begins, and is made again at every change, so one pan's decision never carries over to the next.
final class PanFollower {
  /// Whether a finger is dragging.
  private(set) var isInteracting = false

  /// A release finishes above this fraction, and cancels at it or below.
  let threshold: Double

  private var shouldFinish = false

  init(threshold: Double) {
    self.threshold = threshold
  }

  /// Acts on the pan's state.
  ///
  /// - Parameters:
  ///   - pan: The recognizer that changed.
  ///   - begin: Starts the transition, which asks its delegate for the interaction.
  ///   - change: Moves the transition to where the finger is; returns that fraction, nil when there
  ///     is no transition to move.
  ///   - release: Finishes or cancels. A canceled pan cancels, whatever its fraction.
  func follow(
    _ pan: PanGestureRecognizer, begin: () throws -> Void, change: () -> Double?,
    release: (_ isFinishing: Bool) -> Void
  ) {
    switch pan.state {
    case .began:
      isInteracting = true
      shouldFinish = false
      // The engine has reported a refusal, and the drag then moves nothing.
      if (try? begin()) == nil { isInteracting = false }
    case .changed:
      if let fraction = change() { shouldFinish = fraction > threshold }
    case .ended:
      isInteracting = false
      release(shouldFinish)
    case .cancelled, .failed:
      isInteracting = false
      release(false)
    case .possible: break
    }
  }
}
