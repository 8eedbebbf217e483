import Foundation

/// The text of a log, read piece by piece, so that only one piece is in memory.
///
/// Expands gzip, converts UTF-16 with a byte order mark to UTF-8, and removes byte order marks.
/// Lines end with LF or CRLF.
package final class LogText {
  /// The maximum length of a table's line, in bytes.
  private static let longestLine = 16 << 20

  /// The maximum size of an expanded text, in bytes.
  private static let mostExpanded = 512 << 20

  /// The maximum ratio of expansion: logs usually expand tenfold, rarely fiftyfold.
  private static let mostRatio = 100

  /// The size up to which a text may expand by any ratio, in bytes.
  private static let freelyExpanded = 4 << 20

  /// The number of bytes from which the format is recognized.
  private static let headLength = 1 << 16

  /// Returns the next bytes, expanded; none at the end.
  private var next: () throws -> [UInt8]
  private var hasBegun = false
  private var isAtEnd = false

  /// The byte order of UTF-16, or nil for UTF-8.
  private var isBigEndian: Bool?

  /// The first bytes of a UTF-16 character whose others are in the next piece.
  private var half: [UInt8] = []

  private var base = UnsafeMutablePointer<UInt8>.allocate(capacity: 1 << 16)
  private var capacity = 1 << 16
  private var start = 0
  private var end = 0

  /// The number of lines read so far, which is also the number of the last line.
  ///
  /// If the text is read byte by byte, the number of lines that have ended.
  package private(set) var line = 0

  /// The white space that was removed at the start of the last line, in bytes.
  package private(set) var indent = 0

  /// The number of bytes before the buffer, and before the line of the next byte.
  private var dropped = 0
  private var lineStart = 0

  /// Creates a text.
  ///
  /// - Parameter source: Returns the next bytes; none at the end.
  package init(_ source: @escaping () throws -> [UInt8]) { next = source }

  package convenience init(_ bytes: [UInt8]) {
    var rest: [UInt8]? = bytes
    self.init { rest.take() ?? [] }
  }

  deinit { base.deallocate() }
}

extension LogText {
  /// The first 64 KiB, which are not consumed.
  package func head() throws -> String {
    while end - start < Self.headLength, try refill() {}
    let bytes = UnsafeBufferPointer(start: base + start, count: min(end - start, Self.headLength))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The next line without its end and the white space around it, or nil after the last one.
  ///
  /// The line is valid until the next call.
  package func nextLine() throws -> LogLine? {
    var scanned = start
    while true {
      if let found = memchr(base + scanned, 0x0A, end - scanned) {
        let stop = base.distance(to: found.assumingMemoryBound(to: UInt8.self))
        defer { start = stop + 1 }
        return take(start..<stop)
      }
      scanned = end - start
      guard end - start < Self.longestLine else {
        throw TextError.malformed(line: line + 1, column: 1, "it is longer than 16 MB")
      }
      guard try refill() else { break }
    }
    guard start < end else { return nil }
    defer { start = end }
    return take(start..<end)
  }

  private func take(_ range: Range<Int>) -> LogLine {
    line += 1
    let whole = LogLine(UnsafeBufferPointer(start: base + range.lowerBound, count: range.count))
    indent = whole.bytes.prefix { $0 <= 0x20 }.count
    return whole.trimmed
  }
}

extension LogText {
  /// The next byte of a text that is not read by lines; nil at the end.
  @inline(__always)
  package func peek() throws -> UInt8? {
    if start < end { return base[start] }
    return try refill() ? base[start] : nil
  }

  /// Steps over the byte that ``peek()`` returned.
  @inline(__always)
  package func advance() {
    if base[start] == 0x0A {
      line += 1
      lineStart = dropped + start + 1
    }
    start += 1
  }

  /// The place of the next byte, in a text that is not read by lines.
  package var place: TextPlace {
    TextPlace(line: line + 1, column: dropped + start - lineStart + 1)
  }

  /// An error at the next byte, in a text that is not read by lines.
  package func malformed(_ problem: String) -> TextError { .malformed(at: place, problem) }
}

extension LogText {
  /// Appends more bytes to the buffer; false at the end.
  private func refill() throws -> Bool {
    while !isAtEnd {
      var bytes = hasBegun ? try next() : try begin()
      isAtEnd = hasBegun && bytes.isEmpty
      hasBegun = true
      if let isBigEndian {
        bytes = half + bytes
        half = bytes.count % 2 == 1 ? [bytes.removeLast()] : []
        var units = stride(from: 0, to: bytes.count, by: 2).map { index in
          let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
          return isBigEndian ? first << 8 | second : second << 8 | first
        }
        // The second half of a surrogate pair is in the next piece.
        if !isAtEnd, let last = units.last, UTF16.isLeadSurrogate(last) {
          units.removeLast()
          half = Array(bytes.suffix(2)) + half
        }
        bytes = Array(String(decoding: units, as: UTF16.self).utf8)
      }
      guard memchr(bytes, 0, bytes.count) == nil else {
        throw TextError.malformed(line: line + 1, column: 1, "it has a byte 0, so this is not text")
      }
      guard bytes.isEmpty else {
        append(bytes)
        return true
      }
    }
    return false
  }

  /// The first bytes without a byte order mark; also determines the compression and the encoding.
  private func begin() throws -> [UInt8] {
    var bytes = try first()
    if bytes.starts(with: [0x1F, 0x8B]) {
      let inflater = try Inflater(bytes)
      let source = next
      next = {
        let piece = try inflater.next(source)
        let most = max(
          Self.freelyExpanded, min(Self.mostExpanded, Self.mostRatio * inflater.totals.compressed))
        guard inflater.totals.expanded <= most else { throw TextError.expandsTooFar }
        return piece
      }
      bytes = try first()
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      bytes.removeFirst(3)
    } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      isBigEndian = bytes[0] == 0xFE
      bytes.removeFirst(2)
    }
    return bytes
  }

  /// The next bytes, at least as many as a byte order mark has, except at the end.
  private func first() throws -> [UInt8] {
    var bytes = try next()
    while bytes.count < 3, case let more = try next(), !more.isEmpty { bytes += more }
    return bytes
  }

  private func append(_ bytes: [UInt8]) {
    let count = end - start
    dropped += start
    if count + bytes.count > capacity {
      capacity = max(2 * capacity, count + bytes.count)
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
      larger.update(from: base + start, count: count)
      base.deallocate()
      base = larger
    } else {
      base.update(from: base + start, count: count)
    }
    (base + count).update(from: bytes, count: bytes.count)
    start = 0
    end = count + bytes.count
  }
}
