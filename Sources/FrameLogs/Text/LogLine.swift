import Foundation

/// Bytes of a log's text: a line or a field, valid until the next line is read.
package struct LogLine {
  package let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  package var isEmpty: Bool { bytes.isEmpty }
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The first 40 characters, for messages.
  package var excerpt: String { String(text.prefix(40)) }

  /// The bytes without white space at both ends.
  var trimmed: LogLine {
    var (start, end) = (0, bytes.count)
    while start < end, bytes[end - 1] <= 0x20 { end -= 1 }
    while start < end, bytes[start] <= 0x20 { start += 1 }
    return self[start..<end]
  }

  package subscript(range: Range<Int>) -> LogLine {
    LogLine(UnsafeBufferPointer(rebasing: bytes[range]))
  }

  package func starts(with prefix: StaticString) -> Bool {
    guard let base = bytes.baseAddress, prefix.utf8CodeUnitCount <= bytes.count else {
      return prefix.utf8CodeUnitCount == 0
    }
    return memcmp(base, prefix.utf8Start, prefix.utf8CodeUnitCount) == 0
  }

  package static func == (line: LogLine, text: StaticString) -> Bool {
    line.bytes.count == text.utf8CodeUnitCount && line.starts(with: text)
  }
}

/// A unit of time, by the power of ten of its nanoseconds: 6 for milliseconds.
package enum LogUnit: Int {
  case nanoseconds = 0
  case hundredsOfNanoseconds = 2
  case microseconds = 3
  case milliseconds = 6
  case seconds = 9

  package var inNanoseconds: Double { (0..<rawValue).reduce(1) { unit, _ in 10 * unit } }
}

extension LogLine {
  private static let missing: [StaticString] = [
    "NA", "N/A", "[NULL]", "NULL", "null", "nan", "NaN", "-nan", "-nan(ind)",
  ]

  /// Whether a field says that there is no value.
  package var isMissing: Bool {
    isEmpty || bytes.count < 10 && Self.missing.contains { self == $0 }
  }

  /// The limit of a log's times, 36 years, so that their differences and sums cannot overflow.
  package static let latestNs: Int64 = 1 << 60

  /// A time of a clock, as ``decimal(_:)`` reads it; also nil beyond 36 years.
  package func time(_ unit: LogUnit) -> Int64? {
    decimal(unit).flatMap { $0.magnitude < Self.latestNs.magnitude ? $0 : nil }
  }

  /// A duration, as ``decimal(_:)`` reads it; also nil beyond 73 minutes.
  package func span(_ unit: LogUnit) -> Int64? {
    decimal(unit).flatMap { $0.magnitude < 1 << 42 ? $0 : nil }
  }

  /// A decimal number, read exactly and rounded once to whole nanoseconds; nil for anything else.
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
      // Spreadsheets in some countries write a comma.
      if byte == UInt8(ascii: ".") || byte == UInt8(ascii: ","), decimals < 0 {
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
        // The first decimal that is left out decides the rounding.
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
    let time = number * unit.inNanoseconds
    return time.magnitude < 4e18 ? Int64(time.rounded()) : nil
  }

  /// A whole number, or nil for anything else.
  package var integer: Int64? {
    guard !bytes.isEmpty, bytes.count < 20 else { return nil }
    return bytes.allSatisfy { $0 >= 0x30 && $0 <= 0x39 || $0 == 0x2D } ? Int64(text) : nil
  }

  /// A date and a time such as `2026-9-18 8:57:43.386354900`, as a time.
  package var date: Int64? {
    let parts = text.split { "-T: ".contains($0) }.map { Double($0) ?? .nan }
    guard parts.count == 6, parts.allSatisfy({ $0 >= 0 && $0 < 10_000 }) else { return nil }
    // Whole seconds are exact, and within 34 years of 2020, their nanoseconds fit. Years start in
    // March, so that a leap day is the last day of its year.
    let (year, month) = parts[1] > 2 ? (parts[0], parts[1] - 3) : (parts[0] - 1, parts[1] + 9)
    let days =
      ((year - 2_020) * 365.25).rounded(.down) + (30.6 * month + 0.5).rounded(.down) + parts[2]
    let minutes = ((days * 24 + parts[3]) * 60 + parts[4]).rounded(.down)
    guard minutes.magnitude < 18_000_000 else { return nil }
    return 60_000_000_000 * Int64(minutes) + Int64((parts[5] * 1e9).rounded())
  }
}

extension String {
  /// The text as a finite decimal number; nil for anything else, such as `nan`, `inf` or `0x10`.
  package var decimal: Double? {
    guard utf8.allSatisfy({ "0123456789.+-eE".utf8.contains($0) }) else { return nil }
    return Double(self).flatMap { $0.isFinite ? $0 : nil }
  }
}
