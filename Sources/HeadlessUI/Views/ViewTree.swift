public import MotionKernels

/// The views of a window as a renderer reads them, once per frame, after the tick.
///
/// Keeps the shape of the tree from frame to frame, and reads again only the views that have
/// changed. Views are flat in their superviews, as ``View/convert(_:to:)-(Point,_)`` maps them.
///
/// A window has at most one tree, because a view has one flag for whether it has changed.
public final class ViewTree {
  /// The maximum number of views that may be around a view that is drawn.
  public static let deepestView = 1_000

  /// A view in the tree.
  public struct Node {
    /// The index of the superview, or nil for the window, which comes first.
    public let parent: Int?

    /// Orders siblings; finite.
    public let zPosition: Double

    public let state: State
  }

  /// What a view shows at one instant; all numbers are finite, also as 32-bit numbers.
  public struct State: Hashable, Sendable {
    /// Maps points of the bounds to points of the superview's bounds.
    public var toSuperview = Transform3D64.identity

    /// Origin and size of the view's own coordinate space, in points.
    public var bounds = Rect.zero

    /// 0 for a hidden view, and for one whose numbers are not finite.
    public var opacity = 0.0

    /// Whether the parts of subviews outside the bounds are cut off.
    public var clips = false

    /// Whether the view itself shows anything: a background or contents.
    public var isDrawn = false
  }

  /// The views by their index, back to front.
  public private(set) var views: [View] = []

  private let window: View

  /// The engine's hierarchy as the tree has it.
  private var hierarchyVersion = -1

  /// Whether each view was reported as not finite.
  @exclusivity(unchecked) private var isBroken: [Bool] = []

  public init(_ window: View) { self.window = window }
}

extension ViewTree {
  /// Reads what has changed since the last time.
  ///
  /// Calls `rebuild` with all views, a superview before its subviews, if any came, went or moved in
  /// depth; otherwise `change` for every view that has changed, with its index, and allocates
  /// nothing.
  /// - Complexity: O(*n*) in the number of views.
  public func read(rebuild: ([Node]) -> Void, change: (Int, State) -> Void) {
    guard hierarchyVersion == window.engine.hierarchyVersion else { return rebuild(readAll()) }
    for (index, view) in views.enumerated() where view.hasChanged {
      view.hasChanged = false
      if view.transformsSubviews {
        // It acts about the anchor, which may have moved. Subviews have higher indices.
        for subview in view.subviews { subview.hasChanged = true }
      }
      change(index, state(of: view, at: index))
    }
  }

  /// Reads the whole tree; keeps its own stack, so that no depth is too large.
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

  /// What a view shows; nothing, if a number is not finite.
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
  /// Whether no number that a flat view uses is NaN or infinite, also when it is rounded.
  fileprivate var isFinite: Bool {
    // A NaN or an infinity times 0 is NaN, so the sum is 0 for nothing else.
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
  /// The presentation values as a tree has them.
  fileprivate func treeState(isRoot: Bool) -> ViewTree.State {
    // In place, and a copy only of what is animated: most of the model is not read.
    animations.isEmpty ? treeState(of: model, isRoot) : treeState(of: presentation, isRoot)
  }

  @inline(__always)
  private func treeState(of values: ViewValues, _ isRoot: Bool) -> ViewTree.State {
    ViewTree.State(
      // The window's own place is the screen's.
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
      // The superview's subviews are flat in it before they are transformed together.
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
  /// The transform that moves `anchor` to the origin, applies this one, and moves the origin to
  /// `center`.
  fileprivate func aboutAnchor(_ anchor: Point, movedTo center: Point) -> Transform3D64 {
    Transform3D64.makeTranslation(x: -anchor.x, y: -anchor.y, z: 0).concatenating(self)
      .concatenating(.makeTranslation(x: center.x, y: center.y, z: 0))
  }
}
