import Components

/// A list of posts whose column becomes narrower, so that every frame lays out all of it.
public final class LayoutScene {
  private static let layout = StackLayout()

  private let root: ViewNode
  private let cells: [ViewNode]

  /// Creates a scene.
  ///
  /// - Parameters:
  ///   - count: The number of posts, with five views each.
  ///   - seed: The seed of their texts.
  public init(posts count: Int, seed: UInt64) {
    var data = SampleData(seed: seed)
    var cells: [ViewNode] = []
    for _ in 0..<count { cells.append(Self.cell(&data)) }
    self.cells = cells
    root = ViewNode(.stack(StackStyle(.column, spacing: 8, padding: 16), cells))
  }
}

extension LayoutScene {
  /// Lays out the list.
  ///
  /// - Parameter progress: 0 for the full width of 375 points, 1 for 240 points.
  /// - Returns: A number computed from the frames of all posts.
  public func render(progress: Double) -> Int {
    let width = 375 - 135 * progress
    Self.layout.place(root, in: Size(width: width, height: 667))
    var sum = 0
    for cell in cells { sum &+= Int(cell.frame.y) &+ Int(cell.frame.size.height) }
    return sum
  }

  /// A picture beside a headline and some text.
  private static func cell(_ data: inout SampleData) -> ViewNode {
    let picture = ViewNode(.box(Size(width: 48, height: 48)))
    let headline = ViewNode(.text(data.text(words: 4)))
    let body = ViewNode(.text(data.text(words: 10 + data.index(below: 20))))
    let texts = ViewNode(
      .stack(StackStyle(.column, alignment: .start, spacing: 4), [headline, body]), grow: 1)
    return ViewNode(
      .stack(StackStyle(.row, alignment: .start, spacing: 12, padding: 8), [picture, texts]))
  }
}
