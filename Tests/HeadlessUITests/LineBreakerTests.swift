import SampleStatistics
import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// Lines of text and labels.
///
/// In a font of 10 points, 'a' is 5.6 wide, 'm' 8.5, 'i' 2.4, '-' 3.3 and a
/// space 2.8.
@Suite("Line breaking")
struct LineBreakerTests {
  struct Example: CustomTestStringConvertible, Sendable {
    let text: String
    let width: Double
    var maximumLines = 0
    let lines: [String]

    var testDescription: String { "'\(text)' in \(width)" }
  }

  private func lines(
    _ text: String, width: Double, maximumLines: Int = 0, size: Double = 10
  ) -> [(text: String, width: Double)] {
    var lines: [(String, Double)] = []
    let breaker = LineBreaker(font: Font(size: size), width: width, maximumLines: maximumLines)
    breaker.forEachLine(of: text[...].unicodeScalars) { line in
      lines.append((String(decoding: Array(text.utf8)[line.range], as: UTF8.self), line.width))
    }
    return lines
  }

  @Test(
    "Lines by hand",
    arguments: [
      Example(text: "aa aa", width: 26, lines: ["aa aa"]),
      Example(text: "aa aa", width: 25, lines: ["aa", "aa"]),
      Example(text: "aa aa aa", width: 26, lines: ["aa aa", "aa"]),
      // Spaces at the end of a line do not count.
      Example(text: "aa   aa", width: 12, lines: ["aa", "aa"]),
      Example(text: "aa   ", width: 12, lines: ["aa"]),
      // A hyphen stays on its line, and only if it fits.
      Example(text: "aa-aa", width: 20, lines: ["aa-", "aa"]),
      Example(text: "aa-aa", width: 12, lines: ["aa", "-", "aa"]),
      // A long word is broken between characters; a line has at least one.
      Example(text: "aaaaa", width: 12, lines: ["aa", "aa", "a"]),
      Example(text: "aa aaaaa", width: 12, lines: ["aa", "aa", "aa", "a"]),
      Example(text: "aaa", width: 1, lines: ["a", "a", "a"]),
      Example(text: "aaa", width: 0, lines: ["a", "a", "a"]),
      Example(text: "a\nb", width: 99, lines: ["a", "b"]),
      Example(text: "a\n\nb\n", width: 99, lines: ["a", "", "b", ""]),
      Example(text: "aa a\naa", width: 12, lines: ["aa", "a", "aa"]),
      Example(text: "", width: 99, lines: [""]),
      Example(text: "aa aa aa aa", width: 12, maximumLines: 2, lines: ["aa", "aa"]),
      Example(text: "aa aa", width: .infinity, lines: ["aa aa"]),
      // A combining mark stays with its letter: e and an acute accent.
      Example(text: "ae\u{301}", width: 11.3, lines: ["ae\u{301}"]),
      Example(text: "漢字漢", width: 20, lines: ["漢字", "漢"]),
    ])
  func byHand(example: Example) {
    let lines = lines(example.text, width: example.width, maximumLines: example.maximumLines)
    #expect(lines.map(\.text) == example.lines)
  }

  @Test("Widths are sums of advances")
  func widths() {
    for (text, width) in [("", 0.0), ("aa", 11.2), ("mi", 10.9), ("a a ", 14), ("漢", 10)] {
      expectClose(lines(text, width: .infinity)[0].width, width, within: 1e-9)
    }
  }

  /// Words of 2 to 11 letters with spaces between them, `length` characters in all.
  private func text(length: Int, using generator: inout SplitMix64) -> String {
    var text = ""
    while text.count < length {
      if !text.isEmpty { text.append(" ") }
      for _ in 0..<Int.random(in: 2...11, using: &generator) {
        // The first letters of the list are the most frequent ones.
        let letters = "etaoinshrdlcumwfgypbvk".prefix(.random(in: 1...22, using: &generator))
        text.append(letters.randomElement(using: &generator) ?? "e")
      }
    }
    return String(text.prefix(length))
  }

  @Test(
    "No line is too wide or empty, and nothing but spaces is lost",
    arguments: 0..<30 as Range<UInt64>)
  func laws(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let text = text(length: .random(in: 5..<305, using: &generator), using: &generator)
    let width = Double(Int.random(in: 10..<130, using: &generator))
    let lines = lines(text, width: width)
    for line in lines {
      #expect(line.width <= width + 1e-9 || line.text.count == 1)
      #expect(!line.text.isEmpty && !line.text.hasPrefix(" ") && !line.text.hasSuffix(" "))
    }
    #expect(
      lines.map(\.text).joined().filter { $0 != " " } == text.filter { $0 != " " })
    // Greedy: the first word of a line would not have fit on the line before.
    var rest = text[...]
    for line in lines.dropLast() {
      rest = rest.drop { $0 == " " }.dropFirst(line.text.count)
      guard rest.first == " " else { continue }
      let word = rest.drop { $0 == " " }.prefix { $0 != " " }
      let together = self.lines("\(line.text) \(word)", width: .infinity)[0].width
      #expect(word.isEmpty || together > width)
    }
  }

  @Test("A label is as wide as its widest line, and a line of 13 points is 16 high")
  func label() {
    let engine = Engine()
    let label = Label(engine: engine, text: "aa aa", font: Font(size: 10))
    #expect(label.font.lineHeight == 12)
    #expect(Font(size: 13).lineHeight == 16)
    #expect(label.sizeThatFits(Size(width: 100, height: 1)) == Size(width: 26, height: 12))
    #expect(label.sizeThatFits(Size(width: 25, height: 1)) == Size(width: 12, height: 24))
    label.numberOfLines = 1
    #expect(label.sizeThatFits(Size(width: 25, height: 1)) == Size(width: 12, height: 12))
    label.text = "mm"
    #expect(label.sizeThatFits(Size(width: 25, height: 1)) == Size(width: 17, height: 12))
    label.text = ""
    #expect(label.sizeThatFits(Size(width: 25, height: 1)) == .zero)
    label.text = "aa aa aa"
    label.numberOfLines = 0
    label.frame = Rect(x: 0, y: 0, width: 26, height: 24)
    engine.tick(at: 1)
    #expect(label.lines.map(\.range) == [0..<5, 6..<8])
    for size in [Double.nan, -Double.infinity, 0, -3] { #expect(Font(size: size).size == 1) }
    #expect(Font(size: Double.infinity).size == Font.largestSize)
  }

  @Test("A label of a megabyte is cut off and reported, not in the middle of a character")
  func longText() {
    let engine = Engine()
    // Three bytes each, and the limit is no multiple of three.
    let label = Label(engine: engine, name: "log", text: String(repeating: "漢", count: 350_000))
    #expect(engine.diagnostics == [.textTooLong(view: "log", bytes: 1_050_000)])
    label.frame = Rect(x: 0, y: 0, width: 150, height: 10)
    label.layoutIfNeeded()
    #expect(label.lines.last?.range.upperBound == 99_999)
    // Ten characters of 15 points per line.
    #expect(label.lines.count == 3_334)
    label.text = "short"
    #expect(engine.diagnostics.count == 1)
  }
}
