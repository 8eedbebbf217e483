/// A view that places its subviews in a row or a column.
///
/// Subviews are measured twice, as layout engines do: first without a limit along the axis, then
/// within the length that is left for them. Their lengths fill the stack: those with the lowest
/// hugging grow, those with the lowest compression resistance shrink. Hidden subviews take no
/// space.
public final class StackView: View {
  /// The direction in which subviews follow each other.
  public enum Axis: Sendable { case horizontal, vertical }

  /// Where subviews are across the axis.
  public enum Alignment: Sendable {
    case leading, center, trailing

    /// As wide as the stack, or as high if it is horizontal.
    case fill
  }

  public var axis: Axis { didSet { if axis != oldValue { layoutChanged() } } }

  public var alignment: Alignment { didSet { if alignment != oldValue { layoutChanged() } } }

  /// Points between two subviews.
  public var spacing: Double { didSet { if spacing != oldValue { layoutChanged() } } }

  /// Points between the subviews and the edges of the stack.
  public var padding: Double { didSet { if padding != oldValue { layoutChanged() } } }

  /// How many stacks can be in each other; deeper ones have no size and are reported.
  public static let deepestNesting = 64

  private var sizes = SizeCache()

  /// The subviews that take space, with their lengths; here so that a layout allocates nothing.
  private var arranged: [ArrangedView] = []

  public init(
    engine: Engine, name: String = "stack", axis: Axis, alignment: Alignment = .fill,
    spacing: Double = 0, padding: Double = 0
  ) {
    self.axis = axis
    self.alignment = alignment
    self.spacing = spacing
    self.padding = padding
    super.init(engine: engine, name: name)
  }

  /// The size of all subviews with what is between and around them.
  ///
  /// - Complexity: Linear in the number of views that have changed since they were last measured.
  public override func sizeThatFits(_ limit: Size) -> Size {
    if let known = sizes.known(limit) { return known }
    guard enterMeasuring() else { return .zero }
    defer { engine.measuringDepth -= 1 }
    arrange(within: limit.width, limit.height, isFilling: false)
    var along = arranged.isEmpty ? 0 : spacing * Double(arranged.count - 1)
    var across = 0.0
    for view in arranged {
      along += view.along
      across = max(across, view.across)
    }
    let size = axis.size(along: along + 2 * padding, across: across + 2 * padding)
    sizes.remember(limit, size)
    return size
  }

  public override func layoutSubviews() {
    guard enterMeasuring() else { return }
    defer { engine.measuringDepth -= 1 }
    arrange(within: bounds.width, bounds.height, isFilling: true)
    let space = max(axis.across(bounds.size) - 2 * padding, 0)
    var position = padding
    for view in arranged {
      let across = alignment == .fill ? view.acrossLimits.clamp(space) : view.across
      let offset: Double =
        switch alignment {
        case .leading, .fill: 0
        case .center: (space - across) / 2
        case .trailing: space - across
        }
      let frame = axis.rect(at: position, padding + offset, along: view.along, across: across)
      view.view.setLayoutFrame(frame.offset(x: bounds.minX, y: bounds.minY))
      position += view.along + spacing
    }
  }

  override func forgetSizes() { sizes.removeAll() }
}

extension StackView {
  /// Whether the stack can be measured inside of those that are; reports where it cannot.
  private func enterMeasuring() -> Bool {
    guard engine.measuringDepth < Self.deepestNesting else {
      engine.report(.layoutTooDeep(view: name))
      return false
    }
    engine.measuringDepth += 1
    return true
  }

  private func layoutChanged() {
    setNeedsLayout()
    invalidateIntrinsicContentSize()
  }

  /// Computes the lengths of all subviews that take space, in a stack whose width and height may be
  /// infinite.
  private func arrange(within width: Double, _ height: Double, isFilling: Bool) {
    let limit = Size(width: width, height: height)
    let across = max(axis.across(limit) - 2 * padding, 0)
    arranged.removeAll(keepingCapacity: true)
    var natural = 0.0
    for view in subviews where !view.isHidden {
      var item = ArrangedView(view, along: axis)
      // The first measurement: as long as it likes.
      item.measure(axis, along: item.alongLimits.maximum, across: across)
      natural += item.along
      arranged.append(item)
    }
    guard !arranged.isEmpty else { return }
    let space = axis.along(limit) - 2 * padding - spacing * Double(arranged.count - 1)
    let extra = space - natural
    guard extra.isFinite, isFilling || extra < 0 else { return }
    distribute(extra)
    // The second: what its length leaves for the other direction.
    for index in arranged.indices {
      let along = arranged[index].along
      arranged[index].measure(axis, along: along, across: across)
      arranged[index].along = along
    }
  }

  /// Adds `extra` points to the views that resist least, or takes them away when it is negative.
  ///
  /// Views with equal priorities share equally; what one cannot take, the others get.
  private func distribute(_ extra: Double) {
    var rest = extra
    // Every round serves one priority as a whole or brings a view to its limit.
    for _ in 0..<2 * arranged.count {
      guard rest != 0, let lowest = lowestPriority(growing: rest > 0) else { return }
      var count = 0
      for view in arranged where view.resistance(rest > 0) == lowest && view.canChange(rest) {
        count += 1
      }
      let share = rest / Double(count)
      let isGrowing = rest > 0
      for index in arranged.indices {
        guard arranged[index].resistance(isGrowing) == lowest, arranged[index].canChange(share)
        else { continue }
        let length = arranged[index].alongLimits.clamp(arranged[index].along + share)
        rest -= length - arranged[index].along
        arranged[index].along = length
      }
      // The rest is a rounding error.
      if (rest > 0) != isGrowing || rest.magnitude < 1e-9 { return }
    }
  }

  /// The lowest priority of all views that can still change.
  private func lowestPriority(growing isGrowing: Bool) -> Double? {
    var lowest: Double?
    for view in arranged where view.canChange(isGrowing ? 1 : -1) {
      let resistance = view.resistance(isGrowing)
      lowest = min(lowest ?? resistance, resistance)
    }
    return lowest
  }
}

/// A subview of a stack while it is being laid out; lengths in points.
private struct ArrangedView {
  let view: View

  /// The length in the direction of the stack, and the other one.
  var along = 0.0
  var across = 0.0

  let alongLimits: LayoutTraits.Limits
  let acrossLimits: LayoutTraits.Limits

  init(_ view: View, along axis: StackView.Axis) {
    self.view = view
    let traits = view.layoutTraits
    alongLimits = axis == .horizontal ? traits.width : traits.height
    acrossLimits = axis == .horizontal ? traits.height : traits.width
  }

  mutating func measure(_ axis: StackView.Axis, along: Double, across: Double) {
    let limit = axis.size(along: along, across: min(across, max(acrossLimits.maximum, 0)))
    let size = view.sizeThatFits(limit)
    self.along = alongLimits.clamp(axis.along(size))
    self.across = acrossLimits.clamp(axis.across(size))
  }

  func resistance(_ isGrowing: Bool) -> Double {
    isGrowing ? view.layoutTraits.hugging : view.layoutTraits.compressionResistance
  }

  /// Whether the length can still grow, or shrink when `change` is negative.
  func canChange(_ change: Double) -> Bool {
    change > 0 ? along < alongLimits.maximum : along > alongLimits.clamp(0)
  }
}

extension StackView.Axis {
  func along(_ size: Size) -> Double { self == .horizontal ? size.width : size.height }
  func across(_ size: Size) -> Double { self == .horizontal ? size.height : size.width }

  func size(along: Double, across: Double) -> Size {
    self == .horizontal ? Size(width: along, height: across) : Size(width: across, height: along)
  }

  fileprivate func rect(
    at position: Double, _ offset: Double, along: Double, across: Double
  ) -> Rect {
    self == .horizontal
      ? Rect(x: position, y: offset, width: along, height: across)
      : Rect(x: offset, y: position, width: across, height: along)
  }
}
