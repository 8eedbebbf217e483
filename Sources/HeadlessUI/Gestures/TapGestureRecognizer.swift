/// Recognizes a finger that goes down and is lifted after moving by less than ten points.
open class TapGestureRecognizer: GestureRecognizer {
  private var start = Point.zero

  open override func touchBegan(_ touch: Touch) { start = touch.location }

  open override func touchMoved(_ touch: Touch) {
    let translation = touch.location - start
    if translation.length >= PanGestureRecognizer.slop { reset(to: .failed) }
  }

  open override func touchEnded(_ touch: Touch) {
    guard state == .possible else { return }
    if touch.phase == .cancelled { reset(to: .failed) } else { transition(to: .ended) }
  }
}
