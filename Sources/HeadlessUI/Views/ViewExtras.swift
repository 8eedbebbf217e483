public import MotionKernels

/// The properties that few views use.
///
/// They are kept apart from ``View``, which halves the memory of a view. Layout visits many views,
/// and is fast as long as they fit into the caches.
final class ViewExtras {
  @exclusivity(unchecked) var sublayerTransform = Transform3D64.identity
  @exclusivity(unchecked) var contents: Image?

  /// The contents that a tick showed before they were replaced, with the index of the tick.
  var replaced: (contents: Image?, tick: Int)?

  var contentMode = View.ContentMode.scaleToFill
  var contentTransitions: [RunningContentTransition] = []
  var decoration = Decoration()
  var gestureRecognizers: [GestureRecognizer] = []
  weak var overlay: View?
  var tag = 0
  var isSnapshot = false
  var autoresizingMask: View.AutoresizingMask = []
  var autoresizesSubviews = true
  var shouldRasterize = false
  var isOpaque = true
  var rasterizationScale = 1.0
}

extension View {
  /// The extras, which are created if there are none.
  var madeExtras: ViewExtras {
    if let extras { return extras }
    let made = ViewExtras()
    extras = made
    return made
  }

  /// The transform that applies to all subviews, about this view's anchor point.
  public var sublayerTransform: Transform3D64 {
    get { extras?.sublayerTransform ?? .identity }
    set {
      let isTransform = newValue != .identity
      guard isTransform || transformsSubviews else { return }
      madeExtras.sublayerTransform = newValue
      transformsSubviews = isTransform
      for subview in subviews { subview.hasChanged = true }
    }
  }

  /// How a picture fills the view; only an ``ImageView`` has a picture.
  public var contentMode: ContentMode {
    get { extras?.contentMode ?? .scaleToFill }
    set { madeExtras.contentMode = newValue }
  }

  /// A number for your own use.
  public var tag: Int {
    get { extras?.tag ?? 0 }
    set { madeExtras.tag = newValue }
  }

  /// Whether ``snapshotView(afterScreenUpdates:)`` made this view.
  var isSnapshot: Bool {
    get { extras?.isSnapshot ?? false }
    set { madeExtras.isSnapshot = newValue }
  }

  /// Has no effect, because nothing is rasterized.
  public var shouldRasterize: Bool {
    get { extras?.shouldRasterize ?? false }
    set { madeExtras.shouldRasterize = newValue }
  }

  /// Has no effect, like ``shouldRasterize``.
  public var rasterizationScale: Double {
    get { extras?.rasterizationScale ?? 1 }
    set { madeExtras.rasterizationScale = newValue }
  }

  /// The recognizers that receive this view's touches; setting nil removes them all.
  ///
  /// Never nil; its type is optional so that code for the platform, which unwraps it, compiles.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  public var gestureRecognizers: [GestureRecognizer]! {
    get { extras?.gestureRecognizers ?? [] }
    set {
      for recognizer in extras?.gestureRecognizers ?? [] { removeGestureRecognizer(recognizer) }
      for recognizer in newValue ?? [] { addGestureRecognizer(recognizer) }
    }
  }

  /// Has no effect, like ``shouldRasterize``.
  public var isOpaque: Bool {
    get { extras?.isOpaque ?? true }
    set { if newValue != isOpaque { madeExtras.isOpaque = newValue } }
  }

  /// The container of a presentation that covers only this view: it stays directly in front of the
  /// view, and is added and removed with it.
  var overlay: View? {
    get { extras?.overlay }
    set { if newValue != nil || extras != nil { madeExtras.overlay = newValue } }
  }

  /// The picture that an image view shows; the new contents of content transitions.
  var contents: Image? {
    get { extras?.contents }
    set {
      let extras = madeExtras
      if extras.replaced?.tick != engine.displayIndex {
        extras.replaced = (extras.contents, engine.displayIndex)
      }
      extras.contents = newValue
      hasChanged = true
    }
  }

  /// The picture that the last tick showed; the old contents of content transitions.
  var shownContents: Image? {
    guard let replaced = extras?.replaced, replaced.tick == engine.displayIndex else {
      return contents
    }
    return replaced.contents
  }

  /// Running content transitions, at most one per key.
  var contentTransitions: [RunningContentTransition] { extras?.contentTransitions ?? [] }

  /// The shadow and the border, by model values.
  public var decoration: Decoration { extras?.decoration ?? Decoration() }
}
