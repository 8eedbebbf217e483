import Testing

@testable import ReportText

@Suite("Comma-separated values")
struct CSVTableTests {
  @Test("Texts are quoted, numbers are not, and nothing is an empty cell")
  func cells() {
    var table = CSVTable(columns: ["name", "value", "count", "note"])
    table.add([.cell("a \"b\", c"), .cell(0.5), .cell(12), ""])
    table.add([.cell(nil as String?), .cell(nil as Double?), .cell(3.0), .cell("=1+2")])

    #expect(
      table.text.content
        == "name,value,count,note\r\n\"a \"\"b\"\", c\",0.5,12,\r\n,,3,\"'=1+2\"\r\n")
  }

  @Test("A long text loses its middle")
  func long() {
    var table = CSVTable(columns: ["a"])
    table.add([.cell(String(repeating: "x", count: 10_000))])

    let field = String(repeating: "x", count: 10_000).cut(to: ForeignText.longest)
    #expect(field.count == ForeignText.longest)
    #expect(table.text.content == "a\r\n\"\(field)\"\r\n")
  }

  @Test("Rows may have a common start")
  func commonStart() {
    var table = CSVTable(columns: ["a", "b"])
    let start: [CSVText] = [.cell(1)]
    for second in 2...3 { table.add(start + [.cell(second)]) }

    #expect(table.text.content == "a,b\r\n1,2\r\n1,3\r\n")
  }
}
