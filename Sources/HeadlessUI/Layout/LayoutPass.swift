/// Lays out a view and its subviews for ``View/layoutIfNeeded()``: parents first, back to front,
/// skipping trees without a marked view.
///
/// A class, because laying out one view may request the layout of another: the inner pass then
/// continues on the levels of the outer one.
final class LayoutPass {
  /// The subviews of a view that has been visited, and the index of the one to visit next.
  private struct Level {
    var views: [View] = []
    var next = 0
  }

  /// The levels of the views around the visited view; only the first `depth` are in use.
  ///
  /// An array instead of recursion, because a tree may be deeper than the stack allows. Kept
  /// between passes, because a sheet under a finger is laid out in every frame.
  @exclusivity(unchecked) private var levels: [Level] = []
  @exclusivity(unchecked) private var depth = 0

  /// The view that is being laid out, whose subviews are visited next; nil outside of a pass.
  @exclusivity(unchecked) private(set) var current: Unmanaged<View>?

  init() { levels.reserveCapacity(16) }
}

extension LayoutPass {
  func layOut(_ root: View) {
    // While a view is being laid out, the views around it are not told what is marked in it. So
    // unless that view contains this root, marks may be missing, and every view is visited.
    let isComplete = current.map { !root.isDescendant(of: $0.takeUnretainedValue()) } ?? false
    let outer = depth
    visit(root, isComplete: isComplete)
    while depth > outer {
      let last = depth - 1
      let index = levels[last].next
      if index < levels[last].views.count {
        levels[last].next = index + 1
        visit(levels[last].views[index], isComplete: isComplete)
      } else {
        levels[last].views = []
        depth = last
      }
    }
  }

  /// Lays out a view, and queues its subviews if a view below it is marked or if every view is
  /// visited.
  private func visit(_ view: View, isComplete: Bool) {
    if view.needsLayout {
      view.engine.layoutQueue.remove(view)
      let outer = current
      current = .passUnretained(view)
      view.layOutIfMarked()
      current = outer
    }
    guard view.containsLayout || isComplete else { return }
    view.containsLayout = false
    if view.subviews.isEmpty { return }
    if depth == levels.count { levels.append(Level()) }
    levels[depth].views = view.subviews
    levels[depth].next = 0
    depth += 1
  }
}
