import Testing

@testable import FrameTiming

@Suite("Numbers of digits")
struct DigitsTests {
  @Test(
    "Are ASCII digits alone",
    arguments: [
      ("0", 0), ("007", 7), ("9223372036854775807", Int.max), ("9223372036854775808", nil),
      ("", nil), ("+5", nil), ("-5", nil), (" 5", nil), ("5d", nil), ("\u{0665}", nil),
    ])
  func digits(text: String, number: Int?) {
    #expect(Int(digits: text) == number)
  }
}
