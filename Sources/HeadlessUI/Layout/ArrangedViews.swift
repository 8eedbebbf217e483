import CThreads

/// The subviews of a stack that take space, while it is being measured or laid out.
struct ArrangedViews {
  private(set) var views: [ArrangedView] = []
}

/// A subview that takes space; lengths are in points.
///
/// Has copies of what layout reads repeatedly. Does not retain the view; the caller does.
struct ArrangedView {
  let view: Unmanaged<View>

  /// The length in the direction of the stack, and across it.
  var along = 0.0
  var across = 0.0

  let alongLimits: LayoutTraits.Limits
  let acrossLimits: LayoutTraits.Limits
  let hugging: Double
  let compressionResistance: Double

  init(_ view: View, along axis: StackView.Axis) {
    self.view = .passUnretained(view)
    let traits = view.layoutTraits
    alongLimits = axis == .horizontal ? traits.width : traits.height
    acrossLimits = axis == .horizontal ? traits.height : traits.width
    hugging = traits.hugging
    compressionResistance = traits.compressionResistance
  }
}

extension ArrangedViews {
  /// The number of views ahead for which memory is prefetched, because most views are in no cache.
  private static let prefetchDistance = 4

  /// Computes the lengths of all subviews that take space, within a size that may be infinite.
  ///
  /// - Parameters:
  ///   - subviews: The subviews; the caller must retain them while it uses the result.
  ///   - axis: The direction in which they follow each other.
  ///   - limit: The size of the stack.
  ///   - spacing: The distance between two subviews, in points.
  ///   - padding: The distance around all subviews, in points.
  ///   - isFilling: Whether they grow until they fill the stack.
  mutating func measure(
    _ subviews: [View], along axis: StackView.Axis, within limit: Size, spacing: Double,
    padding: Double, isFilling: Bool
  ) {
    let across = max(axis.across(limit) - 2 * padding, 0)
    views.removeAll(keepingCapacity: true)
    var natural = 0.0
    for (index, view) in subviews.enumerated() {
      if index + Self.prefetchDistance < subviews.count {
        framegate_prefetch_view(
          Unmanaged.passUnretained(subviews[index + Self.prefetchDistance]).toOpaque())
      }
      if view.isHidden { continue }
      var item = ArrangedView(view, along: axis)
      // The first measurement, without a limit on the length.
      item.measure(axis, along: item.alongLimits.maximum, across: across)
      natural += item.along
      views.append(item)
    }
    guard !views.isEmpty else { return }
    let space = axis.along(limit) - 2 * padding - spacing * Double(views.count - 1)
    let extra = space - natural
    guard extra.isFinite, isFilling || extra < 0 else { return }
    distribute(extra)
    // The second measurement: the length across, given the final length along.
    for index in views.indices {
      let along = views[index].along
      views[index].measure(axis, along: along, across: across)
      views[index].along = along
    }
  }

  /// Adds `extra` points to the views that resist least, or removes them if it is negative.
  ///
  /// Views with equal priorities share equally; what one view cannot take goes to the others.
  private mutating func distribute(_ extra: Double) {
    var rest = extra
    // Every round serves one priority as a whole or brings a view to its limit.
    for _ in 0..<2 * views.count {
      guard rest != 0, let lowest = lowestPriority(growing: rest > 0) else { return }
      var count = 0
      for view in views where view.resistance(rest > 0) == lowest && view.canChange(rest) {
        count += 1
      }
      let share = rest / Double(count)
      let isGrowing = rest > 0
      for index in views.indices {
        guard views[index].resistance(isGrowing) == lowest, views[index].canChange(share)
        else { continue }
        let length = views[index].alongLimits.clamp(views[index].along + share)
        rest -= length - views[index].along
        views[index].along = length
      }
      // What is left is a rounding error.
      if (rest > 0) != isGrowing || rest.magnitude < 1e-9 { return }
    }
  }

  /// The lowest priority of the views that can still change.
  private func lowestPriority(growing isGrowing: Bool) -> Double? {
    var lowest: Double?
    for view in views where view.canChange(isGrowing ? 1 : -1) {
      let resistance = view.resistance(isGrowing)
      lowest = min(lowest ?? resistance, resistance)
    }
    return lowest
  }
}

extension ArrangedView {
  fileprivate mutating func measure(_ axis: StackView.Axis, along: Double, across: Double) {
    let limit = axis.size(along: along, across: min(across, max(acrossLimits.maximum, 0)))
    let size = view._withUnsafeGuaranteedRef { $0.sizeThatFits(limit) }
    self.along = alongLimits.clamp(axis.along(size))
    self.across = acrossLimits.clamp(axis.across(size))
  }

  fileprivate func resistance(_ isGrowing: Bool) -> Double {
    isGrowing ? hugging : compressionResistance
  }

  /// Whether the length can still grow, or shrink when `change` is negative.
  fileprivate func canChange(_ change: Double) -> Bool {
    change > 0 ? along < alongLimits.maximum : along > alongLimits.clamp(0)
  }
}
