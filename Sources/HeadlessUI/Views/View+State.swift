@_exported public import FrameModel
import MotionKernels

extension ViewState {
  /// Copies what a view shows now.
  public init(_ view: View) {
    let values = view.presentation
    let frame = values.frame(anchorPoint: view.anchorPoint)
    let toWindow = view.presentationTransform.translated(
      x: -view.anchorPoint.x * values.bounds.width, y: -view.anchorPoint.y * values.bounds.height,
      z: 0)
    self.init(
      name: view.name, frame: [frame.minX, frame.minY, frame.width, frame.height],
      transform: values.transform.entries, alpha: values.alpha,
      outline: Outline(
        size: [values.bounds.width, values.bounds.height], toWindow: toWindow.entries,
        opacity: view.presentationOpacity),
      look: Look(view))
  }
}

extension ViewState.Look {
  fileprivate init(_ view: View) {
    let values = view.presentation
    let color = values.backgroundColor
    let corners: [(Corners, String)] = [
      (.topLeft, "topLeft"), (.topRight, "topRight"), (.bottomLeft, "bottomLeft"),
      (.bottomRight, "bottomRight"),
    ]
    self.init(
      cornerRadius: values.cornerRadius,
      corners: corners.filter { view.maskedCorners.contains($0.0) }.map(\.1),
      background: color.components, zPosition: view.zPosition, isHidden: view.isHidden,
      isAbsent: !(view.root is Window), hasContents: view.showsContents,
      clips: view.clipsToBounds, isSnapshot: view.isSnapshot, shadow: Shadow(view),
      border: Border(view))
  }
}

extension ViewState.Look.Shadow {
  fileprivate init?(_ view: View) {
    let decoration = view.presentationDecoration
    guard decoration.hasShadow else { return nil }
    let offset = decoration.shadowOffset
    self.init(
      color: decoration.shadowColor.components, opacity: decoration.shadowOpacity,
      radius: decoration.shadowRadius, offset: [offset.width, offset.height],
      path: decoration.shadowPath.map { [$0.minX, $0.minY, $0.width, $0.height] })
  }
}

extension ViewState.Look.Border {
  fileprivate init?(_ view: View) {
    let decoration = view.presentationDecoration
    guard decoration.hasBorder else { return nil }
    self.init(width: decoration.borderWidth, color: decoration.borderColor.components)
  }
}

extension Color {
  /// Red, green, blue, and opacity.
  fileprivate var components: [Double] { [red, green, blue, opacity] }
}

extension View {
  /// The states of this view and all its descendants, back to front.
  ///
  /// A view comes before its subviews; subviews are ordered by depth, then by index.
  public func states() -> [ViewState] {
    var list: [ViewState] = []
    // Not recursive: a tree may be deeper than the stack allows.
    var waiting = [self]
    while let view = waiting.popLast() {
      list.append(ViewState(view))
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
