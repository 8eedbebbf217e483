import Testing

@testable import ReportText

@Suite("Comma-separated values")
struct CSVTableTests {
  @Test("Texts are quoted, numbers are not, and nothing is an empty cell")
  func cells() {
    var table = CSVTable(columns: ["name", "value", "count", "note"])
    var row = CSVRow()
    row.text("a \"b\", c")
    row.number(0.5)
    row.number(12)
    row.empty()
    table.add(row)
    row = CSVRow()
    row.text(nil)
    row.number(nil as Double?)
    row.number(3.0)
    row.text("=1+2")
    table.add(row)

    #expect(
      table.text.content
        == "name,value,count,note\r\n\"a \"\"b\"\", c\",0.5,12,\r\n,,3,\"'=1+2\"\r\n")
  }

  @Test("A long text loses its middle")
  func long() {
    var table = CSVTable(columns: ["a"])
    var row = CSVRow()
    row.text(String(repeating: "x", count: 10_000))
    table.add(row)

    #expect(table.text.content.contains("…"))
    #expect(table.text.content.count < ForeignText.longest + 10)
  }

  @Test("A copy of a row is a row of its own")
  func copies() {
    var table = CSVTable(columns: ["a", "b"])
    var start = CSVRow()
    start.number(1)
    for second in 2...3 {
      var row = start
      row.number(second)
      table.add(row)
    }

    #expect(table.text.content == "a,b\r\n1,2\r\n1,3\r\n")
  }
}
