/// Where the values, members and keys of a JSON text are, so that it can be changed as a structure.
///
/// Takes any text that roughly looks like JSON, valid or not.
struct JSONMap {
  /// Every value, containers included.
  private(set) var values: [Range<Int>] = []

  /// Every element of an array, and every member of an object with its key.
  private(set) var members: [Range<Int>] = []

  /// Every key with its quotation marks.
  private(set) var keys: [Range<Int>] = []

  private var open: [(start: Int, member: Int?)] = []
  private var memberStart: Int?

  init(_ bytes: [UInt8]) {
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open.append((index, memberStart))
        memberStart = nil
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        index += 1
        guard let bracket = open.popLast() else { continue }
        memberStart = bracket.member
        add(bracket.start..<index)
      case UInt8(ascii: "\""):
        let end = Self.endOfText(bytes, index)
        if Self.isColon(bytes, after: end) {
          keys.append(index..<end)
          memberStart = index
        } else {
          add(index..<end)
        }
        index = end
      case UInt8(ascii: ","), UInt8(ascii: ":"), 0...32:
        index += 1
      default:
        let start = index
        while index < bytes.count, !Self.isEndOfWord(bytes[index]) { index += 1 }
        add(start..<index)
      }
    }
  }

  private mutating func add(_ value: Range<Int>) {
    values.append(value)
    members.append((memberStart ?? value.lowerBound)..<value.upperBound)
    memberStart = nil
  }

  private static func endOfText(_ bytes: [UInt8], _ start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, bytes.count)
  }

  private static func isColon(_ bytes: [UInt8], after end: Int) -> Bool {
    bytes[end...].first { $0 > 32 } == UInt8(ascii: ":")
  }

  private static func isEndOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...32, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "\""), UInt8(ascii: "{"),
      UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"):
      true
    default: false
    }
  }
}
