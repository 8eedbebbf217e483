import MotionKernels

/// The views of one page of a scene: cards, rows, pictures and labels in nested stacks.
///
/// Built from a seed: the same seed and shape give the same views. The content is as wide as its page
/// and as high as it needs; what is below the edge of the page is off the screen, as in a list.
final class PageContent {
  /// Lays out the content when the page changes its size.
  let root: StackView

  private let page: View
  private let shape: PageShape
  private let animated: [View]

  /// Whether the next animations lead back.
  private var isMoved = false

  /// Creates the content and adds it to `page`; measures all text and lays out everything.
  init(_ page: View, _ shape: PageShape, seed: UInt64) {
    var builder = PageBuilder(engine: page.engine, shape: shape, seed: seed)
    root = builder.build()
    self.page = page
    self.shape = shape
    animated = builder.animated
    page.addSubview(root)
    layOutIfResized()
  }
}

extension PageContent {
  /// How many views the content has.
  var count: Int { shape.views }

  /// Lays out the content if its page has another width than at the last layout; a page without width
  /// has not been placed.
  func layOutIfResized() {
    let width = page.bounds.width
    if width > 0, width != root.bounds.width { layOut() }
  }

  /// Gives the content the width of its page and the height that it needs, and lays it out.
  func layOut() {
    let width = page.bounds.width
    let height = root.sizeThatFits(Size(width: width, height: .infinity)).height
    root.setLayoutFrame(Rect(x: 0, y: 0, width: width, height: height))
    root.layoutIfNeeded()
  }

  /// Starts the animations of the content, all of which end within `duration` seconds; every second call
  /// leads back.
  ///
  /// Views fade, turn, move and change their color; every fourth one moves on a spring.
  func animate(duration: Double) {
    let isBack = isMoved
    isMoved.toggle()
    for (index, view) in animated.enumerated() {
      let delay = 0.3 * duration * Double(index) / Double(max(animated.count, 1))
      let length = 0.6 * duration
      switch index % 4 {
      case 0:
        page.engine.animate(duration: length, delay: delay) { view.alpha = isBack ? 1 : 0.4 }
      case 1:
        page.engine.animate(duration: length, delay: delay, curve: .linear) {
          view.transform = isBack ? .identity : .makeRotation(angle: 1, x: 0, y: 0, z: 1)
        }
      case 2:
        page.engine.animate(
          duration: length, delay: delay, dampingRatio: 0.7, initialVelocity: 0
        ) {
          view.center = view.center + Point(x: 12, y: -6) * (isBack ? -1 : 1)
        }
      default:
        page.engine.animate(duration: length, delay: delay) {
          view.backgroundColor = Color(red: 1, green: isBack ? 1 : 0.5, blue: 0, opacity: 1)
        }
      }
    }
  }
}

/// Builds the views of a page.
private struct PageBuilder {
  let engine: Engine
  let shape: PageShape
  private(set) var animated: [View] = []

  private var generator: SeededGenerator

  /// How many views have been made, and how many of them are labels.
  private var made = 0
  private var labels = 0

  /// Columns that can have more views, with the number of levels above them.
  private var columns: [(stack: StackView, level: Int)] = []

  /// Leaves that can be animated.
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
      // A card is a row with a picture, a column and two labels in it.
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

  /// Columns in columns, down to the last level.
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
    // Its last leaf needs a level.
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

  /// A label while there are not enough, else a bar; now and then a transparent or a hidden one.
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

  /// 20 to 200 characters in words of 2 to 11 letters.
  private mutating func text() -> String {
    SceneText.text(length: 20 + generator.below(181), using: &generator)
  }
}

/// Text that looks like text to a line breaker.
enum SceneText {
  private static let letters = Array("etaoinshrdlcumwfgypbvk")

  /// Words of 2 to 11 letters with spaces between them, `length` characters in all.
  static func text(length: Int, using generator: inout SeededGenerator) -> String {
    var text = ""
    text.reserveCapacity(length)
    var count = 0
    var word = 2 + generator.below(10)
    while count < length {
      if word == 0 {
        text.append(" ")
        word = 2 + generator.below(10)
      } else {
        // The first letters of the list are the most frequent ones.
        text.append(letters[min(generator.below(letters.count), generator.below(letters.count))])
        word -= 1
      }
      count += 1
    }
    return text
  }
}

/// A small generator whose numbers depend on the seed alone.
struct SeededGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// A number in 0..<`bound`, evenly distributed but for one part in 2³².
  mutating func below(_ bound: Int) -> Int {
    // Knuth's multiplier; the high bits are the good ones.
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(((state >> 32) &* UInt64(max(bound, 1))) >> 32)
  }
}
