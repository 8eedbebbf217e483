import FrameSignposts
public import MotionKernels

/// A rectangle on an imagined screen, with geometry, opacity, and subviews, but no pixels.
///
/// Reading a property returns its model value. Writing one inside a block that is passed to
/// ``Engine/animate(duration:delay:curve:animations:completion:)`` records an animation; the model
/// value still changes at once.
///
/// Exclusivity is not checked at run time: an engine and its views are used from one thread, and no
/// access to a property is open while other code is called. The checks would take a third of the
/// instructions of a frame that lays out views.
///
/// The properties are declared in the order of their use: layout and the reading of a tree visit
/// many views, and so find what they need of each in a few cache lines.
open class View {
  /// The engine whose clock drives this view's animations.
  public let engine: Engine

  /// The superview, which retains this view.
  ///
  /// Not weak, because that would make every release of a view slower. A superview that is
  /// deallocated resets this property in its subviews.
  @exclusivity(unchecked) private(set) var parent: Unmanaged<View>?

  /// The views in this one, back to front.
  @exclusivity(unchecked) public private(set) var subviews: [View] = []

  /// Running animations, oldest first.
  @exclusivity(unchecked) var animations: [PropertyAnimation] = []

  @exclusivity(unchecked) private(set) var needsLayout = false

  /// Whether a descendant may need layout; if false, none does except those that a layout pass is
  /// yet to visit.
  @exclusivity(unchecked) var containsLayout = false

  /// Whether what the view draws may have changed since a ``ViewTree`` read it.
  @exclusivity(unchecked) var hasChanged = true

  /// Whether the view and its subviews are hidden: neither drawn nor hit by touches.
  @exclusivity(unchecked) public var isHidden = false {
    didSet {
      guard isHidden != oldValue else { return }
      hasChanged = true
      // Stacks leave no space for hidden views.
      invalidateIntrinsicContentSize()
    }
  }

  /// Whether the parts of subviews outside the bounds are cut off.
  @exclusivity(unchecked) public var clipsToBounds = false { didSet { hasChanged = true } }

  /// Whether ``sublayerTransform`` is not the identity.
  @exclusivity(unchecked) var transformsSubviews = false

  /// Whether touches can hit the view and its subviews.
  @exclusivity(unchecked) public var isUserInteractionEnabled = true

  /// Whether a subview may have an ``autoresizingMask``.
  @exclusivity(unchecked) var resizesSubviews = false

  /// The view's place in the engine's layout queue, from 1, or 0 if it is not in the queue.
  @exclusivity(unchecked) var layoutNumber = 0

  /// What stacks may do with the view's size.
  @exclusivity(unchecked) public var layoutTraits = LayoutTraits() {
    didSet { if layoutTraits != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// The point of the view that ``center`` places, in unit coordinates; (0.5, 0.5) by default.
  ///
  /// Setting it keeps ``center``, so the frame moves. Values outside the unit square are legal.
  @exclusivity(unchecked) public var anchorPoint = Point(x: 0.5, y: 0.5) {
    didSet { hasChanged = true }
  }

  @exclusivity(unchecked) var model: ViewValues { didSet { hasChanged = true } }

  /// The index in the engine's samples of what the view showed at the last tick, or -1 for a view
  /// without animations.
  @exclusivity(unchecked) var sampleIndex = -1

  /// The drawing order among siblings; it does not move the view.
  @exclusivity(unchecked) public var zPosition = 0.0 {
    didSet { if zPosition != oldValue { engine.hierarchyVersion += 1 } }
  }

  /// The name of the view in traces and diagnostics.
  public var name: String

  /// The corners that ``cornerRadius`` rounds; all of them by default.
  public var maskedCorners = Corners.all

  /// The properties that few views use, or nil if this view uses none.
  @exclusivity(unchecked) var extras: ViewExtras?

  /// Creates a view with the identity transform.
  public init(engine: Engine, name: String = "view", frame: Rect = .zero) {
    self.engine = engine
    self.name = name
    model = ViewValues(frame: frame)
  }

  /// Creates a view on the current engine, named after its type.
  public init(frame: Rect) {
    engine = .current
    name = String(describing: Self.self)
    model = ViewValues(frame: frame)
  }

  public convenience init() { self.init(frame: .zero) }

  deinit {
    if layoutNumber != 0 { engine.layoutQueue.remove(self) }
    // One view after the other, because a recursive release of a deep tree would overflow the
    // stack.
    var waiting = releaseSubviews()
    while var view = waiting.popLast() {
      guard isKnownUniquelyReferenced(&view), !view.subviews.isEmpty else { continue }
      waiting.append(contentsOf: view.releaseSubviews())
    }
  }

  /// Takes out all subviews at once, without notifying them.
  private func releaseSubviews() -> [View] {
    let released = subviews
    subviews = []
    for view in released { view.parent = nil }
    return released
  }

  /// Places subviews; called by the layout pass when the view needs layout.
  open func layoutSubviews() {}

  /// The size that the view wants within a limit, which may be infinite.
  ///
  /// Zero for a plain view, whose ``layoutTraits`` give it a size in a stack.
  open func sizeThatFits(_ limit: Size) -> Size { .zero }

  /// A new view with the same contents, for a snapshot.
  func makeCopy() -> View { View(engine: engine, name: "\(name) snapshot") }

  /// Whether the view shows more than its background.
  var showsContents: Bool { contents != nil }

  /// Drops measured sizes, because something in the view has changed.
  func forgetSizes() {}

  /// Whether the view or one of its subviews can be hit at a point, in its own coordinates; by
  /// default, whether the point is in its bounds.
  open func point(inside point: Point, with event: Event?) -> Bool { bounds.contains(point) }

  /// Called when the view was added to another superview or removed from one, and not when it
  /// moves among the subviews of its own.
  open func didMoveToSuperview() {}
}

// Animatable properties. Positions and sizes animate additively: the animation records the old
// value minus the new one. The others animate from a recorded start to a recorded end.
extension View {
  /// The position of the anchor point in the superview, in points.
  public var center: Point {
    get {
      engine.lastPlaceRead = (ObjectIdentifier(self), .center)
      return model.center
    }
    set {
      engine.lastPlaceRead = nil
      if newValue != model.center { record(.center) { $0.center = newValue } }
    }
  }

  /// The origin and size of the view's own coordinate space, in points; setting it keeps
  /// ``center``.
  public var bounds: Rect {
    get { model.bounds }
    set {
      if newValue.origin != model.bounds.origin {
        record(.boundsOrigin) { $0.bounds.origin = newValue.origin }
      }
      if newValue.size != model.bounds.size {
        let old = model.bounds.size
        record(.boundsSize) { $0.bounds.size = newValue.size }
        setNeedsLayout()
        if resizesSubviews { resizeSubviews(from: old) }
      }
    }
  }

  /// The 4 × 4 transform about the anchor point.
  public var transform: Transform3D64 {
    get { model.transform }
    set {
      if animations.isEmpty, engine.recording.group == nil {
        model.transform = newValue
        return engine.reviewForeignBlock(changing: self)
      }
      let old = model.transform
      model.transform = newValue
      recordTransform(from: old, to: newValue)
    }
  }

  /// The opacity, 0…1.
  public var alpha: Double {
    get { model.alpha }
    set { record(.alpha) { $0.alpha = newValue } }
  }

  /// The radius of the rounded corners, in points.
  public var cornerRadius: Double {
    get { model.cornerRadius }
    set { record(.cornerRadius) { $0.cornerRadius = newValue } }
  }

  public var backgroundColor: Color {
    get { model.backgroundColor }
    set { record(.backgroundColor) { $0.backgroundColor = newValue } }
  }

  /// Assigns a property other than the transform, and records its animation if there is one.
  @inline(__always)
  private func record(
    _ property: PropertyAnimation.Property, _ assign: (inout ViewValues) -> Void
  ) {
    if animations.isEmpty, engine.recording.group == nil {
      // There is nothing to record and no animation that the new value would replace.
      assign(&model)
      return engine.reviewForeignBlock(changing: self)
    }
    let old = model[property]
    assign(&model)
    if property.isAdditive {
      recordAdditive(property, from: old, to: model[property])
    } else {
      recordAbsolute(property, from: old, to: model[property])
    }
  }
}

// The frame, which is derived and never stored.
extension View {
  /// The rectangle that the view occupies in its superview, in points.
  ///
  /// Setting it sets the bounds size and the center so that reading it returns the same rectangle;
  /// bounds origin and anchor point stay. A negative width or height is standardized. This is only
  /// possible if the transform consists of scale and translation: with any other,
  /// ``Diagnostic/undefinedFrame(view:)`` is reported and nothing changes.
  public var frame: Rect {
    get {
      engine.lastPlaceRead = (ObjectIdentifier(self), .frame)
      return model.frame(anchorPoint: anchorPoint)
    }
    set {
      let transform = model.transform
      guard transform.isScaleAndTranslation, transform.m11 != 0, transform.m22 != 0 else {
        return engine.report(.undefinedFrame(view: name))
      }
      setFrame(newValue.standardized, under: transform)
    }
  }

  private func setFrame(_ frame: Rect, under transform: Transform3D64) {
    let size = Size(
      width: frame.width / abs(transform.m11), height: frame.height / abs(transform.m22))
    // The anchor in unit coordinates of the frame: mirrored if the scale is negative.
    let unitX = transform.m11 < 0 ? 1 - anchorPoint.x : anchorPoint.x
    let unitY = transform.m22 < 0 ? 1 - anchorPoint.y : anchorPoint.y
    bounds = Rect(origin: model.bounds.origin, size: size)
    center = Point(
      x: frame.minX + unitX * frame.width - transform.m41,
      y: frame.minY + unitY * frame.height - transform.m42)
  }

  /// Places the view as stacks and containers do: under a transform, bounds and center are set, as
  /// if there were none.
  public func setLayoutFrame(_ frame: Rect) {
    bounds.size = frame.size
    center = Point(
      x: frame.minX + anchorPoint.x * frame.width, y: frame.minY + anchorPoint.y * frame.height)
  }

  /// The rectangle for which ``setLayoutFrame(_:)`` would change nothing.
  var placement: Rect {
    let size = bounds.size
    return Rect(
      origin: center - Point(x: anchorPoint.x * size.width, y: anchorPoint.y * size.height),
      size: size)
  }

  /// The frame on screen at the last tick.
  public var presentationFrame: Rect { presentation.frame(anchorPoint: anchorPoint) }
}

// The hierarchy of views.
extension View {
  /// Adds `view` in front of the other subviews, after removing it from its old superview.
  public func addSubview(_ view: View) { insertSubview(view, at: subviews.count) }

  /// Inserts `view` at `index` among the other subviews; 0 is the back.
  ///
  /// An index out of range is clamped. A view is never inserted into itself or into a descendant:
  /// the call is reported and ignored.
  public func insertSubview(_ view: View, at index: Int) {
    guard !isDescendant(of: view) else { return engine.report(.cyclicHierarchy(view: view.name)) }
    if view.engine !== engine {
      engine.report(.viewOfOtherEngine(view: view.name, superview: name))
    }
    let isNew = view.superview !== self
    view.detach()
    subviews.insert(view, at: min(max(index, 0), subviews.count))
    view.parent = .passUnretained(self)
    engine.hierarchyVersion += 1
    if view.needsLayout || view.containsLayout { view.announceLayout() }
    setNeedsLayout()
    view.invalidateIntrinsicContentSize()
    if let extras = view.extras {
      if !extras.autoresizingMask.isEmpty { resizesSubviews = true }
      if let overlay = extras.overlay { insertSubview(overlay, aboveSubview: view) }
    }
    if isNew { view.didMoveToSuperview() }
  }

  /// Inserts `view` behind `sibling`, or in front of everything if `sibling` is not a subview.
  public func insertSubview(_ view: View, belowSubview sibling: View) {
    insert(view, above: 0, sibling)
  }

  /// Inserts `view` in front of `sibling`, or in front of everything if `sibling` is not a subview.
  public func insertSubview(_ view: View, aboveSubview sibling: View) {
    insert(view, above: 1, sibling)
  }

  private func insert(_ view: View, above count: Int, _ sibling: View) {
    guard view !== sibling else { return }
    guard let place = index(of: sibling) else { return addSubview(view) }
    // Among the other subviews, of which the view itself may be one that is farther back.
    let isBehind = index(of: view).map { $0 < place } ?? false
    insertSubview(view, at: place + count - (isBehind ? 1 : 0))
  }

  /// Moves a subview behind the others; does nothing if `view` is not a subview.
  public func sendSubviewToBack(_ view: View) {
    guard view.superview === self else { return }
    insertSubview(view, at: 0)
  }

  /// Moves a subview in front of the others; does nothing if `view` is not a subview.
  public func bringSubviewToFront(_ view: View) {
    guard view.superview === self else { return }
    insertSubview(view, at: subviews.count)
  }

  /// Removes the view from its superview; does nothing if it has none.
  public func removeFromSuperview() {
    guard superview != nil else { return }
    detach()
    overlay?.removeFromSuperview()
    didMoveToSuperview()
  }

  /// Whether the view is `ancestor` or one of its descendants.
  public func isDescendant(of ancestor: View) -> Bool {
    var view: View? = self
    while let current = view {
      if current === ancestor { return true }
      view = current.superview
    }
    return false
  }

  /// The topmost ancestor of the view, or the view itself if it has no superview.
  public var root: View {
    var view = self
    while let next = view.superview { view = next }
    return view
  }

  /// The view that contains this one, or nil if none does.
  public var superview: View? { parent?.takeUnretainedValue() }

  func index(of view: View) -> Int? { subviews.firstIndex { $0 === view } }

  private func detach() {
    guard let superview else { return }
    if let index = superview.index(of: self) { superview.subviews.remove(at: index) }
    parent = nil
    engine.hierarchyVersion += 1
    superview.setNeedsLayout()
    superview.invalidateIntrinsicContentSize()
  }
}

// Layout and gestures.
extension View {
  /// Requests layout in the next layout step: this tick's if it is still to come, or else the next
  /// tick's.
  public func setNeedsLayout() {
    guard !needsLayout else { return }
    needsLayout = true
    engine.layoutQueue.append(self)
    announceLayout()
  }

  /// Tells the superviews that this view or a view in it needs layout.
  private func announceLayout() {
    let current = engine.layoutPass.current?.toOpaque()
    var next = parent
    while let view = next {
      // Superviews are retained by their own superviews.
      next = view._withUnsafeGuaranteedRef { view in
        guard !view.containsLayout else { return nil }
        view.containsLayout = true
        return view.parent
      }
      // The layout pass visits the subviews of the current view next.
      if view.toOpaque() == current { return }
    }
  }

  /// Lays out this view and its descendants now if they need it, each view before its subviews.
  public func layoutIfNeeded() {
    engine.signposter.withIntervalSignpost("layout") { engine.layoutPass.layOut(self) }
  }

  /// Lays out this view alone; returns false if it did not need layout.
  @discardableResult
  func layOutIfMarked() -> Bool {
    guard needsLayout else { return false }
    needsLayout = false
    layoutSubviews()
    return true
  }

  /// Lets a recognizer receive this view's touches.
  public func addGestureRecognizer(_ recognizer: GestureRecognizer) {
    recognizer.view?.removeGestureRecognizer(recognizer)
    recognizer.view = self
    madeExtras.gestureRecognizers.append(recognizer)
  }

  /// Removes a recognizer; does nothing if the view does not have it.
  public func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
    extras?.gestureRecognizers.removeAll { $0 === recognizer }
    if recognizer.view === self { recognizer.view = nil }
  }
}
