/// Recognizes a finger that drags.
///
/// Begins at the first touch that is 10 points or more from where the finger went down; translation
/// counts from there.
open class PanGestureRecognizer: GestureRecognizer {
  /// How far the finger moves before the gesture begins, in points.
  static let slop = 10.0

  private(set) var start = Point.zero
  private var origin = Point.zero
  private var last = Touch(.began, at: .zero, nanoseconds: 0)
  private var windowVelocity = Point.zero

  /// The way of the finger since the gesture began, in points of `view`; of the window when nil.
  ///
  /// Converted with model values.
  public func translation(in view: View?) -> Point {
    guard let view else { return last.location - origin }
    return view.convert(last.location, from: nil) - view.convert(origin, from: nil)
  }

  /// The speed of the finger between its last two places, in points per second of `view`.
  public func velocity(in view: View?) -> Point {
    guard let view else { return windowVelocity }
    return view.convert(last.location + windowVelocity, from: nil)
      - view.convert(last.location, from: nil)
  }

  open override func touchBegan(_ touch: Touch) {
    state = .possible
    (start, origin, last, windowVelocity) = (touch.location, touch.location, touch, .zero)
  }

  open override func touchMoved(_ touch: Touch) {
    follow(touch)
    switch state {
    case .possible:
      let way = touch.location - start
      guard way.x * way.x + way.y * way.y >= Self.slop * Self.slop else { return }
      guard shouldBegin(way) else { return state = .failed }
      origin = touch.location
      transition(to: .began)
    case .began, .changed: transition(to: .changed)
    case .ended, .cancelled, .failed: break
    }
  }

  open override func touchEnded(_ touch: Touch) {
    guard state == .began || state == .changed else { return state = .failed }
    if touch.location != last.location { follow(touch) }
    transition(to: touch.phase == .cancelled ? .cancelled : .ended)
  }

  /// Whether a movement by `way` points from the first touch begins the gesture; always, here.
  open func shouldBegin(_ way: Point) -> Bool { true }

  private func follow(_ touch: Touch) {
    let seconds = Double(touch.nanoseconds - last.nanoseconds) / 1e9
    if seconds > 0 { windowVelocity = (touch.location - last.location) * (1 / seconds) }
    last = touch
  }
}
