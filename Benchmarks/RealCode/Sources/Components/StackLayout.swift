/// Places the views of a tree; a stack places its views in a row or a column.
///
/// A view has a size of its own. The space that is left over in a stack is distributed among the
/// views that grow. If there is too little space, these views shrink; if that is not enough, views
/// extend beyond the edge.
public struct StackLayout: Sendable {
  private let wrapper: TextWrapper

  /// Creates a layout that breaks texts with this wrapper.
  public init(wrapper: TextWrapper = TextWrapper()) {
    self.wrapper = wrapper
  }
}

extension StackLayout {
  /// Gives every view of a tree its frame.
  ///
  /// - Parameters:
  ///   - root: The view that gets the whole size.
  ///   - size: The size in points.
  public func place(_ root: ViewNode, in size: Size) {
    place(root, Rectangle(x: 0, y: 0, size: size))
  }

  /// The size that a view has of its own.
  ///
  /// - Parameters:
  ///   - view: A view.
  ///   - width: The width at which texts are broken.
  /// - Returns: The size in points.
  public func size(of view: ViewNode, width: Double) -> Size {
    switch view.content {
    case .box(let size): return size
    case .text(let text): return size(of: text, width: width)
    case .stack(let style, let children):
      let lengths = lengths(of: children, style, width: width - 2 * style.padding)
      let gaps = style.spacing * Double(max(0, children.count - 1))
      let length = lengths.reduce(0) { $0 + $1.along } + gaps + 2 * style.padding
      let breadth = lengths.reduce(0) { max($0, $1.across) } + 2 * style.padding
      return style.axis == .row
        ? Size(width: length, height: breadth) : Size(width: breadth, height: length)
    }
  }

  /// The size of a view in the direction of its stack and across it.
  private struct Extent {
    var along, across: Double

    init(_ size: Size, _ axis: StackStyle.Axis) {
      along = axis == .row ? size.width : size.height
      across = axis == .row ? size.height : size.width
    }
  }

  private func size(of text: [UInt8], width: Double) -> Size {
    let lines = wrapper.lines(of: text, width: width)
    return Size(
      width: lines.reduce(0) { max($0, $1.width) },
      height: Double(lines.count) * wrapper.lineHeight)
  }

  private func lengths(
    of children: [ViewNode], _ style: StackStyle, width: Double
  ) -> [Extent] {
    // In a row, each view gets the width that the previous ones have left.
    var left = width
    return children.map { child in
      let size = size(of: child, width: max(0, left))
      if style.axis == .row { left -= size.width + style.spacing }
      return Extent(size, style.axis)
    }
  }

  private func place(_ view: ViewNode, _ frame: Rectangle) {
    view.frame = frame
    guard case .stack(let style, let children) = view.content else { return }
    let inner = Extent(
      Size(
        width: frame.size.width - 2 * style.padding,
        height: frame.size.height - 2 * style.padding), style.axis)
    var extents = lengths(
      of: children, style, width: frame.size.width - 2 * style.padding)
    distribute(inner.along, among: children, &extents, spacing: style.spacing)
    var position = style.padding
    for (child, extent) in zip(children, extents) {
      let across = style.alignment == .stretch ? inner.across : extent.across
      let offset = style.padding + start(style.alignment, of: across, in: inner.across)
      place(child, rectangle(along: position, offset, extent.along, across, style.axis))
      position += extent.along + style.spacing
    }
  }

  /// Distributes the space that is left over among the views that grow.
  private func distribute(
    _ length: Double, among children: [ViewNode], _ extents: inout [Extent], spacing: Double
  ) {
    let gaps = spacing * Double(max(0, children.count - 1))
    let rest = length - gaps - extents.reduce(0) { $0 + $1.along }
    let shares = children.reduce(0) { $0 + $1.grow }
    guard shares > 0 else { return }
    for index in extents.indices {
      extents[index].along = max(0, extents[index].along + rest * children[index].grow / shares)
    }
  }

  private func start(
    _ alignment: StackStyle.Alignment, of length: Double, in available: Double
  ) -> Double {
    switch alignment {
    case .start, .stretch: 0
    case .center: (available - length) / 2
    case .end: available - length
    }
  }

  private func rectangle(
    along: Double, _ across: Double, _ length: Double, _ breadth: Double, _ axis: StackStyle.Axis
  ) -> Rectangle {
    axis == .row
      ? Rectangle(x: along, y: across, size: Size(width: length, height: breadth))
      : Rectangle(x: across, y: along, size: Size(width: breadth, height: length))
  }
}
