#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Bytes of a log's text: a line or a field, valid until the next line is read.
struct LogLine {
  let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  var isEmpty: Bool { bytes.isEmpty }
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// At most 40 characters of it, for messages.
  var excerpt: String { String(text.prefix(40)) }

  /// Without white space at both ends.
  var trimmed: LogLine {
    var range = 0..<bytes.count
    while let last = range.last, bytes[last] <= 0x20 { range = range.dropLast() }
    while let first = range.first, bytes[first] <= 0x20 { range = range.dropFirst() }
    return self[range]
  }

  subscript(range: Range<Int>) -> LogLine {
    LogLine(UnsafeBufferPointer(rebasing: bytes[range]))
  }

  func starts(with prefix: StaticString) -> Bool {
    guard let base = bytes.baseAddress, prefix.utf8CodeUnitCount <= bytes.count else {
      return prefix.utf8CodeUnitCount == 0
    }
    return memcmp(base, prefix.utf8Start, prefix.utf8CodeUnitCount) == 0
  }

  static func == (line: LogLine, text: StaticString) -> Bool {
    line.bytes.count == text.utf8CodeUnitCount && line.starts(with: text)
  }
}

extension LogLine {
  /// Bytes without white space at both ends.
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes.drop { $0 <= 0x20 }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    return bytes
  }

  static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> { trimmed(bytes[...]) }
}

/// The decimal exponent of a unit of time, in nanoseconds.
enum LogUnit: Int {
  case nanoseconds = 0
  case hundredsOfNanoseconds = 2
  case microseconds = 3
  case milliseconds = 6
  case seconds = 9
}

extension LogLine {
  /// Whether a field says that there is no value.
  var isMissing: Bool {
    switch bytes.count {
    case 0: true
    case 1...6:
      self == "NA" || self == "N/A" || self == "[NULL]" || self == "NULL" || self == "null"
        || self == "nan" || self == "NaN" || self == "-nan"
    default: false
    }
  }

  /// A time of a clock, as ``decimal(_:)`` reads it; nil also for more than 36 years.
  func time(_ unit: LogUnit) -> Int64? {
    decimal(unit).flatMap { $0.magnitude < LogFrame.latest.magnitude ? $0 : nil }
  }

  /// How long something took, as ``decimal(_:)`` reads it; nil also for more than 73 minutes.
  func span(_ unit: LogUnit) -> Int64? {
    decimal(unit).flatMap { $0.magnitude < 1 << 42 ? $0 : nil }
  }

  /// A decimal number, exact and rounded once to whole nanoseconds; nil for anything else.
  private func decimal(_ unit: LogUnit) -> Int64? {
    var index = 0
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative || bytes.first == UInt8(ascii: "+") { index = 1 }
    var value: Int64 = 0
    var decimals = -1
    var digits = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "."), decimals < 0 {
        decimals = 0
        continue
      }
      guard byte >= 0x30, byte <= 0x39 else {
        guard byte | 0x20 == UInt8(ascii: "e"), digits > 0 else { return nil }
        return scientific(unit)
      }
      digits += 1
      if decimals < unit.rawValue {
        guard value < 400_000_000_000_000_000 else { return nil }
        value = 10 * value + Int64(byte - 0x30)
        if decimals >= 0 { decimals += 1 }
      } else {
        // The first decimal that is left out rounds.
        if decimals == unit.rawValue, byte >= 0x35 { value += 1 }
        decimals += 1
      }
    }
    guard digits > 0 else { return nil }
    for _ in max(decimals, 0)..<max(unit.rawValue, max(decimals, 0)) {
      guard value < 400_000_000_000_000_000 else { return nil }
      value *= 10
    }
    return isNegative ? -value : value
  }

  private func scientific(_ unit: LogUnit) -> Int64? {
    guard bytes.count < 40, let number = Double(text) else { return nil }
    var time = number
    for _ in 0..<unit.rawValue { time *= 10 }
    return time.magnitude < 4e18 ? Int64(time.rounded()) : nil
  }

  /// A whole number; nil for anything else.
  var integer: Int64? {
    guard !bytes.isEmpty, bytes.count < 20 else { return nil }
    return bytes.allSatisfy { $0 >= 0x30 && $0 <= 0x39 || $0 == 0x2D } ? Int64(text) : nil
  }
}
