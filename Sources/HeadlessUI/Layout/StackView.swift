/// A view that places its subviews in a row or a column.
///
/// Subviews are measured twice, as in other layout engines: first without a limit along the axis,
/// then within the length that is left for them. Together they fill the stack: the subviews with
/// the lowest hugging grow, or those with the lowest compression resistance shrink. Hidden subviews
/// take no space.
public final class StackView: View {
  /// The direction in which subviews follow each other.
  public enum Axis: Sendable { case horizontal, vertical }

  /// The position of subviews across the axis.
  public enum Alignment: Sendable {
    case leading, center, trailing

    /// As wide as the stack, or as high if it is horizontal.
    case fill
  }

  @exclusivity(unchecked) public var axis: Axis {
    didSet { if axis != oldValue { layoutChanged() } }
  }

  @exclusivity(unchecked) public var alignment: Alignment {
    didSet { if alignment != oldValue { layoutChanged() } }
  }

  /// The distance between two neighboring subviews, in points.
  @exclusivity(unchecked) public var spacing: Double {
    didSet { if spacing != oldValue { layoutChanged() } }
  }

  /// The distance between the subviews and the edges of the stack, in points.
  @exclusivity(unchecked) public var padding: Double {
    didSet { if padding != oldValue { layoutChanged() } }
  }

  /// The maximum depth of nested stacks; a deeper stack has size zero and is reported.
  public static let deepestNesting = 64

  @exclusivity(unchecked) private var sizes = SizeCache()

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

  /// The size of all subviews with spacing and padding.
  ///
  /// - Complexity: Linear in the number of views that have changed since they were last measured.
  public override func sizeThatFits(_ limit: Size) -> Size {
    if let known = sizes.known(limit) { return known }
    guard enterMeasuring() else { return .zero }
    defer { engine.measuringDepth -= 1 }
    let (axis, spacing, padding) = (axis, spacing, padding)
    let size = withArranged(within: limit, isFilling: false) { views in
      var along = views.isEmpty ? 0 : spacing * Double(views.count - 1)
      var across = 0.0
      for view in views {
        along += view.along
        across = max(across, view.across)
      }
      return axis.size(along: along + 2 * padding, across: across + 2 * padding)
    }
    sizes.remember(limit, size)
    return size
  }

  public override func layoutSubviews() {
    guard enterMeasuring() else { return }
    defer { engine.measuringDepth -= 1 }
    let (axis, alignment, spacing, padding) = (axis, alignment, spacing, padding)
    let bounds = bounds
    withArranged(within: bounds.size, isFilling: true) { views in
      let space = max(axis.across(bounds.size) - 2 * padding, 0)
      var position = padding
      for view in views {
        let across = alignment == .fill ? view.acrossLimits.clamp(space) : view.across
        let offset: Double =
          switch alignment {
          case .leading, .fill: 0
          case .center: (space - across) / 2
          case .trailing: space - across
          }
        let frame = axis.rect(at: position, padding + offset, along: view.along, across: across)
        view.view._withUnsafeGuaranteedRef {
          $0.setLayoutFrame(frame.offset(x: bounds.minX, y: bounds.minY))
        }
        position += view.along + spacing
      }
    }
  }

  override func forgetSizes() { sizes.removeAll() }
}

extension StackView {
  /// Returns whether the stack can be measured inside the stacks that are being measured now;
  /// reports the stack if not.
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

  /// Computes the lengths of all subviews that take space, and passes them to `body`; the limit may
  /// be infinite.
  private func withArranged<Value>(
    within limit: Size, isFilling: Bool, _ body: ([ArrangedView]) -> Value
  ) -> Value {
    // Moved out of the engine and back, because stacks inside this one meanwhile use the arrays of
    // their own depths.
    let depth = engine.measuringDepth - 1
    while engine.arrangedViews.count <= depth { engine.arrangedViews.append(ArrangedViews()) }
    var views = ArrangedViews()
    swap(&views, &engine.arrangedViews[depth])
    defer { swap(&views, &engine.arrangedViews[depth]) }
    // Works on this array of views even if one of them changes the subviews while it is measured.
    return withExtendedLifetime(subviews) { subviews in
      views.measure(
        subviews, along: axis, within: limit, spacing: spacing, padding: padding,
        isFilling: isFilling)
      return body(views.views)
    }
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
