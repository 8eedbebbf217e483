import MotionKernels

/// The largest jump of a view's corner in a sequence of frames: where its motion breaks most.
///
/// What moves smoothly goes on, from one frame to the next, about as far as it went before. A
/// corner that is suddenly somewhere else has moved a long way against its speed before.
public struct CornerJump: Hashable, Sendable {
  /// The name of the view.
  public let view: String

  /// The index of the frame that shows the corner where it jumped to.
  public let frame: Int

  /// How far the corner moved between that frame and the one before, in points of the window.
  public let distance: Double

  /// How far it moved between the two frames before, in points.
  public let speedBefore: Double

  /// How far the corner is from where it would be had it gone on as before, in points.
  public let excess: Double

  /// Creates a jump.
  public init(view: String, frame: Int, distance: Double, speedBefore: Double, excess: Double) {
    self.view = view
    self.frame = frame
    self.distance = distance
    self.speedBefore = speedBefore
    self.excess = excess
  }
}

extension CornerJump {
  /// The jump with the largest excess in frames at equal distances of time.
  ///
  /// A view is compared with the view of the same name in the frames before, the second of a name
  /// with the second. Counted are views that have an area and can be seen in all three frames, with
  /// corners in front of the eye. To count a jump in the first frame, pass what was there before it
  /// twice.
  ///
  /// - Parameter frames: What every view shows, back to front, in each frame.
  /// - Returns: Nil with fewer than three frames, and where nothing moves.
  /// - Complexity: Four corners per view and frame.
  public static func largest(in frames: [[ViewSnapshot]]) -> CornerJump? {
    var largest: CornerJump?
    var before = Track()
    for (index, views) in frames.enumerated() {
      var now = Track()
      for view in views {
        let key = now.add(view)
        guard let jump = jump(of: key, at: index, from: before, to: now) else { continue }
        if jump.excess > largest?.excess ?? 0 { largest = jump }
      }
      before = now.following(before)
    }
    return largest
  }

  /// A view among others of its name.
  fileprivate struct Key: Hashable {
    let name: String
    let occurrence: Int
  }

  /// Where the corners of all views are in a frame, and where they were one frame earlier.
  fileprivate struct Track {
    var corners: [Key: [Point]] = [:]
    var earlier: [Key: [Point]] = [:]
    private var counts: [String: Int] = [:]

    mutating func add(_ view: ViewSnapshot) -> Key {
      let key = Key(name: view.name, occurrence: counts[view.name, default: 0])
      counts[view.name, default: 0] += 1
      if !view.isDetached, view.opacity >= 0.01, view.size.width > 0, view.size.height > 0 {
        corners[key] = view.corners
      }
      return key
    }

    func following(_ before: Track) -> Track {
      var track = self
      track.earlier = before.corners
      return track
    }
  }

  private static func jump(
    of key: Key, at frame: Int, from before: Track, to now: Track
  ) -> CornerJump? {
    guard let third = now.corners[key], let second = before.corners[key],
      let first = before.earlier[key]
    else { return nil }
    var largest: CornerJump?
    for index in third.indices {
      let step = third[index] - second[index]
      let last = second[index] - first[index]
      let excess = (step - last).length
      guard excess > largest?.excess ?? 0 else { continue }
      largest = CornerJump(
        view: key.name, frame: frame, distance: step.length, speedBefore: last.length,
        excess: excess)
    }
    return largest
  }
}

extension ViewSnapshot {
  /// The corners in the window, clockwise from the top left; nil when one is not in front of the
  /// eye or is not a number.
  public var corners: [Point]? {
    let corners = [
      Point.zero, Point(x: size.width, y: 0), Point(x: size.width, y: size.height),
      Point(x: 0, y: size.height),
    ]
    for corner in corners {
      let w = corner.x * toWindow.m14 + corner.y * toWindow.m24 + toWindow.m44
      guard w > 1e-6 else { return nil }
    }
    let placed = corners.map(toWindow.mapped)
    return placed.allSatisfy { $0.x.isFinite && $0.y.isFinite } ? placed : nil
  }
}
