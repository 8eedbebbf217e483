public import MotionKernels

/// Replaces a view's old contents with its new contents over a duration.
///
/// Shapes and defaults are the platform's, including the four kinds that it keeps private.
public struct ContentTransition: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    case fade, moveIn, push, reveal
    /// Two faces of a cube that turns by 90°.
    case cube
    /// Two sides of a card that turns by 180°.
    case oglFlip
    /// The old contents turn over like a stiff page, about the edge opposite the subtype's edge.
    case pageCurl
    /// The new contents turn over the old ones like a stiff page.
    case pageUnCurl
  }

  /// The edge at which new contents enter.
  public enum Subtype: String, CaseIterable, Sendable {
    case fromRight, fromLeft, fromTop, fromBottom
  }

  public var type: Kind
  public var subtype: Subtype

  /// The duration in seconds.
  public var duration: Double

  public var curve: AnimationCurve

  /// The fractions of the whole transition at which it starts and ends, each 0…1.
  public var startProgress = 0.0
  public var endProgress = 1.0

  /// Creates a transition; the defaults are the platform's.
  public init(
    _ kind: Kind = .fade, subtype: Subtype = .fromRight, duration: Double = 0.25,
    curve: AnimationCurve = .linear
  ) {
    type = kind
    self.subtype = subtype
    self.duration = duration
    self.curve = curve
  }
}

struct RunningContentTransition {
  let key: String
  let transition: ContentTransition
  let old: Image?
  let group: AnimationGroup
}

// The places where old and new contents are drawn.
extension ContentTransition {
  /// How old or new contents are drawn at one instant.
  public struct Face: Hashable, Sendable {
    /// The offset, in points of the view.
    public var offset = Point.zero

    /// Opacity, 0…1.
    public var alpha = 1.0

    /// The transform about the view's center.
    public var transform = Transform3D64.identity

    /// False for a side of a turning card or cube that faces away.
    public var isVisible = true
  }

  /// The faces of the old and the new contents.
  public struct Faces: Hashable, Sendable {
    public var old = Face()
    public var new = Face()

    /// Whether the new contents cover the old ones.
    public var isNewOnTop = true
  }

  /// The distance of the eye from a turning cube or card, in widths of the view.
  public static let eyeDistance = 2.0

  /// The faces at an eased progress, for a view of a size in points.
  public func faces(at progress: Double, size: Size) -> Faces {
    let e = startProgress + (endProgress - startProgress) * progress
    let travel = travel(size)
    var faces = Faces()
    switch type {
    case .fade:
      faces.old.alpha = 1 - e
      faces.new.alpha = e
    case .push:
      faces.new.offset = travel * (1 - e)
      faces.old.offset = Point.zero - travel * e
    case .moveIn: faces.new.offset = travel * (1 - e)
    case .reveal:
      faces.old.offset = Point.zero - travel * e
      faces.isNewOnTop = false
    case .cube:
      faces.old.transform = cubeFace(turnedBy: -e, size)
      faces.new.transform = cubeFace(turnedBy: 1 - e, size)
      faces.old.isVisible = faces.old.transform.facesTheEye
      faces.new.isVisible = faces.new.transform.facesTheEye
      faces.isNewOnTop = e >= 0.5
    case .oglFlip:
      faces.old.transform = turned(by: -2 * e, size)
      faces.new.transform = turned(by: 2 * (1 - e), size)
      faces.old.isVisible = e < 0.5
      faces.new.isVisible = e >= 0.5
    case .pageCurl:
      faces.old.transform = page(turnedBy: 2 * e, size)
      faces.old.isVisible = e < 0.5
      faces.isNewOnTop = false
    case .pageUnCurl:
      faces.new.transform = page(turnedBy: 2 * (1 - e), size)
      faces.new.isVisible = e > 0.5
    }
    return faces
  }

  /// The transform of a page that has turned toward the eye by a number of right angles, about the
  /// edge opposite the one at which it is lifted.
  private func page(turnedBy quarters: Double, _ size: Size) -> Transform3D64 {
    let edge = travel(size) * 0.5
    return turned(by: -quarters, about: (edge.x, edge.y, 0), size)
  }

  /// The offset from which new contents enter, in points.
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
    turned(by: quarters, about: (0, 0, (isSideways ? size.width : size.height) / 2), size)
  }

  /// The transform of a face that has turned by a number of right angles about an axis; `offset` is
  /// the offset of the face from the axis.
  ///
  /// A positive turn moves the face toward the edge at which new contents enter.
  private func turned(
    by quarters: Double, about offset: (x: Double, y: Double, z: Double) = (0, 0, 0), _ size: Size
  ) -> Transform3D64 {
    let eye = Self.eyeDistance * (isSideways ? size.width : size.height)
    let sign: Double = subtype == .fromRight || subtype == .fromTop ? 1 : -1
    return Transform3D64.makePerspective(m34: eye > 0 ? -1 / eye : 0)
      .translated(x: -offset.x, y: -offset.y, z: -offset.z)
      .rotated(
        angle: sign * quarters * .pi / 2, x: isSideways ? 0 : 1, y: isSideways ? 1 : 0, z: 0
      )
      .translated(x: offset.x, y: offset.y, z: offset.z)
  }
}

extension View {
  /// Starts a transition from what the last tick showed to the contents at the end of this tick.
  ///
  /// The contents may be set before or after the call, and may still change later. A running
  /// transition with the same key is replaced, and its completion is called with `false`.
  public func add(
    _ transition: ContentTransition, forKey key: String = "transition",
    completion: ((Bool) -> Void)? = nil
  ) {
    removeContentTransition(forKey: key)
    let group = engine.takeGroup(
      duration: transition.duration, delay: 0, timing: .curve(transition.curve))
    group.remaining = 1
    group.completion = { [weak self, weak group] isFinished in
      self?.extras?.contentTransitions.removeAll { $0.group === group }
      completion?(isFinished)
    }
    madeExtras.contentTransitions.append(
      RunningContentTransition(key: key, transition: transition, old: shownContents, group: group))
    engine.enlist(group)
  }

  /// Ends a content transition at once; does nothing if none with this key is running.
  public func removeContentTransition(forKey key: String) {
    guard let index = contentTransitions.firstIndex(where: { $0.key == key }) else { return }
    extras?.contentTransitions.remove(at: index).group.loseOneAnimation(at: engine.commitTime)
  }

  /// The contents that a running transition replaces, and how old and new contents are drawn; nil
  /// if none is running.
  public func contentFaces(
    forKey key: String = "transition"
  ) -> (old: Image?, faces: ContentTransition.Faces)? {
    guard let running = contentTransitions.first(where: { $0.key == key }) else { return nil }
    let progress = running.group.progress(at: engine.commitTime)
    return (running.old, running.transition.faces(at: progress, size: presentation.bounds.size))
  }
}
