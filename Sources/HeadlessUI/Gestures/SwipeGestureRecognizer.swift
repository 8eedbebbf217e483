/// Recognizes a finger that moves fast in one direction.
///
/// The finger must move 50 points within half a second, and less across than along the direction.
/// Recognized at once, while the finger is still down.
open class SwipeGestureRecognizer: GestureRecognizer {
  /// A set of directions, with the platform's raw values.
  public struct Direction: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public static let right = Direction(rawValue: 1)
    public static let left = Direction(rawValue: 2)
    public static let up = Direction(rawValue: 4)
    public static let down = Direction(rawValue: 8)

    public init(rawValue: UInt) { self.rawValue = rawValue }
  }

  /// How far the finger must move, in points, and within how many seconds.
  static let length = 50.0
  static let duration = 0.5

  /// The directions that count; to the right by default.
  public var direction = Direction.right

  private var start = Touch(.began, at: .zero, nanoseconds: 0)

  open override func touchBegan(_ touch: Touch) { start = touch }

  open override func touchMoved(_ touch: Touch) {
    // A swipe that waits for another recognizer to fail has been recognized already.
    guard state == .possible, awaited == nil else { return }
    let seconds = Double(touch.nanoseconds - start.nanoseconds) / 1e9
    guard seconds <= Self.duration else { return reset(to: .failed) }
    let translation = touch.location - start.location
    let along = max(abs(translation.x), abs(translation.y))
    guard along >= Self.length else { return }
    let heading: Direction =
      abs(translation.x) > abs(translation.y)
      ? (translation.x > 0 ? .right : .left) : (translation.y > 0 ? .down : .up)
    let isDiagonal = abs(translation.x) == abs(translation.y)
    if direction.contains(heading), !isDiagonal {
      transition(to: .ended)
    } else {
      reset(to: .failed)
    }
  }

  open override func touchEnded(_ touch: Touch) {
    guard state == .possible, awaited == nil || touch.phase == .cancelled else { return }
    reset(to: .failed)
  }
}
