/// The largest jump of a view's corner in the frames of a scenario: where its motion breaks most.
///
/// What moves smoothly goes on, from one frame to the next, about as far as it went before.
package struct StateJump: Hashable, Codable, Sendable {
  /// The name of the view.
  package let view: String

  /// The index of the frame that shows the corner where it jumped to.
  package let frame: Int

  /// How far the corner moved since the frame before, in points.
  package let distance: Double

  /// How far it moved in the frame before, in points.
  package let before: Double

  /// How far it is from where it would be had it gone on, in points.
  package let excess: Double

  /// What is recorded where nothing moves.
  package static let none = StateJump(view: "", frame: 0, distance: 0, before: 0, excess: 0)

  /// Creates a jump.
  package init(view: String, frame: Int, distance: Double, before: Double, excess: Double) {
    self.view = view
    self.frame = frame
    self.distance = distance
    self.before = before
    self.excess = excess
  }
}

extension StateJump {
  /// The jump with the largest excess; nil where nothing that is known of moves.
  ///
  /// A view is compared with the view of the same name before, the second of a name with the
  /// second. Counted are views with an outline that can be seen in all three frames, and that touch
  /// the screen in the last two: a cell that is reused below the edge jumps where it cannot be
  /// seen.
  ///
  /// - Parameters:
  ///   - frames: The views of each frame, back to front, at equal distances of time. What was there
  ///     before the first one rested.
  ///   - screen: Width and height of the screen, in points.
  /// - Returns: Where the motion breaks most.
  package static func largest(in frames: [[ViewState]], screen: SIMD2<Double>) -> StateJump? {
    var largest: StateJump?
    let corners = frames.map(corners)
    for index in corners.indices.dropFirst() {
      let earlier = corners[max(index - 2, 0)]
      for (key, now) in corners[index] {
        guard let last = corners[index - 1][key], let first = earlier[key],
          touches(screen, last), touches(screen, now)
        else { continue }
        for corner in now.indices {
          let step = now[corner] - last[corner]
          let before = last[corner] - first[corner]
          let jump = StateJump(
            view: key.name, frame: index, distance: length(step), before: length(before),
            excess: length(step - before))
          if jump.isLarger(than: largest) { largest = jump }
        }
      }
    }
    return largest
  }

  /// The same of two equally large jumps, whatever the order in which they are found.
  private func isLarger(than other: StateJump?) -> Bool {
    guard let other else { return excess > 0 }
    return (excess, other.frame, other.view) > (other.excess, frame, view)
  }

  /// A view among others of its name.
  private struct Key: Hashable {
    let name: String
    let occurrence: Int
  }

  /// The corners of the views that can be seen, in the window.
  private static func corners(of views: [ViewState]) -> [Key: [SIMD2<Double>]] {
    var corners: [Key: [SIMD2<Double>]] = [:]
    var counts: [String: Int] = [:]
    for view in views {
      let key = Key(name: view.name, occurrence: counts[view.name, default: 0])
      counts[view.name, default: 0] += 1
      if view.look?.isAbsent != true, let outline = view.outline, outline.opacity >= 0.01 {
        corners[key] = outline.corners
      }
    }
    return corners
  }

  /// Whether the smallest rectangle around the corners meets the screen, or its edge.
  private static func touches(_ screen: SIMD2<Double>, _ corners: [SIMD2<Double>]) -> Bool {
    var low = corners[0]
    var high = corners[0]
    for corner in corners {
      low = pointwiseMin(low, corner)
      high = pointwiseMax(high, corner)
    }
    return low.x <= screen.x && low.y <= screen.y && high.x >= 0 && high.y >= 0
  }

  private static func length(_ way: SIMD2<Double>) -> Double {
    (way.x * way.x + way.y * way.y).squareRoot()
  }
}

extension ViewState.Outline {
  /// The corners in the window, clockwise from the top left; nil when one is not in front of the
  /// eye, for a view without area, and for an outline that a worker has damaged.
  fileprivate var corners: [SIMD2<Double>]? {
    guard size.count == 2, toWindow.count == 16, size[0] > 0, size[1] > 0 else { return nil }
    var corners: [SIMD2<Double>] = []
    for (x, y) in [(0, 0), (size[0], 0), (size[0], size[1]), (0, size[1])] {
      let w = x * toWindow[3] + y * toWindow[7] + toWindow[15]
      let placed = SIMD2(
        x * toWindow[0] + y * toWindow[4] + toWindow[12],
        x * toWindow[1] + y * toWindow[5] + toWindow[13])
      guard w > 1e-6, (placed / w).x.isFinite, (placed / w).y.isFinite else { return nil }
      corners.append(placed / w)
    }
    return corners
  }
}
