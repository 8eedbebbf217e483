import HeadlessUI

/// A list of posts of different heights, which reuses the cells that leave the screen.
///
/// A cell that comes onto the screen gets new texts, is measured, and is laid out.
final class Feed: View {
  /// The distance between two posts, in points.
  static let spacing = 8.0

  private let cellShape: PageShape

  /// The cells on the screen, top to bottom, each with its post and its top in points.
  private var visible: [(cell: FeedCell, post: Int, top: Double)] = []
  private var unused: [FeedCell] = []

  /// The number of posts shown so far.
  private(set) var shownCount = 0

  /// Creates a feed in which fifty posts have about as many views as a scene.
  init(engine: Engine, shape: SceneShape, frame: Rect) {
    // Few views per cell, so that several cells are on the screen.
    let cells = 50
    let views = max(shape.views / cells, 4)
    cellShape = PageShape(
      views: views, depth: max(2, min(shape.depth, views / 3)), animated: 0,
      labels: max(1, min(shape.labels / cells, views / 2)))
    super.init(engine: engine, name: "feed", frame: frame)
    clipsToBounds = true
  }
}

extension Feed {
  /// Shows the posts at an offset from the top of the first post; a negative offset counts as 0.
  ///
  /// - Parameter offset: The offset in points.
  func scroll(to offset: Double) {
    bounds.origin.y = offset > 0 ? offset : 0
    let (top, bottom) = (bounds.minY, bounds.maxY)
    // Remove cells that have left the screen at either end.
    visible.removeAll { entry in
      guard entry.top + entry.cell.bounds.height <= top || entry.top >= bottom else { return false }
      entry.cell.isHidden = true
      unused.append(entry.cell)
      return true
    }
    if visible.isEmpty { show(post: firstPost(at: top), top: topOfPost(firstPost(at: top))) }
    while let last = visible.last, last.top + last.cell.bounds.height + Self.spacing < bottom {
      show(post: last.post + 1, top: last.top + last.cell.bounds.height + Self.spacing)
    }
  }

  /// The posts on the screen, top to bottom.
  var visiblePosts: [Int] { visible.map(\.post) }

  /// An estimate, for a feed that jumps: heights are not known before posts are shown.
  private func firstPost(at offset: Double) -> Int { Int(offset / Self.estimatedHeight) }
  private func topOfPost(_ post: Int) -> Double { Double(post) * Self.estimatedHeight }
  private static let estimatedHeight = 120.0

  /// Shows a post below those that are visible.
  private func show(post: Int, top: Double) {
    let cell = unused.popLast() ?? makeCell()
    cell.isHidden = false
    cell.show(post)
    shownCount += 1
    let width = bounds.width
    let height = max(cell.sizeThatFits(Size(width: width, height: .infinity)).height, 1)
    cell.setLayoutFrame(Rect(x: 0, y: top, width: width, height: height))
    cell.layoutIfNeeded()
    visible.append((cell, post, top))
  }

  private func makeCell() -> FeedCell {
    let cell = FeedCell(engine: engine, shape: cellShape)
    addSubview(cell)
    return cell
  }
}

/// A post of a feed.
final class FeedCell: View {
  private let content: StackView
  private let labels: [Label]

  init(engine: Engine, shape: PageShape) {
    var builder = PageBuilder(engine: engine, shape: shape, seed: StageParameters.sceneSeed)
    content = builder.build()
    labels = builder.labelViews
    super.init(engine: engine, name: "cell")
    backgroundColor = .white
    addSubview(content)
  }

  /// Sets the labels' texts to those of a post.
  func show(_ post: Int) {
    var generator = SeededGenerator(seed: StageParameters.sceneSeed + UInt64(max(post, 0)))
    for label in labels {
      label.text = SceneText.text(length: 20 + generator.below(181), using: &generator)
    }
  }

  override func sizeThatFits(_ limit: Size) -> Size { content.sizeThatFits(limit) }

  override func layoutSubviews() {
    content.setLayoutFrame(bounds)
    content.layoutIfNeeded()
  }
}
