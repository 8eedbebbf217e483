import Foundation
import Testing

@testable import ReportText

@Suite("Lines of numbers")
struct NumberLinesTests {
  @Test(
    "A whole number has all its digits",
    arguments: [(0, "0"), (7, "7"), (10, "10"), (1_234_567_890_123, "1234567890123")])
  func whole(value: Int64, expected: String) {
    var lines = NumberLines()
    lines.write("<")
    lines.write(value)
    lines.write(Data(">".utf8))

    #expect(String(decoding: lines.data, as: UTF8.self) == "<\(expected)>")
  }

  @Test(
    "A quotient has all its decimals",
    arguments: [
      (0, 3, "0.000"), (5, 3, "0.005"), (1_234, 3, "1.234"), (99_000_000, 6, "99.000000"),
      (16_666_667, 3, "16666.667"),
    ])
  func quotient(value: Int64, decimals: Int, expected: String) {
    var lines = NumberLines()
    lines.write(value, decimals: decimals)

    #expect(String(decoding: lines.data, as: UTF8.self) == expected)
  }
}
