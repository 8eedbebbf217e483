public import MotionKernels

extension ContentTransition {
  /// How old or new contents are drawn at one instant.
  public struct Face: Hashable, Sendable {
    /// Offset in points of the view.
    public var offset = Point.zero

    /// Opacity, 0…1.
    public var alpha = 1.0

    /// About the view's centre.
    public var transform = Transform3D64.identity

    /// False for the side of a turning card that faces away.
    public var isVisible = true

    /// Creates contents as they are.
    public init() {}
  }

  /// Old and new contents.
  public struct Faces: Hashable, Sendable {
    public var old = Face()
    public var new = Face()

    /// Whether the new contents lie over the old ones.
    public var isNewOnTop = true

    /// Creates two faces as they are.
    public init() {}
  }

  /// The distance of the eye from a turning cube or card, in widths of the view.
  static let eyeDistance = 2.0

  /// Where both contents are at an eased progress, for a view of a size in points.
  public func faces(at progress: Double, size: Size) -> Faces {
    let e = startProgress + (endProgress - startProgress) * progress
    let way = travel(size)
    var faces = Faces()
    switch kind {
    case .fade: (faces.old.alpha, faces.new.alpha) = (1 - e, e)
    case .push:
      faces.new.offset = way * (1 - e)
      faces.old.offset = Point.zero - way * e
    case .moveIn: faces.new.offset = way * (1 - e)
    case .reveal:
      faces.old.offset = Point.zero - way * e
      faces.isNewOnTop = false
    case .cube:
      faces.old.transform = cubeFace(turnedBy: -e, size)
      faces.new.transform = cubeFace(turnedBy: 1 - e, size)
    case .oglFlip:
      faces.old.transform = turned(by: -2 * e, depth: 0, size)
      faces.new.transform = turned(by: 2 * (1 - e), depth: 0, size)
      faces.old.isVisible = e < 0.5
      faces.new.isVisible = e >= 0.5
    case .pageCurl: faces.isNewOnTop = false
    case .pageUnCurl: break
    }
    return faces
  }

  /// From where new contents come, in points.
  private func travel(_ size: Size) -> Point {
    switch subtype {
    case .fromRight: Point(x: size.width, y: 0)
    case .fromLeft: Point(x: -size.width, y: 0)
    case .fromTop: Point(x: 0, y: -size.height)
    case .fromBottom: Point(x: 0, y: size.height)
    }
  }

  private var isSideways: Bool { subtype == .fromRight || subtype == .fromLeft }

  private func cubeFace(turnedBy quarters: Double, _ size: Size) -> Transform3D64 {
    turned(by: quarters, depth: (isSideways ? size.width : size.height) / 2, size)
  }

  /// A face at `depth` before an axis through the middle, turned by a number of right angles.
  ///
  /// Positive turns bring the face toward the edge at which new contents enter.
  private func turned(by quarters: Double, depth: Double, _ size: Size) -> Transform3D64 {
    let span = isSideways ? size.width : size.height
    let angle = quarters * .pi / 2
    let eye = Self.eyeDistance * span
    let perspective = Transform3D64.makePerspective(m34: eye > 0 ? -1 / eye : 0)
    let placed = perspective.translated(x: 0, y: 0, z: -depth)
    let rotated =
      switch subtype {
      case .fromRight: placed.rotated(angle: angle, x: 0, y: 1, z: 0)
      case .fromLeft: placed.rotated(angle: -angle, x: 0, y: 1, z: 0)
      case .fromTop: placed.rotated(angle: angle, x: 1, y: 0, z: 0)
      case .fromBottom: placed.rotated(angle: -angle, x: 1, y: 0, z: 0)
      }
    return rotated.translated(x: 0, y: 0, z: depth)
  }
}
