public import MotionKernels

/// A rectangle on an imagined screen: geometry, opacity and subviews, and no pixels.
///
/// Reading a property returns the model value. Writing one inside a block given to
/// ``Engine/animate(duration:delay:curve:animations:completion:)`` records an animation; the model
/// value changes at once all the same.
open class View {
  /// The engine whose clock drives this view's animations.
  public let engine: Engine

  /// What the view is called in traces and diagnostics.
  public var name: String

  /// Unit coordinates of the point that `center` places; (0.5, 0.5) by default.
  ///
  /// Setting it keeps `center`, so the frame moves. Values outside the unit square are legal.
  public var anchorPoint = Point(x: 0.5, y: 0.5)

  /// Applied to all subviews, about this view's anchor point.
  public var sublayerTransform = Transform3D64.identity

  /// A hidden view is not hit by touches.
  public var isHidden = false

  /// The corners that ``cornerRadius`` rounds; all of them by default.
  public var maskedCorners = Corners.all

  /// What an image view shows; the old and new contents of content transitions.
  public var contents: Image?

  /// Whether what lies outside of the bounds is cut off.
  public var clipsToBounds = false

  /// Depth, which orders drawing and moves nothing.
  public var zPosition = 0.0

  /// Whether touches can hit this view and its subviews.
  public var isUserInteractionEnabled = true

  /// Model values.
  var model: ViewValues

  /// Running animations, oldest first.
  var animations: [PropertyAnimation] = []

  /// The presentation values of the last sampling, unless something was written since.
  var sampled: ViewValues?

  public internal(set) var subviews: [View] = []
  public internal(set) weak var superview: View?

  /// The recognizers that receive this view's touches.
  public internal(set) var gestureRecognizers: [GestureRecognizer] = []

  /// Content transitions under way, at most one for each key.
  var contentTransitions: [RunningContentTransition] = []

  var needsLayout = false

  /// Creates a view with identity transform.
  public init(engine: Engine, name: String = "view", frame: Rect = .zero) {
    self.engine = engine
    self.name = name
    let frame = frame.standardized
    model = ViewValues(
      bounds: Rect(origin: .zero, size: frame.size), center: frame.center,
      transform: .identity, alpha: 1, cornerRadius: 0, backgroundColor: .clear)
  }

  /// Places subviews; called by the layout pass when the view was marked.
  open func layoutSubviews() {}

  /// Told when the view was added to or removed from a superview.
  open func didMoveToSuperview() {}
}
