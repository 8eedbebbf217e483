import HeadlessUI

/// Builds the views of a page.
struct PageBuilder {
  let engine: Engine
  let shape: PageShape
  private(set) var animated: [View] = []
  private(set) var labelViews: [Label] = []

  private var generator: SeededGenerator

  /// The number of views made so far, and of labels among them.
  private var made = 0
  private var labels = 0

  /// The columns that can have more views, with the number of levels above them.
  private var columns: [(stack: StackView, level: Int)] = []

  /// The leaves that can be animated.
  private var leaves: [View] = []

  init(engine: Engine, shape: PageShape, seed: UInt64) {
    self.engine = engine
    self.shape = shape
    generator = SeededGenerator(seed: seed)
  }

  mutating func build() -> StackView {
    let root = column(level: 0)
    buildSpine(root)
    while made < shape.views {
      let (column, level) = columns[generator.below(columns.count)]
      let left = shape.views - made
      // A card is a row with a picture and a column of two leaves.
      if left >= 5, level + 3 < shape.depth, generator.below(4) == 0 {
        addCard(to: column, level: level)
      } else {
        column.addSubview(leaf())
      }
    }
    let step = max(leaves.count / max(shape.animated, 1), 1)
    animated = (0..<shape.animated).map { leaves[min($0 * step, leaves.count - 1)] }
    return root
  }

  /// Builds nested columns, down to the last level.
  private mutating func buildSpine(_ root: StackView) {
    var parent = root
    for level in 1..<shape.depth - 1 {
      let child = column(level: level)
      parent.addSubview(child)
      parent = child
    }
    parent.addSubview(leaf())
  }

  private mutating func addCard(to parent: StackView, level: Int) {
    let row = StackView(
      engine: engine, name: "row \(made)", axis: .horizontal, alignment: .leading, spacing: 6,
      padding: 4)
    row.backgroundColor = .white
    row.cornerRadius = 6
    row.clipsToBounds = generator.below(3) == 0
    made += 1
    row.addSubview(picture())
    let column = column(level: level + 2)
    // The column takes the width that the picture leaves.
    column.layoutTraits.hugging = 1
    column.layoutTraits.compressionResistance = 1
    column.addSubview(leaf())
    column.addSubview(leaf())
    row.addSubview(column)
    parent.addSubview(row)
  }

  private mutating func column(level: Int) -> StackView {
    let stack = StackView(
      engine: engine, name: "column \(made)", axis: .vertical, spacing: 3,
      padding: level % 3 == 1 ? 2 : 0)
    made += 1
    // Its leaves need one more level.
    if level + 1 < shape.depth { columns.append((stack, level)) }
    return stack
  }

  private mutating func picture() -> View {
    let view = View(engine: engine, name: "picture \(made)")
    view.layoutTraits = .fixed(width: 28, height: 28)
    view.backgroundColor = Color(red: 0.2, green: 0.4, blue: 0.8, opacity: 1)
    made += 1
    leaves.append(view)
    return view
  }

  /// A label if more labels are needed, or else a bar; some leaves are transparent or raised.
  private mutating func leaf() -> View {
    let missing = shape.labels - labels
    guard missing > 0, generator.below(max(shape.views - made, 1)) < 2 * missing else {
      return bar()
    }
    labels += 1
    made += 1
    let label = Label(
      engine: engine, name: "label \(made)", text: text(), font: Font(size: 13),
      numberOfLines: generator.below(3))
    leaves.append(label)
    labelViews.append(label)
    return label
  }

  private mutating func bar() -> View {
    let view = View(engine: engine, name: "bar \(made)")
    view.layoutTraits = .fixed(height: Double(4 + generator.below(12)))
    view.backgroundColor = Color(red: 0.9, green: 0.9, blue: 0.9, opacity: 1)
    if generator.below(16) == 0 { view.alpha = 0 }
    if generator.below(16) == 0 { view.zPosition = 1 }
    made += 1
    leaves.append(view)
    return view
  }

  /// A text of 20 to 200 characters, in words of 2 to 11 letters.
  private mutating func text() -> String {
    SceneText.text(length: 20 + generator.below(181), using: &generator)
  }
}
