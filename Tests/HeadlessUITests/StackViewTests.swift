import MotionKernels
import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// Stacks: frames by hand, and laws.
@Suite("Stacks")
struct StackViewTests {
  let engine = Engine()

  /// A view of its own size, as a picture is.
  func picture(
    _ width: Double, _ height: Double, hugging: Double = 250, resistance: Double = 750
  ) -> View {
    let view = ImageView(engine: engine, name: "picture")
    view.image = Image(name: "photo", size: Size(width: width, height: height))
    view.layoutTraits.hugging = hugging
    view.layoutTraits.compressionResistance = resistance
    return view
  }

  func stack(
    _ axis: StackView.Axis, _ views: [View], alignment: StackView.Alignment = .fill,
    spacing: Double = 0, padding: Double = 0, size: Size? = nil
  ) -> StackView {
    let stack = StackView(
      engine: engine, axis: axis, alignment: alignment, spacing: spacing, padding: padding)
    for view in views { stack.addSubview(view) }
    if let size {
      stack.frame = Rect(origin: .zero, size: size)
      stack.layoutIfNeeded()
    }
    return stack
  }

  func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rect {
    Rect(x: x, y: y, width: width, height: height)
  }

  static let unlimited = Size(width: Double.infinity, height: .infinity)

  @Test("A stack wants the sum along its axis and the largest across")
  func sizes() {
    let row = stack(.horizontal, [picture(20, 5), picture(30, 8)], spacing: 10, padding: 3)
    #expect(row.sizeThatFits(Self.unlimited) == Size(width: 66, height: 14))
    let column = stack(.vertical, [picture(20, 5), picture(30, 8)], spacing: 10, padding: 3)
    #expect(column.sizeThatFits(Self.unlimited) == Size(width: 36, height: 29))
    #expect(
      stack(.vertical, [], padding: 3).sizeThatFits(Self.unlimited) == Size(width: 6, height: 6))
    // A limit shrinks what is in the stack.
    #expect(row.sizeThatFits(Size(width: 46, height: 100)).width == 46)
    // A plain view has no size of its own.
    #expect(
      stack(.vertical, [View(engine: engine, frame: rect(0, 0, 9, 9))]).sizeThatFits(Self.unlimited)
        == .zero)
  }

  @Test("The view with the lowest hugging grows")
  func hugging() {
    let views = [picture(20, 5), picture(30, 8, hugging: 200), picture(10, 3)]
    _ = stack(.horizontal, views, spacing: 10, size: Size(width: 200, height: 20))
    // 200 − 20 for spacing − 60 leaves 120 for the second.
    #expect(views.map(\.frame) == [rect(0, 0, 20, 20), rect(30, 0, 150, 20), rect(190, 0, 10, 20)])
  }

  @Test("Views with equal priorities grow equally, up to their limits")
  func equalShares() {
    let views = [picture(10, 5), picture(20, 5), picture(30, 5)]
    views[1].layoutTraits.width.maximum = 25
    _ = stack(.horizontal, views, size: Size(width: 105, height: 5))
    // 15 each; the second takes 5, and the others get 5 more each.
    #expect(views.map(\.frame.width) == [30, 25, 50])
  }

  @Test("The view with the lowest resistance shrinks, then the next")
  func compression() {
    let views = [picture(50, 5), picture(40, 5, resistance: 100), picture(30, 5, resistance: 200)]
    views[1].layoutTraits.width.minimum = 10
    let row = stack(.horizontal, views, size: Size(width: 100, height: 5))
    #expect(views.map(\.frame.width) == [50, 20, 30])
    row.frame.size.width = 75
    row.layoutIfNeeded()
    #expect(views.map(\.frame.width) == [50, 10, 15])
    // Smaller than everything: nothing has a negative length.
    row.frame.size.width = 5
    row.layoutIfNeeded()
    #expect(views.map(\.frame.width) == [0, 10, 0])
    row.frame.size.width = 120
    row.layoutIfNeeded()
    #expect(views.map(\.frame.width) == [50, 40, 30])
  }

  @Test("Alignment across the axis")
  func alignment() {
    func frames(_ alignment: StackView.Alignment) -> [Rect] {
      let views = [picture(20, 10), picture(40, 10)]
      _ = stack(
        .vertical, views, alignment: alignment, padding: 2, size: Size(width: 104, height: 24))
      return views.map(\.frame)
    }
    #expect(frames(.leading) == [rect(2, 2, 20, 10), rect(2, 12, 40, 10)])
    #expect(frames(.center) == [rect(42, 2, 20, 10), rect(32, 12, 40, 10)])
    #expect(frames(.trailing) == [rect(82, 2, 20, 10), rect(62, 12, 40, 10)])
    #expect(frames(.fill) == [rect(2, 2, 100, 10), rect(2, 12, 100, 10)])
  }

  @Test("Text gets the width that is left, and as many lines as that needs")
  func text() {
    let label = Label(engine: engine, text: "aa aa aa", font: Font(size: 10))
    let row = stack(
      .horizontal, [picture(20, 20, resistance: 1_000), label], alignment: .leading, spacing: 4)
    // 'aa aa aa' is 39.2 wide, 'aa aa' 25.2.
    #expect(row.sizeThatFits(Self.unlimited) == Size(width: 64, height: 20))
    #expect(row.sizeThatFits(Size(width: 54, height: 99)) == Size(width: 54, height: 24))
    row.frame = rect(0, 0, 54, 24)
    row.layoutIfNeeded()
    #expect(label.frame == rect(24, 0, 30, 24))
    #expect(label.lines.count == 2)
  }

  @Test("A change deep inside reaches all stacks around it, and nothing else is laid out again")
  func invalidation() {
    final class Counted: View {
      var layoutCount = 0
      override func sizeThatFits(_ limit: Size) -> Size { Size(width: 5, height: 5) }
      override func layoutSubviews() { layoutCount += 1 }
    }
    let label = Label(engine: engine, text: "aa", font: Font(size: 10))
    let inner = stack(.vertical, [label])
    let other = Counted(engine: engine)
    // Keeps its size when the stack is too small.
    other.layoutTraits.compressionResistance = 1_000
    let outer = stack(.vertical, [inner, other], size: Size(width: 50, height: 17))
    engine.tick(at: 1)
    #expect(other.layoutCount > 0)
    other.layoutCount = 0
    #expect(outer.sizeThatFits(Size(width: 50, height: .infinity)).height == 17)
    label.text = "aa aa aa aa"
    #expect(outer.sizeThatFits(Size(width: 50, height: .infinity)).height == 29)
    engine.tick(at: 2)
    #expect(label.frame.height + other.frame.height == 17)
    #expect(other.layoutCount == 0)
    label.isHidden = true
    #expect(outer.sizeThatFits(Size(width: 50, height: .infinity)).height == 5)
    label.removeFromSuperview()
    #expect(outer.sizeThatFits(Size(width: 50, height: .infinity)).height == 5)
  }

  @Test(
    "Nested stacks are measured in time that grows with their number, not with 2 to the power of it"
  )
  func nestedMeasuring() {
    final class Counted: View {
      var count = 0
      override func sizeThatFits(_ limit: Size) -> Size {
        count += 1
        return Size(width: 10, height: 10)
      }
    }
    let leaf = Counted(engine: engine)
    var view: View = leaf
    for level in 0..<40 { view = stack(level % 2 == 0 ? .vertical : .horizontal, [view]) }
    _ = view.sizeThatFits(Size(width: 100, height: 100))
    #expect(leaf.count > 0)
    #expect(leaf.count < 200)
  }

  @Test("Stacks that are nested too deep have no size and are reported")
  func tooDeep() {
    var view: View = picture(10, 10)
    for level in 0..<200 {
      let outer = StackView(engine: engine, name: "\(level)", axis: .vertical)
      outer.addSubview(view)
      view = outer
    }
    #expect(view.sizeThatFits(Self.unlimited) == .zero)
    #expect(engine.diagnostics.contains(.layoutTooDeep(view: "135")))
    #expect(picture(10, 10).sizeThatFits(Self.unlimited) == Size(width: 10, height: 10))
  }

  @Test("Sizes that make no sense do no harm")
  func badNumbers() {
    let view = picture(.nan, 5)
    view.layoutTraits.height = .init(minimum: 9, maximum: 3)
    let other = picture(-5, .infinity)
    other.layoutTraits.width = .init(minimum: .nan, maximum: .nan)
    other.layoutTraits.height = .fixed(4)
    _ = stack(.horizontal, [view, other], size: Size(width: 50, height: 20))
    for view in [view, other] {
      #expect(view.frame.width >= 0 && view.frame.width <= 50)
      #expect(view.frame.height >= 0)
    }
  }

  @Test("The layout queue keeps the order of marking, and taking views out is remembered")
  func queue() {
    let views = (0..<200).map { View(engine: Engine(), name: "\($0)") }
    var queue = LayoutQueue()
    for view in views { queue.append(view) }
    for view in views where view.name.hasSuffix("7") { queue.remove(view) }
    // Marked again: now last.
    queue.remove(views[3])
    queue.append(views[3])
    var names: [String] = []
    while let view = queue.popFirst() { names.append(view.name) }
    let expected = (0..<200).filter { $0 != 3 && $0 % 10 != 7 } + [3]
    #expect(names == expected.map { "\($0)" })
    #expect(queue.popFirst() == nil)
    queue.append(views[0])
    #expect(queue.popFirst() === views[0])
  }
}
