import SampleStatistics
import Testing

@testable import ReportText

@Suite("Numbers as text")
struct NumberTextTests {
  @Test(
    "At least three significant digits at every scale",
    arguments: [
      (0, "0"), (0.001_234, "0.00123"), (0.123_4, "0.123"), (1.234, "1.23"), (12.34, "12.3"),
      (123.4, "123"), (1_234.5, "1 234"), (1_234_567, "1 234 567"), (0.999_9, "1.000"),
      (9.999, "10.00"), (-12.34, "-12.3"), (.infinity, "n/a"), (.nan, "n/a"),
      (1e-9, "0.00000000100"),
      (1.234e-13, "1.23e-13"), (-Double.leastNonzeroMagnitude, "-4.94e-324"), (1e15, "1.00e+15"),
      (-1e308, "-1.00e+308"),
    ])
  func print(value: Double, expected: String) {
    #expect(NumberText.format(value) == expected)
  }

  @Test("Every number is short and reads as what it is", arguments: 0..<50)
  func anyNumber(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let value = Double(bitPattern: generator.next())
      let text = NumberText.format(value)
      #expect(text.count <= 20, "\(value)")
      guard value.isFinite else { continue }
      let read = try #require(Double(text.replacing(" ", with: "")), "\(value)")
      #expect(abs(read / value - 1) < 0.01, "\(value)")
    }
  }

  @Test(
    "A change has a sign, and becomes a factor when it is large",
    arguments: [
      (1, "0 %"), (1.04, "+4.00 %"), (0.5, "-50.0 %"), (1.5, "+50.0 %"), (0.999, "-0.10 %"),
      (12, "×12.0"), (0, "-100.0 %"), (.infinity, "n/a"), (.nan, "n/a"), (-.infinity, "n/a"),
    ])
  func change(ratio: Double, expected: String) {
    #expect(NumberText.change(ratio) == expected)
  }

  @Test("A column has the unit of its median")
  func unit() {
    #expect(TimeUnit(for: [6, 12, 40_000]).name == "ns")
    #expect(TimeUnit(for: [0, 0, 2_500]).name == "µs")
    #expect(TimeUnit(for: [900_000, 8_000_000, 9_000_000]).name == "ms")
    #expect(TimeUnit(for: []).name == "ns")
  }

  @Test("Columns are aligned by graphemes, and nothing is truncated")
  func columns() {
    var table = Table([.text("name"), .number("µs"), .text("word")])
    table.add([.init("größe"), .init("1"), .init("")])
    table.add([.init("👩‍👩‍👧 x"), .init("1 234"), .init("yes")])

    #expect(
      table.text(.plain).content == """
        name      µs  word
        größe      1
        👩‍👩‍👧 x    1 234  yes

        """)
    #expect(table.markdown().content.hasPrefix("| name | µs | word |\n|:--|--:|:--|\n"))
  }

  @Test("Markup in names is escaped")
  func escaping() {
    #expect(MarkdownText(foreign: "a|b <c> *d*").content == "a\\|b &lt;c&gt; \\*d\\*")
  }
}
