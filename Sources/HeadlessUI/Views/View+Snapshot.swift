extension View {
  /// A view that looks like this one and everything in it, and does not change with them.
  ///
  /// The snapshot has this view's size and is at the origin, without the view's transform and
  /// recognizers. Pictures and texts are copied, but not a view's own layout or drawing code. With
  /// `afterScreenUpdates`, the snapshot shows the model values after layout; otherwise, what is on
  /// screen now. Nil if the view has no area.
  public func snapshotView(afterScreenUpdates: Bool) -> View? {
    if afterScreenUpdates { layoutIfNeeded() }
    let copy = snapshot(afterScreenUpdates)
    let size = copy.model.bounds.size
    guard size.width > 0, size.height > 0 else { return nil }
    copy.isSnapshot = true
    copy.model.transform = .identity
    copy.anchorPoint = Point(x: 0.5, y: 0.5)
    copy.model.center = Point(x: size.width / 2, y: size.height / 2)
    // Not recursive: a tree may be deeper than the stack allows.
    var waiting = [(self, copy)]
    while let (original, copy) = waiting.popLast() {
      for subview in original.subviews {
        let image = subview.snapshot(afterScreenUpdates)
        copy.addSubview(image)
        waiting.append((subview, image))
      }
    }
    return copy
  }

  private func snapshot(_ isModel: Bool) -> View {
    let copy = makeCopy()
    copy.model = isModel ? model : presentation
    let shown = isModel ? decoration : presentationDecoration
    if shown != Decoration() { copy.changeDecoration { $0 = shown } }
    copy.anchorPoint = anchorPoint
    copy.sublayerTransform = sublayerTransform
    copy.isHidden = isHidden
    copy.maskedCorners = maskedCorners
    copy.clipsToBounds = clipsToBounds
    copy.zPosition = zPosition
    return copy
  }
}
