import Components
import Foundation
import Testing

@Suite("JSON")
struct JSONValueTests {
  private static func text(_ value: JSONValue) -> String {
    String(decoding: value.encoded(), as: UTF8.self)
  }

  @Test("Writes every kind of value")
  func kinds() {
    #expect(Self.text(.null) == "null")
    #expect(Self.text(.array([.bool(true), .bool(false)])) == "[true,false]")
    #expect(
      Self.text(.array([.integer(0), .integer(-120), .integer(.min)]))
        == "[0,-120,-9223372036854775808]")
    #expect(
      Self.text(.array([.number(0.25), .number(.nan), .number(-.infinity)]))
        == "[0.25,null,null]")
    #expect(Self.text(.object([])) == "{}")
    #expect(Self.text(.object([("b", .integer(1)), ("a", .null)])) == #"{"b":1,"a":null}"#)
    #expect(Self.text(.string("a\"b\\c\n\u{1f}é")) == #""a\"b\\c\u000a\u001fé""#)
  }

  @Test("Is read back as it was written", arguments: 0..<20)
  func roundTrip(seed: UInt64) throws {
    var generator = TestGenerator(seed: seed)
    let strings = (0..<20).map { _ in
      (0..<10).reduce(into: "") { string, _ in
        let code = UInt32.random(in: 0...0x2FF, using: &generator)
        string.unicodeScalars.append(UnicodeScalar(code) ?? "?")
      }
    }
    let numbers = (0..<20).map { _ in Double.random(in: -1e9...1e9, using: &generator) }
    let value = JSONValue.object([
      ("strings", .array(strings.map(JSONValue.string))),
      ("numbers", .array(numbers.map(JSONValue.number))),
    ])

    struct Document: Decodable {
      let strings: [String]
      let numbers: [Double]
    }
    let document = try JSONDecoder().decode(Document.self, from: Data(value.encoded()))

    #expect(document.strings == strings)
    #expect(document.numbers == numbers)
  }
}
