import HeadlessUI
import MotionKernels

/// Turns what the views of a window show into a display list, once per frame, after the tick.
///
/// Keeps the shape of the view tree from frame to frame, and passes on only the views that have
/// changed. Views are flat in their superviews, as ``View/convert(_:to:)-(Point,_)`` maps them. A
/// view is drawn if it has a background or contents.
///
/// A window has at most one walk, because a view remembers once whether it has changed.
final class ViewTreeWalk {
  /// The most views that may be around a view that is drawn.
  static let deepestView = 1_000

  private let window: View
  private let variant: TreeWalkVariant

  /// The engine's hierarchy as the tree below has it.
  private var hierarchyVersion = -1

  private var walk: any TreeWalk

  /// The views by their index in the tree, back to front.
  private var views: [View] = []

  /// Whether each view was reported as not finite.
  private var isBroken: [Bool] = []

  /// Creates a walk over the views of `window`.
  init(_ window: View, variant: TreeWalkVariant) {
    self.window = window
    self.variant = variant
    walk = Self.emptyWalk(variant)
  }
}

extension ViewTreeWalk {
  /// What the last frame draws, back to front; a quad's layer is the index of its view in
  /// ``view(at:)``.
  var displayList: DisplayList { walk.displayList }

  /// How many views there are in the window, with itself.
  var count: Int { views.count }

  /// The view that a quad of the list shows.
  func view(at index: Int) -> View { views[index] }

  /// Computes the display list of the presentation values of this instant.
  ///
  /// Allocates nothing unless views were added, removed or moved in depth since the last frame.
  ///
  /// - Complexity: O(*n*) in the number of views.
  func update() {
    if hierarchyVersion != window.engine.hierarchyVersion {
      rebuild()
    } else {
      passChanges()
    }
    let size = window.presentation.bounds.size
    walk.walk(
      clip: Edges(left: 0, top: 0, right: Float(size.width), bottom: Float(size.height)))
  }

  private func passChanges() {
    for (index, view) in views.enumerated() where view.hasChanged {
      view.hasChanged = false
      if view.sublayerTransform != .identity {
        // It acts about the anchor, which may have moved. Subviews have higher indices.
        for subview in view.subviews { subview.hasChanged = true }
      }
      walk.update(state(of: view, at: index), at: index)
    }
  }

  /// Reads the whole tree; keeps its own stack, so that no depth is too large.
  private func rebuild() {
    hierarchyVersion = window.engine.hierarchyVersion
    views.removeAll(keepingCapacity: true)
    isBroken.removeAll(keepingCapacity: true)
    var nodes: [LayerTree.Node] = []
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
      let z = Float(view.zPosition)
      nodes.append(
        LayerTree.Node(
          parent: parent, zPosition: z.isFinite ? z : 0, state: state(of: view, at: index)))
      for subview in view.subviews.reversed() { stack.append((subview, index, depth + 1)) }
    }
    do {
      walk = TreeWalks.make(variant, try LayerTree(nodes))
    } catch {
      // A view has one superview and never itself, and what is not finite was replaced.
      preconditionFailure("The views are no tree: \(error)")
    }
  }

  /// What a view shows; nothing, if a number is not finite.
  private func state(of view: View, at index: Int) -> LayerState {
    let state = view.layerState(isRoot: index == 0)
    if state.isFinite {
      isBroken[index] = false
      return state
    }
    if !isBroken[index] { window.engine.report(.notFinite(view: view.name)) }
    isBroken[index] = true
    let nothing = Edges(left: 0, top: 0, right: 0, bottom: 0)
    return LayerState(bounds: nothing, opacity: 0, isDrawn: false)
  }

  private static func emptyWalk(_ variant: TreeWalkVariant) -> any TreeWalk {
    guard let tree = try? LayerTree([]) else { preconditionFailure("A tree may be empty") }
    return TreeWalks.make(variant, tree)
  }
}

extension View {
  /// The presentation values as a tree walk takes them, in the points of the bounds.
  fileprivate func layerState(isRoot: Bool) -> LayerState {
    let values = presentation
    let bounds = values.bounds
    return LayerState(
      // The window's own place is that of the screen.
      toParent: isRoot ? .identity : PlaneTransform(toSuperview(values)),
      bounds: Edges(
        left: Float(bounds.minX), top: Float(bounds.minY), right: Float(bounds.maxX),
        bottom: Float(bounds.maxY)),
      opacity: isHidden ? 0 : Float(values.alpha), clips: clipsToBounds,
      isDrawn: values.backgroundColor.opacity > 0 || showsContents)
  }

  /// Maps points of the bounds to points of the superview's bounds.
  private func toSuperview(_ values: ViewValues) -> Transform3D64 {
    var transform = values.transform.aboutAnchor(anchor(of: values), movedTo: values.center)
    if let superview, superview.sublayerTransform != .identity {
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

  private func anchor(of values: ViewValues) -> Point {
    Point(
      x: values.bounds.minX + anchorPoint.x * values.bounds.width,
      y: values.bounds.minY + anchorPoint.y * values.bounds.height)
  }
}

extension Transform3D64 {
  /// The transform that moves `anchor` to the origin, applies this one, and moves the origin to
  /// `center`.
  fileprivate func aboutAnchor(_ anchor: Point, movedTo center: Point) -> Transform3D64 {
    guard self != .identity else {
      return .makeTranslation(x: center.x - anchor.x, y: center.y - anchor.y, z: 0)
    }
    return Transform3D64.makeTranslation(x: -anchor.x, y: -anchor.y, z: 0)
      .concatenating(self)
      .concatenating(.makeTranslation(x: center.x, y: center.y, z: 0))
  }
}
