import HeadlessUI
import LayerKernels

/// Computes a display list from the views of a window, once per frame, after the tick.
///
/// Reads only the views that have changed. A view is drawn if it has a background or contents.
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
  /// What the last frame draws, back to front; the layer of a quad is the index of its view, see
  /// ``view(at:)``.
  var displayList: DisplayList { walk.displayList }

  /// The number of views in the window, including the window.
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
      // Cannot happen: a view has one superview, never itself, and numbers are finite.
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
