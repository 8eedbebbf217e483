/// Points in a square, found by their place.
///
/// A square with more than ``capacity`` points is divided into four when a point is added.
public struct Quadtree: Sendable {
  /// A point with a number of its own.
  public struct Item: Hashable, Sendable {
    public var x, y: Float
    public var identifier: Int32

    /// Creates an item.
    public init(x: Float, y: Float, identifier: Int32) {
      self.x = x
      self.y = y
      self.identifier = identifier
    }
  }

  /// A rectangle, including its edges.
  public struct Area: Hashable, Sendable {
    public var x, y: ClosedRange<Float>

    /// Creates an area.
    public init(x: ClosedRange<Float>, y: ClosedRange<Float>) {
      self.x = x
      self.y = y
    }
  }

  private struct Node {
    var centerX, centerY: Float

    /// Half the length of a side.
    var extent: Float

    /// The first of four neighboring nodes; 0 for a leaf.
    var firstChild = 0
    var items: [Item] = []
  }

  /// The maximum number of points of an undivided square, except for one of the minimum size.
  public let capacity: Int

  private static let smallestExtent: Float = 1e-3

  /// The nodes of the tree, the root first.
  private var nodes: [Node]

  /// Creates an empty tree.
  ///
  /// - Parameters:
  ///   - side: The length of the square, which extends from 0 to `side` in both directions.
  ///   - capacity: The maximum number of points of an undivided square.
  /// - Precondition: `side > 0`, `capacity > 0`.
  public init(side: Float, capacity: Int = 16) {
    precondition(side > 0 && capacity > 0, "A tree needs a side and a capacity above 0")
    self.capacity = capacity
    nodes = [Node(centerX: side / 2, centerY: side / 2, extent: side / 2)]
  }
}

extension Quadtree {
  /// Adds a point.
  ///
  /// - Precondition: The point is inside the square or on its edge.
  public mutating func insert(_ item: Item) {
    let side = 2 * nodes[0].extent
    precondition(
      (0...side).contains(item.x) && (0...side).contains(item.y),
      "(\(item.x), \(item.y)) is not in a square of \(side)")
    var index = 0
    while nodes[index].firstChild != 0 { index = child(of: index, at: item.x, item.y) }
    nodes[index].items.append(item)
    if nodes[index].items.count > capacity, nodes[index].extent > Self.smallestExtent {
      divide(index)
    }
  }

  /// The numbers of the points in an area, in no particular order.
  public func identifiers(in area: Area) -> [Int32] {
    var found: [Int32] = []
    var pending = [0]
    while let index = pending.popLast() {
      if nodes[index].firstChild != 0 {
        addChildren(of: index, overlapping: area, to: &pending)
      } else {
        for item in nodes[index].items where area.x.contains(item.x) && area.y.contains(item.y) {
          found.append(item.identifier)
        }
      }
    }
    return found
  }

  /// The point nearest to a position; of several equally near ones, that with the smallest number.
  ///
  /// - Returns: The point, or nil for an empty tree.
  public func nearest(toX x: Float, y: Float) -> Item? {
    var best: (item: Item, distance: Float)?
    var pending = [0]
    while let index = pending.popLast() {
      if let best, distance(fromX: x, y: y, to: nodes[index]) > best.distance { continue }
      if nodes[index].firstChild != 0 {
        pending += nodes[index].firstChild..<(nodes[index].firstChild + 4)
        // The square that contains the position is searched first.
        let near = child(of: index, at: x, y) - nodes[index].firstChild
        pending.swapAt(pending.count - 4 + near, pending.count - 1)
      }
      for item in nodes[index].items {
        let (dx, dy) = (item.x - x, item.y - y)
        let candidate = (item: item, distance: dx * dx + dy * dy)
        if let best,
          (best.distance, best.item.identifier) <= (candidate.distance, item.identifier)
        {
          continue
        }
        best = candidate
      }
    }
    return best?.item
  }

  private func child(of index: Int, at x: Float, _ y: Float) -> Int {
    let node = nodes[index]
    return node.firstChild + (x < node.centerX ? 0 : 1) + (y < node.centerY ? 0 : 2)
  }

  private mutating func divide(_ index: Int) {
    let (centerX, centerY) = (nodes[index].centerX, nodes[index].centerY)
    let extent = nodes[index].extent / 2
    nodes[index].firstChild = nodes.count
    for quarter in 0..<4 {
      nodes.append(
        Node(
          centerX: centerX + (quarter & 1 == 0 ? -extent : extent),
          centerY: centerY + (quarter & 2 == 0 ? -extent : extent), extent: extent))
    }
    let items = nodes[index].items
    nodes[index].items = []
    for item in items { nodes[child(of: index, at: item.x, item.y)].items.append(item) }
  }

  /// Adds the children that may contain points of an area.
  private func addChildren(of index: Int, overlapping area: Area, to pending: inout [Int]) {
    let node = nodes[index]
    let isLeft = area.x.lowerBound < node.centerX
    let isRight = area.x.upperBound >= node.centerX
    if area.y.lowerBound < node.centerY {
      if isLeft { pending.append(node.firstChild) }
      if isRight { pending.append(node.firstChild + 1) }
    }
    if area.y.upperBound >= node.centerY {
      if isLeft { pending.append(node.firstChild + 2) }
      if isRight { pending.append(node.firstChild + 3) }
    }
  }

  /// The square of the distance of a place from a node's square.
  private func distance(fromX x: Float, y: Float, to node: Node) -> Float {
    let dx = max(0, abs(x - node.centerX) - node.extent)
    let dy = max(0, abs(y - node.centerY) - node.extent)
    return dx * dx + dy * dy
  }
}
