import Components
import Testing

@Suite("Stack layout")
struct StackLayoutTests {
  private static func box(_ width: Double, _ height: Double, grow: Double = 0) -> ViewNode {
    ViewNode(.box(Size(width: width, height: height)), grow: grow)
  }

  private static func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double
  ) -> Rectangle {
    Rectangle(x: x, y: y, size: Size(width: width, height: height))
  }

  /// The frames of a stack's children after a layout in 100 × 60 points.
  private static func frames(_ style: StackStyle, _ children: [ViewNode]) -> [Rectangle] {
    StackLayout().place(ViewNode(.stack(style, children)), in: Size(width: 100, height: 60))
    return children.map(\.frame)
  }

  @Test("A row places children one after the other, with spacing and padding")
  func row() {
    let frames = Self.frames(
      StackStyle(.row, alignment: .start, spacing: 5, padding: 10),
      [Self.box(20, 10), Self.box(30, 20)])
    #expect(frames == [Self.rectangle(10, 10, 20, 10), Self.rectangle(35, 10, 30, 20)])
  }

  @Test("A column places children below each other")
  func column() {
    let frames = Self.frames(
      StackStyle(.column, alignment: .end, spacing: 5), [Self.box(20, 10), Self.box(30, 20)])
    #expect(frames == [Self.rectangle(80, 0, 20, 10), Self.rectangle(70, 15, 30, 20)])
  }

  @Test(
    "Alignment places children across",
    arguments: [
      (StackStyle.Alignment.start, 0.0, 10.0), (.center, 25, 10), (.end, 50, 10), (.stretch, 0, 60),
    ])
  func alignment(_ alignment: StackStyle.Alignment, _ y: Double, _ height: Double) {
    let frames = Self.frames(StackStyle(.row, alignment: alignment), [Self.box(20, 10)])
    #expect(frames == [Self.rectangle(0, y, 20, height)])
  }

  @Test("What is left over is distributed in proportion, and what is missing is taken away")
  func grow() {
    #expect(
      Self.frames(
        StackStyle(.row), [Self.box(20, 10), Self.box(20, 10, grow: 1), Self.box(20, 10, grow: 3)]
      ).map(\.size.width) == [20, 30, 50])
    #expect(
      Self.frames(StackStyle(.row), [Self.box(80, 10), Self.box(40, 10, grow: 1)])
        .map(\.size.width) == [80, 20])
    #expect(
      Self.frames(StackStyle(.row), [Self.box(80, 10), Self.box(40, 10)]).map(\.size.width)
        == [80, 40])
  }

  @Test("A text is as high as its lines at the width that is left")
  func text() {
    let text = ViewNode(.text(Array("bad cab bad".utf8)))
    let frames = Self.frames(
      StackStyle(.row, alignment: .start), [Self.box(40, 10), text])
    #expect(frames[1] == Self.rectangle(40, 0, 54, 40))
    #expect(StackLayout().size(of: text, width: 200) == Size(width: 84, height: 20))
  }

  @Test("Padding and spacing belong to the size of a stack")
  func size() {
    let stack = ViewNode(
      .stack(StackStyle(.column, spacing: 4, padding: 3), [Self.box(20, 10), Self.box(30, 20)]))
    #expect(StackLayout().size(of: stack, width: 100) == Size(width: 36, height: 40))
    #expect(
      StackLayout().size(of: ViewNode(.stack(StackStyle(.row), [])), width: 100) == .zero)
  }
}
