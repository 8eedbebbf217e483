/// A recorded drag: what an interactive stage is driven by.
public struct TouchScript: Sendable {
  /// The samples, in the order of their times.
  public private(set) var touches: [Touch]

  /// The time of the last sample, in seconds.
  public var end: Double { Double(touches.last?.nanoseconds ?? 0) / 1e9 }

  /// A drag that goes straight from one point to another, at constant speed, and is released there.
  ///
  /// The finger goes down at time 0. Its second sample begins the gesture, and the way counts from
  /// there: so `from` is where it begins, and the finger went down a little before.
  ///
  /// - Parameters:
  ///   - from: Where the gesture begins, in points of the window.
  ///   - to: Where the finger is lifted.
  ///   - seconds: How long the drag takes.
  ///   - isCancelled: Whether the system takes the touch away instead of a release.
  /// - Returns: The samples.
  public static func drag(
    from: Point, to: Point, seconds: Double, isCancelled: Bool = false
  ) -> TouchScript {
    // 120 samples a second, as a phone's screen gives; at least one besides the first.
    let count = max(Int((seconds * 120).rounded()), 1)
    let way = to - from
    let length = max((way.x * way.x + way.y * way.y).squareRoot(), 1)
    let down = from - way * ((PanGestureRecognizer.slop + 1) / length)
    var touches = [Touch(.began, at: down, nanoseconds: 0)]
    for index in 0...count {
      let fraction = Double(index) / Double(count)
      touches.append(
        Touch(
          .moved, at: from + way * fraction,
          nanoseconds: Int64(((fraction * seconds + 1.0 / 120) * 1e9).rounded())))
    }
    let last = touches[touches.count - 1].nanoseconds
    touches.append(Touch(isCancelled ? .cancelled : .ended, at: to, nanoseconds: last))
    return TouchScript(touches: touches)
  }

  /// Queues all samples.
  public func send(to window: Window) {
    for touch in touches { window.send(touch) }
  }
}
