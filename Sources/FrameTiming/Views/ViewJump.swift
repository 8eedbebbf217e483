/// A jump of a view: between two frames it moves farther than just before and just after.
///
/// A view that is put elsewhere without an animation jumps. One that starts, reverses or ends at
/// full speed does not, because the step before or after is equally long. A view jumps *by* its
/// ``excess``.
public struct ViewJump: Hashable, Codable, Sendable {
  /// The name of the view.
  public let view: String

  /// The index of the frame that shows the view after the jump.
  public let frame: Int

  /// How far the corner with the largest jump moved since the previous frame, in points.
  public let distance: Double

  /// How much longer this step is than the steps before and after, in points.
  public let excess: Double

  /// The smallest ``excess`` at 60 Hz that a review calls a mistake, in points.
  public static let smallestMistake = 20.0

  /// The value for a scene in which nothing jumps.
  public static let none = ViewJump(view: "", frame: 0, distance: 0, excess: 0)

  /// Creates a jump.
  public init(view: String, frame: Int, distance: Double, excess: Double) {
    self.view = view
    self.frame = frame
    self.distance = distance
    self.excess = excess
  }
}

extension ViewJump {
  /// The jump with the largest excess, the earliest one if several are equal, or nil if there is
  /// none.
  ///
  /// - Parameters:
  ///   - frames: The views of each frame, as ``all(in:width:height:)`` takes them.
  ///   - width: The width of the screen, in points.
  ///   - height: The height of the screen, in points.
  /// - Returns: The jump with the largest excess.
  public static func largest(
    in frames: [[ViewState]], width: Double, height: Double
  ) -> ViewJump? {
    all(in: frames, width: width, height: height).reduce(nil) { largest, jump in
      jump.excess > largest?.excess ?? 0 ? jump : largest
    }
  }

  /// The jump of every view in every frame, in the order of time and of names.
  ///
  /// A view is compared with the view of the same name in other frames. If several views share a
  /// name, they are matched in order. Only views with a visible area that touch the screen in both
  /// frames count: a cell that is reused below the edge jumps where it cannot be seen.
  ///
  /// - Parameters:
  ///   - frames: The views of each frame, back to front, at equal intervals. Before the first frame
  ///     and after the last one, nothing moves.
  ///   - width: The width of the screen, in points.
  ///   - height: The height of the screen, in points.
  /// - Returns: Jumps whose excess is more than a rounding error.
  public static func all(in frames: [[ViewState]], width: Double, height: Double) -> [ViewJump] {
    let frames = frames.map(corners)
    return frames.indices.dropFirst().flatMap { index in
      let earlier = frames[max(index - 2, 0)]
      let later = frames[min(index + 1, frames.count - 1)]
      return frames[index].sorted { $0.key < $1.key }.compactMap { key, now -> ViewJump? in
        guard let last = frames[index - 1][key], touches(last, width, height),
          touches(now, width, height)
        else { return nil }
        let (before, after) = (earlier[key], later[key])
        var largest: ViewJump?
        for corner in now.indices {
          let distance = length(now[corner] - last[corner])
          let beside = [
            before.map { length(last[corner] - $0[corner]) },
            after.map { length($0[corner] - now[corner]) },
          ].compactMap(\.self).max()
          guard let beside, distance - beside > largest?.excess ?? roundingError else { continue }
          largest = ViewJump(
            view: key.name, frame: index, distance: distance, excess: distance - beside)
        }
        return largest
      }
    }
  }

  /// A finding for each jump by at least ``smallestMistake``, in the order of time and of names.
  ///
  /// - Parameters:
  ///   - frames: The views of each frame at 60 Hz, as ``all(in:width:height:)`` takes them.
  ///   - width: The width of the screen, in points.
  ///   - height: The height of the screen, in points.
  /// - Returns: One finding per jump.
  public static func mistakes(
    in frames: [[ViewState]], width: Double, height: Double
  ) -> [SceneFinding] {
    let grid = VsyncGrid(rate: .hz60)
    return all(in: frames, width: width, height: height)
      .filter { $0.excess >= smallestMistake }
      .map { .jump(view: $0.view, points: $0.excess, seconds: Double(grid.vsync($0.frame)) / 1e9) }
  }

  /// In points: far more than the rounding errors of steady motion, and far less than is visible.
  private static let roundingError = 1e-6

  /// A view, identified by its name and its position among the views of that name.
  private struct Key: Hashable, Comparable {
    let name: String
    let occurrence: Int

    static func < (a: Key, b: Key) -> Bool { (a.name, a.occurrence) < (b.name, b.occurrence) }
  }

  /// The corners of the visible views, in the window.
  private static func corners(of views: [ViewState]) -> [Key: [SIMD2<Double>]] {
    var corners: [Key: [SIMD2<Double>]] = [:]
    var counts: [String: Int] = [:]
    for view in views {
      let key = Key(name: view.name, occurrence: counts[view.name, default: 0])
      counts[view.name, default: 0] += 1
      guard view.look?.isAbsent != true, let outline = view.outline, outline.opacity >= 0.01,
        outline.size.allSatisfy({ $0 > 0 })
      else { continue }
      corners[key] = outline.corners
    }
    return corners
  }

  /// Whether the bounding rectangle of the corners overlaps the screen or touches its edge.
  private static func touches(
    _ corners: [SIMD2<Double>], _ width: Double, _ height: Double
  ) -> Bool {
    let low = corners.reduce(corners[0]) { pointwiseMin($0, $1) }
    let high = corners.reduce(corners[0]) { pointwiseMax($0, $1) }
    return low.x <= width && low.y <= height && high.x >= 0 && high.y >= 0
  }

  private static func length(_ offset: SIMD2<Double>) -> Double {
    (offset.x * offset.x + offset.y * offset.y).squareRoot()
  }
}
