import Components
import Testing

@Suite("Text wrapper")
struct TextWrapperTests {
  /// The contents of the lines of a text; letters of the font are 8 points wide, and spaces 6.
  private static func shown(_ text: String, width: Double, _ hyphenator: Hyphenator?) -> [String] {
    let bytes = Array(text.utf8)
    return TextWrapper(hyphenator: hyphenator).lines(of: bytes, width: width).map { line in
      String(decoding: bytes[line.range], as: UTF8.self) + (line.endsWithHyphen ? "-" : "")
    }
  }

  struct Example: CustomTestStringConvertible, Sendable {
    let text: String
    let width: Double
    var hyphenator: Hyphenator?
    let lines: [String]

    var testDescription: String { "'\(text)' at \(width)" }
  }

  @Test(
    "Breaks lines",
    arguments: [
      Example(text: "", width: 100, lines: [""]),
      Example(text: "one", width: 100, lines: ["one"]),
      Example(text: "bad cab", width: 54, lines: ["bad cab"]),
      Example(text: "bad cab", width: 53, lines: ["bad", "cab"]),
      Example(text: "bad  cab ", width: 53, lines: ["bad", "cab"]),
      Example(text: "bad\n\ncab", width: 53, lines: ["bad", "", "cab"]),
      Example(text: "abcdef", width: 24, lines: ["abc", "def"]),
      Example(text: "abc", width: 0, lines: ["a", "b", "c"]),
      Example(text: "bonanza", width: 40, hyphenator: Hyphenator(), lines: ["bo-", "nanza"]),
      Example(text: "a bonanza", width: 60, hyphenator: Hyphenator(), lines: ["a bonan-", "za"]),
      Example(text: "a bonanza", width: 60, lines: ["a", "bonanza"]),
    ])
  func lines(_ example: Example) {
    #expect(
      Self.shown(example.text, width: example.width, example.hyphenator)
        == example.lines)
  }

  @Test("Shows every character once, in lines that are not too wide", arguments: 0..<40)
  func complete(seed: UInt64) {
    var generator = TestGenerator(seed: seed)
    let characters = Array("aeinrstmw   ".utf8)
    let text = (0..<200).map { _ in characters[Int.random(in: 0..<12, using: &generator)] }
    let width = Double.random(in: 20...200, using: &generator)
    let wrapper = TextWrapper()

    let lines = wrapper.lines(of: text, width: width)

    var shown: [UInt8] = []
    for line in lines {
      shown += text[line.range].filter { $0 != UInt8(ascii: " ") }
      #expect(line.width <= width)
    }
    #expect(shown == text.filter { $0 != UInt8(ascii: " ") })
  }

  @Test("Divides words between letters, away from their ends")
  func divisions() {
    func divisions(_ word: String) -> [Int] { Hyphenator().divisions(of: Array(word.utf8)) }
    #expect(divisions("bonanza") == [2, 5])
    #expect(divisions("banana") == [2, 4])
    #expect(divisions("at") == [])
    #expect(divisions("") == [])
    #expect(divisions("12345678") == [])
  }
}
