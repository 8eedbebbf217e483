import HeadlessUI
import LayerKernels

/// Turns what the views of a window show into a display list, once per frame, after the tick.
///
/// Passes on only the views that have changed. A view is drawn if it has a background or contents.
final class ViewTreeWalk {
  private let window: View
  private let variant: TreeWalkVariant
  private let tree: ViewTree
  private var walk: any TreeWalk

  /// Creates a walk over the views of `window`.
  init(_ window: View, variant: TreeWalkVariant) {
    self.window = window
    self.variant = variant
    tree = ViewTree(window)
    walk = Self.walk([], variant)
  }
}

extension ViewTreeWalk {
  /// What the last frame draws, back to front; a quad's layer is the index of its view in
  /// ``view(at:)``.
  var displayList: DisplayList { walk.displayList }

  /// How many views there are in the window, with itself.
  var count: Int { tree.views.count }

  /// The view that a quad of the list shows.
  func view(at index: Int) -> View { tree.views[index] }

  /// Computes the display list of the presentation values of this instant.
  ///
  /// Allocates nothing unless views were added, removed or moved in depth since the last frame.
  ///
  /// - Complexity: O(*n*) in the number of views.
  func update() {
    tree.read { nodes in
      walk = Self.walk(nodes.map(LayerTree.Node.init), variant)
    } change: { index, state in
      walk.update(LayerState(state), at: index)
    }
    let size = window.presentation.bounds.size
    walk.walk(
      clip: Edges(left: 0, top: 0, right: Float(size.width), bottom: Float(size.height)))
  }

  private static func walk(
    _ nodes: [LayerTree.Node], _ variant: TreeWalkVariant
  ) -> any TreeWalk {
    do {
      return TreeWalks.make(variant, try LayerTree(nodes))
    } catch {
      // A view has one superview and never itself, and what is not finite was replaced.
      preconditionFailure("The views are not a tree: \(error)")
    }
  }
}

extension LayerTree.Node {
  fileprivate init(_ node: ViewTree.Node) {
    self.init(
      parent: node.parent, zPosition: Float(node.zPosition), state: LayerState(node.state))
  }
}

extension LayerState {
  fileprivate init(_ state: ViewTree.State) {
    let bounds = state.bounds
    self.init(
      toParent: PlaneTransform(state.toSuperview),
      bounds: Edges(
        left: Float(bounds.minX), top: Float(bounds.minY), right: Float(bounds.maxX),
        bottom: Float(bounds.maxY)),
      opacity: Float(state.opacity), clips: state.clips, isDrawn: state.isDrawn)
  }
}
