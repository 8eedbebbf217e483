package import SampleStatistics

/// Changes a JSON text as a structure: most results are still JSON.
package enum JSONDamage {
  private static let numbers = [
    "0", "-0", "-1", "1", "2", "3", "60", "120", "1000", "1001", "0.1", "1.5", "-0.5", "1e-400",
    "5e-324",
    "2147483648", "3600000000000", "3600000000001", "1e15", "1e18", "1e19", "9007199254740993",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551616",
    "1e308", "-1e308", "1e309", "NaN", "00", "1.", "--1", "0x10",
  ]

  private static let texts = [
    #""""#, #"" ""#, #""\u0000""#, #""\u001b[2J""#, #""\n::error::x""#, #""\r""#, #""\u202eabc""#,
    #""\u009b""#,
    #""\u2028""#, #""\ud800""#, #""a|b<c>`d`""#, #""../../x""#, #""é""#, #""2026-11-21T00:00:00Z""#,
    #""noDroppedFrames@60""#, #""largestWork=9223372036854775807ns@1000/d3/r1s""#,
    #""unavailable""#,
    #""60""#, #""struct""#, #""failed""#, #""scenario""#, #""benchmark""#,
  ]

  private static let others = [
    "null", "true", "false", "[]", "{}", "[[]]", "[null]", #"{"unavailable":"x"}"#,
    #"{"unavailable":1}"#, "[0,-1]", "[5,1]", "[1e308,1e308]", "",
  ]

  /// Names of values that may be any text.
  private static let freeTexts: Set<Substring> = [
    "branch", "compiler", "cpuModel", "failure", "file", "kernel", "name", "operatingSystem",
    "reason", "unavailable", "value", "version",
  ]

  /// Changes a text up to eight times: in most cases only by little, so that more than half of the
  /// results get past a reader to what judges and shows them.
  package static func applySeveral(
    to bytes: inout [UInt8], other: [UInt8], using generator: inout SplitMix64
  ) {
    let count = 1 << Int.random(in: 0...3, using: &generator)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0:
      for _ in 0..<count { apply(to: &bytes, other: other, using: &generator) }
    case let kind:
      for _ in 0..<count { nudge(&bytes, using: &generator) }
      if kind == 1 { apply(to: &bytes, other: other, using: &generator) }
    }
  }

  /// Changes a number by little, or a text that may be any.
  private static func nudge(_ bytes: inout [UInt8], using generator: inout SplitMix64) {
    let map = JSONMap(bytes)
    // Most values are found at the first attempts.
    for _ in 0..<20 {
      guard let member = map.members.randomElement(using: &generator) else { return }
      let text = String(decoding: bytes[member], as: UTF8.self)
      let hasKey = text.hasPrefix("\"") && text.contains(":")
      let key = hasKey ? text.dropFirst().prefix { $0 != "\"" } : ""
      let value =
        hasKey ? text.drop { $0 != ":" }.dropFirst().drop { $0.isWhitespace } : text[...]
      let place = member.upperBound - value.utf8.count..<member.upperBound
      if freeTexts.contains(key), value.hasPrefix("\"") {
        bytes.replaceSubrange(place, with: (texts.randomElement(using: &generator) ?? "").utf8)
        return
      }
      // Small ones are counts of what is there, and versions.
      guard let number = Double(value), number > 3, number < 1e15 else { continue }
      let changed = number * Double.random(in: 0.998...1.002, using: &generator)
      bytes.replaceSubrange(
        place, with: (Int(value) == nil ? "\(changed)" : "\(Int(changed))").utf8)
      return
    }
  }

  package static func apply(
    to bytes: inout [UInt8], other: [UInt8], using generator: inout SplitMix64
  ) {
    let map = JSONMap(bytes)
    guard let value = map.values.randomElement(using: &generator),
      let member = map.members.randomElement(using: &generator)
    else {
      ByteDamage.apply(to: &bytes, other: other, words: others, using: &generator)
      return
    }
    switch Int.random(in: 0..<12, using: &generator) {
    case 0...2:
      bytes.replaceSubrange(value, with: (numbers.randomElement(using: &generator) ?? "0").utf8)
    case 3:
      bytes.replaceSubrange(value, with: (texts.randomElement(using: &generator) ?? "").utf8)
    case 4:
      bytes.replaceSubrange(value, with: (others.randomElement(using: &generator) ?? "").utf8)
    case 5:
      remove(member, from: &bytes)
    case 6:
      bytes.insert(contentsOf: [UInt8(ascii: ",")] + bytes[member], at: member.upperBound)
    case 7:
      // A value takes the place of another, of the same kind or not.
      let source = map.values.randomElement(using: &generator) ?? value
      bytes.replaceSubrange(value, with: Array(bytes[source]))
    case 8:
      rename(in: &bytes, map, using: &generator)
    case 9:
      let map = JSONMap(other)
      let source = map.values.randomElement(using: &generator) ?? 0..<0
      bytes.replaceSubrange(value, with: other[source])
    case 10:
      repeatElements(at: member, in: &bytes, using: &generator)
    default:
      bytes.replaceSubrange(value, with: monster(using: &generator).utf8)
    }
  }

  /// Removes a member with its comma.
  private static func remove(_ member: Range<Int>, from bytes: inout [UInt8]) {
    var range = member
    if range.upperBound < bytes.count, bytes[range.upperBound] == UInt8(ascii: ",") {
      range = range.lowerBound..<range.upperBound + 1
    } else if range.lowerBound > 0, bytes[range.lowerBound - 1] == UInt8(ascii: ",") {
      range = range.lowerBound - 1..<range.upperBound
    }
    bytes.removeSubrange(range)
  }

  private static func rename(
    in bytes: inout [UInt8], _ map: JSONMap, using generator: inout SplitMix64
  ) {
    guard let key = map.keys.randomElement(using: &generator),
      let source = map.keys.randomElement(using: &generator)
    else { return }
    if Bool.random(using: &generator) {
      bytes.replaceSubrange(key, with: Array(bytes[source]))
    } else {
      bytes.replaceSubrange(key, with: (texts.randomElement(using: &generator) ?? "").utf8)
    }
  }

  private static func repeatElements(
    at member: Range<Int>, in bytes: inout [UInt8], using generator: inout SplitMix64
  ) {
    guard member.count < 200 else { return }
    let copy = [UInt8(ascii: ",")] + bytes[member]
    let count = 1 << Int.random(in: 1...8, using: &generator)
    bytes.insert(
      contentsOf: repeatElement(copy, count: count).joined(), at: member.upperBound)
  }

  /// Deep brackets, long texts and long numbers.
  private static func monster(using generator: inout SplitMix64) -> String {
    let count = 1 << Int.random(in: 4...14, using: &generator)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: return String(repeating: "[", count: count) + String(repeating: "]", count: count)
    case 1:
      return String(repeating: #"{"a":"#, count: count) + "0" + String(repeating: "}", count: count)
    case 2: return String(repeating: "[", count: count)
    case 3: return "\"" + String(repeating: "x", count: count) + "\""
    case 4: return "\"" + String(repeating: #"\n"#, count: count) + "\""
    case 5: return String(repeating: "9", count: count)
    case 6: return "0." + String(repeating: "1", count: count)
    default: return "1e" + String(repeating: "9", count: min(count, 100))
    }
  }
}
