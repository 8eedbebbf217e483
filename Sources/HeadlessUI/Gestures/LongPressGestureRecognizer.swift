/// Recognizes a finger that stays down for a while and moves by less than ten points.
///
/// Begins when the time is up, in engine time, and ends when the finger is lifted.
open class LongPressGestureRecognizer: GestureRecognizer {
  /// The time that the finger must stay down, in seconds; with 0, the gesture begins when the
  /// finger goes down.
  public var minimumPressDuration = 0.5

  private var start = Point.zero

  /// The number of presses so far, by which a timer recognizes its own press.
  private var pressCount = 0

  open override func touchBegan(_ touch: Touch) {
    start = touch.location
    pressCount += 1
    guard minimumPressDuration > 0 else { return transition(to: .began) }
    let press = pressCount
    view?.engine.asyncAfter(minimumPressDuration) { [weak self] in
      guard let self, press == pressCount, state == .possible, tracker != nil else { return }
      transition(to: .began)
    }
  }

  open override func touchMoved(_ touch: Touch) {
    if isActive { return transition(to: .changed) }
    let translation = touch.location - start
    if state == .possible, translation.length >= PanGestureRecognizer.slop { reset(to: .failed) }
  }

  open override func touchEnded(_ touch: Touch) {
    guard isActive else { return reset(to: .failed) }
    transition(to: touch.phase == .cancelled ? .cancelled : .ended)
  }
}
