/// A percent-driven dismissal or pop that follows a pan.
///
/// The fraction is recomputed at each change; the decision starts at "cancel" at each began. A cancelled
/// gesture cancels, whatever its fraction.
open class PanInteraction: PercentDrivenInteractiveTransition {
  /// Whether a finger is dragging; delegates hand this controller out only then.
  public private(set) var isInteracting = false

  /// Above this fraction a release finishes; exactly at it, it cancels.
  public let threshold: Double

  private var shouldFinish = false
  private let fraction: (PanGestureRecognizer) -> Double
  private let begin: () throws -> Void

  /// Creates an interaction.
  ///
  /// - Parameters:
  ///   - engine: The clock of the transition.
  ///   - threshold: The fraction above which a release finishes.
  ///   - fraction: How far the finger is; clamped to 0…1.
  ///   - begin: Starts the transition, which asks its delegate for this controller.
  public init(
    engine: Engine, threshold: Double, fraction: @escaping (PanGestureRecognizer) -> Double,
    begin: @escaping () throws -> Void
  ) {
    self.threshold = threshold
    self.fraction = fraction
    self.begin = begin
    super.init(engine: engine)
  }

  /// Follows a recognizer; give this as its action.
  public func handle(_ pan: PanGestureRecognizer) {
    switch pan.state {
    case .began:
      (isInteracting, shouldFinish) = (true, false)
      // A refusal is in the engine's diagnostics, and the drag then moves nothing.
      if (try? begin()) == nil { isInteracting = false }
    case .changed:
      let fraction = fraction(pan).clampedToUnit
      shouldFinish = fraction > threshold
      update(fraction)
    case .ended: release(finishing: shouldFinish)
    case .cancelled, .failed: release(finishing: false)
    case .possible: break
    }
  }

  private func release(finishing: Bool) {
    isInteracting = false
    if finishing { finish() } else { cancel() }
  }
}

extension Double {
  /// This length as a fraction of `distance`, clamped to 0…1; 0 where there is no distance to go.
  func fraction(of distance: Double) -> Double {
    distance > 0 ? (self / distance).clampedToUnit : 0
  }
}

extension GestureRecognizer {
  /// A speed for ``PercentDrivenInteractiveTransition/completionSpeed`` from the velocity at release,
  /// with a floor of 0.1 so that the leg ends in time.
  ///
  /// - Parameters:
  ///   - velocity: Points per second along the way.
  ///   - distance: Points of the whole way.
  ///   - duration: Seconds of the whole transition.
  /// - Returns: A factor of at least 0.1.
  public static func completionSpeed(
    velocity: Double, distance: Double, duration: Double
  ) -> Double {
    let speed = abs(velocity) / distance * duration
    return speed.isFinite ? max(0.1, speed) : 0.1
  }
}
