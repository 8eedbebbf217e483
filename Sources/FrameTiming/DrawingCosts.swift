public import FrameModel

/// What a renderer would have to draw for one frame, as far as the tree of views tells.
///
/// The numbers are counts and areas, in screens. None is a time, because nothing is drawn.
public struct DrawingCosts: Hashable, Codable, Sendable {
  /// The total area on the screen of all views that show something, divided by the screen's area:
  /// 1 if each pixel is drawn once.
  public let overdraw: Double

  /// The number of views on the screen whose shadow has no path.
  ///
  /// A renderer must first draw their contents to get the shadow's shape.
  public let shadowsWithoutPath: Int

  /// The number of views on the screen that clip their subviews to rounded corners: a renderer
  /// draws the subviews offscreen and then masks them.
  public let roundedClips: Int

  /// The sizes of the snapshots on the screen, in points, the largest first.
  public let snapshots: [SnapshotSize]

  /// Width and height in points.
  public struct SnapshotSize: Hashable, Codable, Sendable {
    public let width, height: Double

    /// Creates a size.
    public init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }
  }

  /// Creates the costs of a frame.
  public init(
    overdraw: Double, shadowsWithoutPath: Int, roundedClips: Int, snapshots: [SnapshotSize]
  ) {
    self.overdraw = overdraw
    self.shadowsWithoutPath = shadowsWithoutPath
    self.roundedClips = roundedClips
    self.snapshots = snapshots
  }
}

extension DrawingCosts {
  /// Counts the views of a frame that are on the screen, whose size is in points.
  ///
  /// A view that is covered by another one counts, because a renderer draws it, too. A view whose
  /// look is not known counts as one without a background.
  public init(of views: [ViewState], width: Double, height: Double) {
    var area = 0.0
    var shadows = 0
    var clips = 0
    var snapshots: [SnapshotSize] = []
    for view in views {
      guard let look = view.look, !look.isAbsent, !look.isHidden, let outline = view.outline,
        outline.opacity >= 0.01, let corners = outline.corners
      else { continue }
      let visible = ScreenArea.area(of: corners, width: width, height: height)
      guard visible > 0 else { continue }
      if look.drawsSomething { area += visible }
      if let shadow = look.shadow, shadow.path == nil { shadows += 1 }
      if look.clips, look.cornerRadius > 0, !look.corners.isEmpty { clips += 1 }
      if look.isSnapshot {
        snapshots.append(SnapshotSize(width: outline.size[0], height: outline.size[1]))
      }
    }
    let screen = width * height
    self.init(
      overdraw: screen > 0 ? area / screen : 0, shadowsWithoutPath: shadows, roundedClips: clips,
      snapshots: snapshots.sorted { $0.width * $0.height > $1.width * $1.height })
  }
}

extension ViewState.Look {
  fileprivate var drawsSomething: Bool {
    hasContents || background.count == 4 && background[3] > 0
  }
}

/// The part of a quadrilateral that is on the screen.
private enum ScreenArea {
  /// Its area in square points; 0 if a corner is not finite.
  static func area(of corners: [SIMD2<Double>], width: Double, height: Double) -> Double {
    var polygon = corners
    // Cuts off what is beyond each edge of the screen, one edge after another.
    for (axis, edge, sign) in [(0, 0, 1.0), (0, width, -1), (1, 0, 1), (1, height, -1)] {
      polygon = cut(polygon) { sign * ($0[axis] - edge) }
    }
    var doubled = 0.0
    for (index, point) in polygon.enumerated() {
      let next = polygon[(index + 1) % polygon.count]
      doubled += point.x * next.y - next.x * point.y
    }
    return doubled.isFinite ? doubled.magnitude / 2 : 0
  }

  /// The part of a polygon where `depth` is not negative.
  private static func cut(
    _ polygon: [SIMD2<Double>], _ depth: (SIMD2<Double>) -> Double
  ) -> [SIMD2<Double>] {
    var left: [SIMD2<Double>] = []
    for (index, point) in polygon.enumerated() {
      let next = polygon[(index + 1) % polygon.count]
      let (here, there) = (depth(point), depth(next))
      if here >= 0 { left.append(point) }
      if (here >= 0) != (there >= 0) {
        left.append(point + (next - point) * (here / (here - there)))
      }
    }
    return left
  }
}
