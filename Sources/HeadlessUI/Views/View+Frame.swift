import MotionKernels

extension View {
  /// The rectangle that the view occupies in its superview, in points; never stored.
  ///
  /// Writing it solves for bounds size and centre, so that reading gives the rectangle back; bounds
  /// origin and anchor point stay. A rectangle of negative size is flipped. Under a transform that is
  /// not a composition of scale and translation there is no answer: a debug build traps, a release
  /// build reports ``Diagnostic/undefinedFrame(view:)`` and leaves the geometry as it was.
  public var frame: Rect {
    get { model.frame(anchorPoint: anchorPoint) }
    set {
      let transform = model.transform
      guard transform.isScaleAndTranslation, transform.m11 != 0, transform.m22 != 0 else {
        engine.report(.undefinedFrame(view: name))
        assertionFailure("The frame of '\(name)' has no answer under \(transform.entries)")
        return
      }
      setFrame(newValue.standardized, under: transform)
    }
  }

  private func setFrame(_ frame: Rect, under transform: Transform3D64) {
    let size = Size(
      width: frame.width / abs(transform.m11), height: frame.height / abs(transform.m22))
    // Where the anchor falls in the frame: mirrored when the scale is negative.
    let unitX = transform.m11 < 0 ? 1 - anchorPoint.x : anchorPoint.x
    let unitY = transform.m22 < 0 ? 1 - anchorPoint.y : anchorPoint.y
    bounds = Rect(origin: model.bounds.origin, size: size)
    center = Point(
      x: frame.minX + unitX * frame.width - transform.m41,
      y: frame.minY + unitY * frame.height - transform.m42)
  }

  /// The frame on screen at the last tick.
  public var presentationFrame: Rect { presentation.frame(anchorPoint: anchorPoint) }
}
