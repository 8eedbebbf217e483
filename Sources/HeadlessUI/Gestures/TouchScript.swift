/// A recorded drag, which plays an interactive transition without a finger.
public struct TouchScript: Sendable {
  /// The samples, in the order of their times.
  public let touches: [Touch]

  /// The maximum length of a drag, in seconds.
  private static let longest = 3_600.0

  /// A drag at constant speed along a straight line, released at its end.
  ///
  /// The finger goes down at time 0, a little more than the pan's slop before `from`. Its second
  /// sample, at `from`, begins the gesture, so the translation is measured from there. Points are
  /// those of the window. A drag whose time is not positive and finite ends at once.
  public static func drag(
    from: Point, to: Point, seconds: Double, isCancelled: Bool = false
  ) -> TouchScript {
    // 120 samples a second, like a phone's screen; at least one after the first.
    let seconds = seconds > 0 && seconds <= longest ? seconds : 0
    let count = max(Int((seconds * 120).rounded()), 1)
    let offset = to - from
    let lead = PanGestureRecognizer.slop + 1
    let length = offset.length
    // A drag that goes nowhere comes from above.
    let down = from - (length > 0 ? offset * (lead / length) : Point(x: 0, y: lead))
    var touches: [Touch] = []
    touches.reserveCapacity(count + 3)
    touches.append(Touch(.began, at: down, nanoseconds: 0))
    for index in 0...count {
      let fraction = Double(index) / Double(count)
      touches.append(
        Touch(
          .moved, at: from + offset * fraction,
          nanoseconds: Int64(((fraction * seconds + 1.0 / 120) * 1e9).rounded())))
    }
    let last = touches[touches.count - 1].nanoseconds
    touches.append(Touch(isCancelled ? .cancelled : .ended, at: to, nanoseconds: last))
    return TouchScript(touches: touches)
  }

  /// Sends all samples to a window.
  public func send(to window: Window) { for touch in touches { window.send(touch) } }
}
