import Components
import Testing

@Suite("Quadtree")
struct QuadtreeTests {
  /// Points, some at the same position, and a tree of them.
  private static func points(
    _ generator: inout TestGenerator
  ) -> (items: [Quadtree.Item], tree: Quadtree) {
    var tree = Quadtree(side: 100, capacity: Int.random(in: 1...8, using: &generator))
    let items = (0..<300).map { identifier in
      Quadtree.Item(
        x: .random(in: 0...50, using: &generator).rounded() * 2,
        y: .random(in: 0...100, using: &generator), identifier: Int32(identifier))
    }
    for item in items + items { tree.insert(item) }
    return (items + items, tree)
  }

  @Test("Finds the same points in an area as a search of all", arguments: 0..<20)
  func areas(seed: UInt64) {
    var generator = TestGenerator(seed: seed)
    let (items, tree) = Self.points(&generator)
    for _ in 0..<20 {
      let x = Float.random(in: -10...100, using: &generator).rounded()
      let y = Float.random(in: -10...100, using: &generator)
      let area = Quadtree.Area(x: x...(x + 20), y: y...(y + 30))

      let expected = items.filter { area.x.contains($0.x) && area.y.contains($0.y) }

      #expect(tree.identifiers(in: area).sorted() == expected.map(\.identifier).sorted())
    }
  }

  @Test("Finds the nearest point, of several the first", arguments: 0..<20)
  func nearest(seed: UInt64) {
    var generator = TestGenerator(seed: seed)
    let (items, tree) = Self.points(&generator)
    for _ in 0..<50 {
      let x = Float.random(in: -20...120, using: &generator).rounded()
      let y = Float.random(in: -20...120, using: &generator)
      func distance(_ item: Quadtree.Item) -> Float {
        let (dx, dy) = (item.x - x, item.y - y)
        return dx * dx + dy * dy
      }

      let expected = items.min {
        (distance($0), $0.identifier) < (distance($1), $1.identifier)
      }

      #expect(tree.nearest(toX: x, y: y) == expected)
    }
  }

  @Test("An empty tree has no points")
  func empty() {
    let tree = Quadtree(side: 1)
    #expect(tree.nearest(toX: 0, y: 0) == nil)
    #expect(tree.identifiers(in: Quadtree.Area(x: 0...1, y: 0...1)).isEmpty)
  }
}
