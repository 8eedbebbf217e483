/// Recognizes a finger that drags.
///
/// Begins at the first touch that is at least 10 points from where the finger went down; the
/// translation is measured from this touch.
open class PanGestureRecognizer: GestureRecognizer {
  /// How far the finger moves before the gesture begins, in points.
  static let slop = 10.0

  /// The position where the finger went down, in points of the window.
  private(set) var start = Point.zero

  /// When the last sample was taken, in nanoseconds of engine time.
  var nanoseconds: Int64 { last.nanoseconds }

  private var origin = Point.zero
  private var last = Touch(.began, at: .zero, nanoseconds: 0)
  private var windowVelocity = Point.zero

  /// Whether the translation is negated, as if the finger had moved in the opposite direction.
  private var isMirrored = false

  /// Creates a recognizer without an action; see ``GestureRecognizer/addAction(_:)``.
  public override init() {}

  /// Creates a recognizer that calls `action` at every change of state and of position.
  public init(action: @escaping (PanGestureRecognizer) -> Void) {
    super.init()
    addAction { if let pan = $0 as? PanGestureRecognizer { action(pan) } }
  }

  /// How far the finger has moved since the gesture began, in points of `view`, or of the window if
  /// nil.
  ///
  /// Converted with model values.
  public func translation(in view: View?) -> Point {
    let end = isMirrored ? origin + origin - last.location : last.location
    guard let view else { return end - origin }
    return view.convert(end, from: nil) - view.convert(origin, from: nil)
  }

  /// Sets the translation at the finger's current position, in points of `view`, or of the window
  /// if nil.
  public func setTranslation(_ translation: Point, in view: View?) {
    guard let view else {
      origin = last.location - translation
      return
    }
    origin = view.convert(view.convert(last.location, from: nil) - translation, to: nil)
  }

  /// The result of `body` as if the finger had moved equally far in the opposite direction.
  func mirrored(_ body: () -> Double) -> Double {
    isMirrored = true
    defer { isMirrored = false }
    return body()
  }

  /// The finger's velocity between its last two samples, in points per second of `view`.
  public func velocity(in view: View?) -> Point {
    guard let view else { return windowVelocity }
    return view.convert(last.location + windowVelocity, from: nil)
      - view.convert(last.location, from: nil)
  }

  /// Whether a movement by `translation` points from the first touch begins the gesture; true by
  /// default.
  open func shouldBegin(_ translation: Point) -> Bool { true }

  open override func touchBegan(_ touch: Touch) {
    reset(to: .possible)
    start = touch.location
    origin = touch.location
    last = touch
    windowVelocity = .zero
  }

  open override func touchMoved(_ touch: Touch) {
    follow(touch)
    switch state {
    case .possible:
      let translation = touch.location - start
      guard translation.x * translation.x + translation.y * translation.y >= Self.slop * Self.slop
      else { return }
      guard shouldBegin(translation) else { return reset(to: .failed) }
      origin = touch.location
      transition(to: .began)
    case .began, .changed: transition(to: .changed)
    case .ended, .cancelled, .failed: break
    }
  }

  open override func touchEnded(_ touch: Touch) {
    guard state == .began || state == .changed else { return reset(to: .failed) }
    if touch.location != last.location { follow(touch) }
    transition(to: touch.phase == .cancelled ? .cancelled : .ended)
  }

  private func follow(_ touch: Touch) {
    let seconds = Double(touch.nanoseconds - last.nanoseconds) / 1e9
    if seconds > 0 { windowVelocity = (touch.location - last.location) * (1 / seconds) }
    last = touch
  }
}

/// Recognizes a drag that starts within 20 points of an edge of the window and moves inward.
open class ScreenEdgePanGestureRecognizer: PanGestureRecognizer {
  public typealias Edge = RectEdge

  /// The maximum distance from the edge at which the finger must go down, in points.
  static let edgeWidth = 20.0

  /// The edges at which a drag may start.
  public var edges = RectEdge.left

  public convenience init(edge: Edge, action: @escaping (PanGestureRecognizer) -> Void) {
    self.init(action: action)
    edges = edge
  }

  open override func shouldBegin(_ translation: Point) -> Bool {
    guard let bounds = view?.root.bounds else { return false }
    let distances: [(edge: RectEdge, distance: Double, inward: Double)] = [
      (.left, start.x - bounds.minX, translation.x),
      (.right, bounds.maxX - start.x, -translation.x),
      (.top, start.y - bounds.minY, translation.y),
      (.bottom, bounds.maxY - start.y, -translation.y),
    ]
    return distances.contains {
      edges.contains($0.edge) && $0.distance <= Self.edgeWidth && $0.inward > 0
    }
  }
}
