import BenchmarkModel
import Foundation

/// A number in a JSON text that does not fit the type of its value, such as 0.5 frames or 1e400 ns.
///
/// Foundation calls such a text "not valid JSON" and says neither which number nor where; this type
/// finds both. It is used only after decoding has failed.
struct UnusableNumber {
  /// A number that is not whole or does not fit 64 bits, and where it is.
  private struct Candidate {
    let range: Range<Int>
    let keyPath: String
    let literal: String

    /// The number rounded down to a whole number of 64 bits.
    ///
    /// Rounding down keeps every `[low, high]` in order while only the first numbers of a text are
    /// replaced.
    var repaired: String {
      let value = (Double(literal) ?? 0).rounded(.down)
      return "\(Int64(exactly: value) ?? (value < 0 ? .min : .max))"
    }
  }

  /// Where the number is, such as `benchmarks[0].operations`.
  let keyPath: String

  let literal: String

  /// Finds the number, or nil if the text is refused for another reason.
  ///
  /// - Complexity: About 15 decodings.
  init?(in json: Data, isRefused: (Data) -> Bool) {
    let bytes = [UInt8](json)
    let candidates = Self.candidates(in: bytes)
    func isStillRefused(repairing count: Int) -> Bool {
      var repaired = Data(capacity: bytes.count)
      var end = 0
      for candidate in candidates.prefix(count) {
        repaired.append(contentsOf: bytes[end..<candidate.range.lowerBound])
        repaired.append(contentsOf: candidate.repaired.utf8)
        end = candidate.range.upperBound
      }
      repaired.append(contentsOf: bytes[end...])
      return isRefused(repaired)
    }
    guard !isStillRefused(repairing: candidates.count) else { return nil }
    // The text is accepted once the last number that does not fit is repaired.
    var refused = 0
    var accepted = candidates.count
    while accepted - refused > 1 {
      let middle = (refused + accepted) / 2
      if isStillRefused(repairing: middle) { refused = middle } else { accepted = middle }
    }
    guard accepted > 0 else { return nil }
    keyPath = candidates[accepted - 1].keyPath
    literal = candidates[accepted - 1].literal
  }

  private static func candidates(in bytes: [UInt8]) -> [Candidate] {
    var candidates: [Candidate] = []
    /// Where the next value is: a key or an index for each open bracket.
    var levels: [AnyKey] = []
    var lastText = ""
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "{"): levels.append(AnyKey(stringValue: ""))
      case UInt8(ascii: "["): levels.append(AnyKey(intValue: 0))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = levels.popLast()
      case UInt8(ascii: ":"):
        if let last = levels.popLast() {
          levels.append(last.intValue == nil ? AnyKey(stringValue: lastText) : last)
        }
      case UInt8(ascii: ","):
        if let last = levels.popLast() {
          levels.append(last.intValue.map { AnyKey(intValue: $0 + 1) } ?? last)
        }
      case UInt8(ascii: "\""):
        let end = endOfText(bytes, from: index + 1)
        lastText = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
        index = end
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let end = bytes[index...].firstIndex { !isPartOfNumber($0) } ?? bytes.count
        let literal = String(decoding: bytes[index..<end], as: UTF8.self)
        if Int64(literal) == nil {
          candidates.append(
            Candidate(
              range: index..<end, keyPath: (levels as [any CodingKey]).text, literal: literal))
        }
        index = end - 1
      default: break
      }
      index += 1
    }
    return candidates
  }

  private static func endOfText(_ bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index, bytes.count)
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}
