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

  /// Copies what a view shows now.
  public init(_ view: View) {
    let values = view.presentation
    name = view.name
    frame = values.frame(anchorPoint: view.anchorPoint)
    transform = values.transform
    alpha = values.alpha
  }
}

extension View {
  /// What this view and all its descendants show, back to front.
  ///
  /// A view comes before its subviews; subviews are ordered by depth, then by index.
  public func snapshots() -> [ViewSnapshot] {
    var list: [ViewSnapshot] = []
    collect(into: &list)
    return list
  }

  private func collect(into list: inout [ViewSnapshot]) {
    list.append(ViewSnapshot(self))
    let isFlat = subviews.allSatisfy { $0.zPosition == subviews[0].zPosition }
    guard !isFlat else {
      for subview in subviews { subview.collect(into: &list) }
      return
    }
    let order = subviews.indices.sorted {
      (subviews[$0].zPosition, $0) < (subviews[$1].zPosition, $1)
    }
    for index in order { subviews[index].collect(into: &list) }
  }
}
