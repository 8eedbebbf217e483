public import MotionKernels

/// The views of a window as a renderer reads them, once per frame, after the tick.
///
/// The tree keeps its shape from frame to frame, and reads again only the views that have changed.
/// Views are flat in their superviews, as ``View/convert(_:to:)-(Point,_)`` maps them.
///
/// A window has at most one tree, because a view has one flag for whether it has changed.
public final class ViewTree {
  /// The maximum depth of a view that is drawn: the number of views that contain it.
  public static let deepestView = 1_000

  /// A view in the tree.
  public struct Node {
    /// The index of the superview, or nil for the window, which is the first node.
    public let parent: Int?

    /// The drawing order among siblings; always finite.
    public let zPosition: Double

    public let state: State
  }

  /// What a view shows at one instant; all numbers are finite, also when rounded to 32 bits.
  public struct State: Hashable, Sendable {
    /// Maps points of the bounds to points of the superview's bounds.
    public var toSuperview = Transform3D64.identity

    /// The origin and size of the view's own coordinate space, in points.
    public var bounds = Rect.zero

    /// The opacity: 0 for a hidden view, and for a view whose numbers are not finite.
    public var opacity = 0.0

    /// Whether the parts of subviews outside the bounds are cut off.
    public var clips = false

    /// Whether the view itself shows anything: a background or contents.
    public var isDrawn = false
  }

  /// The views by their index, back to front.
  public private(set) var views: [View] = []

  private let window: View

  /// The version of the engine's hierarchy that the tree has.
  private var hierarchyVersion = -1

  /// For each view, whether it was reported as not finite.
  @exclusivity(unchecked) private var isBroken: [Bool] = []

  public init(_ window: View) { self.window = window }
}

extension ViewTree {
  /// Reads what has changed since the last time.
  ///
  /// If any views came, went, or moved in depth, calls `rebuild` with all views, each superview
  /// before its subviews. Otherwise calls `change` for every view that has changed, with its index,
  /// and allocates nothing.
  ///
  /// - Complexity: O(*n*) in the number of views.
  public func read(rebuild: ([Node]) -> Void, change: (Int, State) -> Void) {
    guard hierarchyVersion == window.engine.hierarchyVersion else { return rebuild(readAll()) }
    for (index, view) in views.enumerated() where view.hasChanged {
      view.hasChanged = false
      if view.transformsSubviews {
        // The sublayer transform acts about the anchor, which may have moved. This loop still
        // reaches the subviews, because they have higher indices.
        for subview in view.subviews { subview.hasChanged = true }
      }
      change(index, state(of: view, at: index))
    }
  }

  /// Reads the whole tree with a stack of its own, so that no tree is too deep.
  private func readAll() -> [Node] {
    hierarchyVersion = window.engine.hierarchyVersion
    views.removeAll(keepingCapacity: true)
    isBroken.removeAll(keepingCapacity: true)
    var nodes: [Node] = []
    nodes.reserveCapacity(views.capacity)
    var stack: [(view: View, parent: Int?, depth: Int)] = [(window, nil, 0)]
    while let (view, parent, depth) = stack.popLast() {
      guard depth <= Self.deepestView else {
        window.engine.report(.hierarchyTooDeep(view: view.name))
        continue
      }
      let index = views.count
      views.append(view)
      isBroken.append(false)
      view.hasChanged = false
      let z = view.zPosition
      nodes.append(
        Node(
          parent: parent, zPosition: Float(z).isFinite ? z : 0, state: state(of: view, at: index)))
      for subview in view.subviews.reversed() { stack.append((subview, index, depth + 1)) }
    }
    return nodes
  }

  /// The state of a view; empty if a number is not finite.
  private func state(of view: View, at index: Int) -> State {
    let state = view.treeState(isRoot: index == 0)
    if state.isFinite {
      isBroken[index] = false
      return state
    }
    if !isBroken[index] { window.engine.report(.notFinite(view: view.name)) }
    isBroken[index] = true
    return State()
  }
}

extension ViewTree.State {
  /// Whether every number that a flat view uses is finite, also when rounded to 32 bits.
  fileprivate var isFinite: Bool {
    // 0 times NaN or infinity is NaN, so the sum is 0 only if all numbers are finite.
    let transform = toSuperview
    let rows =
      0 * (Float(transform.m11) + Float(transform.m12) + Float(transform.m14))
      + 0 * (Float(transform.m21) + Float(transform.m22) + Float(transform.m24))
      + 0 * (Float(transform.m41) + Float(transform.m42) + Float(transform.m44))
    let edges = SIMD4(bounds.minX, bounds.minY, bounds.maxX, bounds.maxY)
    return rows + 0 * Float(opacity) == 0 && (SIMD4<Float>(edges) * 0).sum() == 0
  }
}

extension View {
  /// The presentation values as the state in a tree.
  fileprivate func treeState(isRoot: Bool) -> ViewTree.State {
    // Reads the model in place, and copies values only for animated views: most of them is not
    // needed.
    animations.isEmpty ? treeState(of: model, isRoot) : treeState(of: presentation, isRoot)
  }

  @inline(__always)
  private func treeState(of values: ViewValues, _ isRoot: Bool) -> ViewTree.State {
    ViewTree.State(
      // The window covers the screen, so its own place does not matter.
      toSuperview: isRoot ? .identity : toSuperview(values), bounds: values.bounds,
      opacity: isHidden ? 0 : values.alpha, clips: clipsToBounds,
      isDrawn: values.backgroundColor.opacity > 0 || showsContents)
  }

  /// Maps points of the bounds to points of the superview's bounds.
  @inline(__always)
  private func toSuperview(_ values: ViewValues) -> Transform3D64 {
    let (anchor, center) = (anchor(of: values), values.center)
    var transform =
      values.isTransformed
      ? values.transform.aboutAnchor(anchor, movedTo: center)
      : .makeTranslation(x: center.x - anchor.x, y: center.y - anchor.y, z: 0)
    if parent?._withUnsafeGuaranteedRef({ $0.transformsSubviews }) == true, let superview {
      // The subviews are flattened into the superview before they are transformed together.
      transform.m13 = 0
      transform.m23 = 0
      transform.m43 = 0
      let anchor = superview.anchor(of: superview.presentation)
      transform = transform.concatenating(
        superview.sublayerTransform.aboutAnchor(anchor, movedTo: anchor))
    }
    return transform
  }
}

extension Transform3D64 {
  /// The transform that moves `anchor` to the origin, applies this transform, and moves the origin
  /// to `center`.
  fileprivate func aboutAnchor(_ anchor: Point, movedTo center: Point) -> Transform3D64 {
    Transform3D64.makeTranslation(x: -anchor.x, y: -anchor.y, z: 0).concatenating(self)
      .concatenating(.makeTranslation(x: center.x, y: center.y, z: 0))
  }
}
