public import MotionKernels

/// What one view shows at one instant: presentation values.
public struct ViewSnapshot: Hashable, Sendable {
  public let name: String

  /// In points of the superview.
  public let frame: Rect

  /// Applied about the anchor point; row vectors.
  public let transform: Transform3D64

  /// Opacity, 0…1.
  public let alpha: Double

  /// Radius of the rounded corners, in points.
  public let cornerRadius: Double

  /// The corners that the radius rounds.
  public let maskedCorners: Corners

  public let backgroundColor: Color

  /// Depth, which orders drawing and moves nothing.
  public let zPosition: Double

  /// Whether the view and its subviews are hidden.
  public let isHidden: Bool

  /// Whether the view is in no window: it has left the screen, or has not come yet.
  public let isDetached: Bool

  /// The size of the view's own bounds, in points.
  public let size: Size

  /// Maps points relative to the top left corner of the bounds to points of the window.
  public let toWindow: Transform3D64

  /// The product of the opacities of the view and all views around it; 0 for a hidden view.
  public let opacity: Double

  /// Copies what a view shows now.
  public init(_ view: View) {
    let values = view.presentation
    size = values.bounds.size
    toWindow = view.presentationTransform.movingOrigin(
      by: Point(
        x: view.anchorPoint.x * values.bounds.width, y: view.anchorPoint.y * values.bounds.height))
    opacity = view.presentationOpacity
    name = view.name
    frame = values.frame(anchorPoint: view.anchorPoint)
    transform = values.transform
    alpha = values.alpha
    cornerRadius = values.cornerRadius
    maskedCorners = view.maskedCorners
    backgroundColor = values.backgroundColor
    zPosition = view.zPosition
    isHidden = view.isHidden
    isDetached = !(view.root is Window)
  }
}

extension View {
  /// What this view and all its descendants show, back to front.
  ///
  /// A view comes before its subviews; subviews are ordered by depth, then by index.
  public func snapshots() -> [ViewSnapshot] {
    var list: [ViewSnapshot] = []
    // Not recursive: a tree may be deeper than the stack allows.
    var waiting = [self]
    while let view = waiting.popLast() {
      list.append(ViewSnapshot(view))
      waiting.append(contentsOf: view.subviewsInDrawingOrder.reversed())
    }
    return list
  }

  /// The subviews, ordered by depth, then by index.
  private var subviewsInDrawingOrder: [View] {
    let isFlat = subviews.allSatisfy { $0.zPosition == subviews[0].zPosition }
    guard !isFlat else { return subviews }
    return subviews.indices.sorted {
      (subviews[$0].zPosition, $0) < (subviews[$1].zPosition, $1)
    }.map { subviews[$0] }
  }
}

extension View {
  /// The product of all opacities from this view up to the root; 0 for a hidden view.
  fileprivate var presentationOpacity: Double {
    var opacity = 1.0
    var view: View? = self
    while let current = view {
      opacity *= current.isHidden ? 0 : current.presentation.alpha
      view = current.superview
    }
    return opacity
  }
}

extension Transform3D64 {
  /// This transform after points were moved by minus `offset`: of points that are relative to
  /// another one.
  fileprivate func movingOrigin(by offset: Point) -> Transform3D64 {
    var moved = self
    moved.m41 -= offset.x * m11 + offset.y * m21
    moved.m42 -= offset.x * m12 + offset.y * m22
    moved.m43 -= offset.x * m13 + offset.y * m23
    moved.m44 -= offset.x * m14 + offset.y * m24
    return moved
  }
}
