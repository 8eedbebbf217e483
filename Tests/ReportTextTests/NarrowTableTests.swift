import Testing

@testable import ReportText

@Suite("Tables on narrow terminals")
struct NarrowTableTests {
  private func table(name: String = "transition.cartFold.interactive.finish") -> Table {
    var table = Table([
      .text("name"), .number("rate"), .number("median", isExtra: true), .text("verdict"),
      .number("maximum", isExtra: true),
    ])
    table.add([name, "120 Hz", "1.25", "unchanged", "12.5"].map { Table.Cell($0) })
    return table
  }

  private func lines(_ table: Table, width: Int?) -> [String] {
    table.text(ReportStyle(isColored: false, width: width)).content
      .split(separator: "\n").map(String.init)
  }

  @Test("All columns where there is room, and in files")
  func wide() {
    #expect(lines(table(), width: nil) == lines(table(), width: 200))
    #expect(lines(table(), width: nil).count == 2)
  }

  @Test("Columns that can be spared go from the right, then long texts lose their middle")
  func narrow() {
    #expect(
      lines(table(), width: 66)[0].split(separator: " ") == ["name", "rate", "median", "verdict"])
    #expect(lines(table(), width: 66)[2] == "1 column left out; '--wide' shows all")
    #expect(lines(table(), width: 60)[0].split(separator: " ") == ["name", "rate", "verdict"])
    #expect(lines(table(), width: 40)[1] == "transiti…ctive.finish  120 Hz  unchanged")
  }

  @Test("No line is wider than the terminal", arguments: 31...100)
  func widths(width: Int) {
    let lines = lines(table(), width: width)
    // The note is wider than the narrowest terminals.
    let rows = lines.filter { !$0.hasSuffix("'--wide' shows all") }
    #expect(rows.count >= 2 && rows.count >= lines.count - 1)
    #expect(rows.allSatisfy { $0.count <= width })
  }

  @Test("A name alone does not fit into nothing")
  func tiny() {
    #expect(lines(table(), width: 5)[1].contains("…"))
  }
}
