import Foundation

/// The first number of a JSON text that does not fit where it stands.
///
/// Foundation calls a file that holds such a number "not valid JSON" and says neither which number
/// nor where; this says both. Used only once decoding has failed.
struct UnusableNumber {
  /// Keys whose numbers are whole.
  private static let wholeNumberKeys: Set<String> = [
    "schemaVersion", "cores", "memoryBytes", "operations", "bytesPerOperation",
    "flopsPerOperation", "layers",
    "sampleCount", "rateHz", "workNs", "intervalNs", "mallocCountTotal", "mallocBytesCount",
    "instructions", "repetitions", "depth", "reserveNs", "expectedSlots", "droppedSlots",
    "hitchCount", "hitchNs",
    "lateFrames", "delayedFrames", "skippedTicks", "firstFrameDelaySlots", "fragileFrames",
    "latencyMaxNs", "animationErrorMaxNs", "frameCount", "wakeUpNs", "wallNs", "cpuNs",
  ]

  fileprivate enum Level {
    case object(key: String)
    case array(index: Int)
  }

  /// Where the number is, and what it is.
  let keyPath, literal: String

  /// Looks for it; nil when all numbers fit.
  init?(in json: Data) {
    let bytes = [UInt8](json)
    var levels: [Level] = []
    var lastText = ""
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "{"): levels.append(.object(key: ""))
      case UInt8(ascii: "["): levels.append(.array(index: 0))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = levels.popLast()
      case UInt8(ascii: ":"): levels.setKey(lastText)
      case UInt8(ascii: ","): levels.advance()
      case UInt8(ascii: "\""):
        let end = Self.endOfText(bytes, from: index + 1)
        lastText = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
        index = end
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let end = bytes[index...].firstIndex { !Self.isPartOfNumber($0) } ?? bytes.count
        let literal = String(decoding: bytes[index..<end], as: UTF8.self)
        if !Self.fits(literal, under: levels.key) {
          (keyPath, self.literal) = (levels.path, literal)
          return
        }
        index = end - 1
      default: break
      }
      index += 1
    }
    return nil
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

  private static func fits(_ literal: String, under key: String) -> Bool {
    guard let value = Double(literal), value.isFinite else { return false }
    return !wholeNumberKeys.contains(key) || Int64(literal) != nil || Int64(exactly: value) != nil
  }
}

extension [UnusableNumber.Level] {
  /// The nearest key.
  fileprivate var key: String {
    for level in reversed() {
      if case .object(let key) = level { return key }
    }
    return ""
  }

  fileprivate var path: String {
    reduce(into: "") { path, level in
      switch level {
      case .object(let key): path += path.isEmpty ? key : ".\(key)"
      case .array(let index): path += "[\(index)]"
      }
    }
  }

  fileprivate mutating func setKey(_ key: String) {
    guard case .object = last else { return }
    self[count - 1] = .object(key: key)
  }

  fileprivate mutating func advance() {
    guard case .array(let index) = last else { return }
    self[count - 1] = .array(index: index + 1)
  }
}
