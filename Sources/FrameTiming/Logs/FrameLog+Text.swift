/// A log has two forms of text: CSV, and a JSON object per line.
///
///     timestamp,targetTimestamp,start,end
///     5021.100000,5021.116667,5021.100310,5021.104120
///
///     {"timestamp": 5021.1, "targetTimestamp": 5021.116667, "start": 5021.1003, "end": 5021.104}
///
/// Columns and keys may have any order, and there may be others. Times are decimal seconds. Empty
/// lines are ignored. Write at least six decimals: times in whole milliseconds blur the rate.
extension FrameLog {
  /// What a log has of each frame.
  enum Column: String, CaseIterable {
    case timestamp, targetTimestamp, start, end

    static let header = allCases.map(\.rawValue).joined(separator: ",")
  }

  /// Creates a log from its text.
  ///
  /// - Parameter bytes: CSV or JSON lines as UTF-8, with or without a byte order mark.
  /// - Throws: ``FrameTimingError/malformedLogLine(line:problem:)`` for the first line that cannot
  ///   be read, ``FrameTimingError/emptyLog`` when there is none. Times are checked when the log is
  ///   judged.
  public init(parsing bytes: [UInt8]) throws(FrameTimingError) {
    var reader = LogReader()
    var rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: Ascii.newline) ?? rest.endIndex
      try reader.read(rest[..<end])
      rest = rest[end...].dropFirst()
    }
    guard !reader.frames.isEmpty else { throw .emptyLog }
    self.init(reader.frames)
  }

  /// The log as CSV, which ``init(parsing:)`` reads; every time keeps its exact value.
  public var csv: String {
    frames.reduce(into: Column.header + "\n") { text, frame in
      text += "\(frame.timestamp),\(frame.targetTimestamp),\(frame.start),\(frame.end)\n"
    }
  }
}

/// Reads a log line by line.
private struct LogReader {
  private(set) var frames: [FrameLog.Frame] = []
  private var lineNumber = 0

  /// The column of each field; nil before the header, and for JSON.
  private var columns: [FrameLog.Column?]?

  mutating func read(_ line: ArraySlice<UInt8>) throws(FrameTimingError) {
    lineNumber += 1
    let line = line.trimmed
    guard let first = line.first else { return }
    if columns == nil, first == Ascii.openBrace {
      do {
        var object = LogObject(line)
        frames.append(try frame(object.read()))
      } catch {
        throw malformed(error)
      }
    } else if columns == nil, frames.isEmpty {
      columns = try header(line)
    } else {
      frames.append(try row(line))
    }
  }

  private func header(_ line: ArraySlice<UInt8>) throws(FrameTimingError) -> [FrameLog.Column?] {
    let columns = line.fields.map { FrameLog.Column(rawValue: $0.unquoted.text) }
    for column in FrameLog.Column.allCases {
      let count = columns.count { $0 == column }
      guard count == 1 else {
        throw malformed(
          LogProblem(count == 0 ? "there is no column '\(column)'" : "'\(column)' is there twice"))
      }
    }
    return columns
  }

  private func row(_ line: ArraySlice<UInt8>) throws(FrameTimingError) -> FrameLog.Frame {
    var seconds: [FrameLog.Column: Double] = [:]
    let fields = line.fields
    guard let columns, fields.count == columns.count else {
      let count = fields.count == 1 ? "1 field" : "\(fields.count) fields"
      throw malformed(LogProblem("it has \(count), the header has \(columns?.count ?? 0)"))
    }
    do {
      for (column, field) in zip(columns, fields) {
        if let column { seconds[column] = try field.seconds(column) }
      }
      return try frame(seconds)
    } catch {
      throw malformed(error)
    }
  }

  private func frame(_ seconds: [FrameLog.Column: Double]) throws(LogProblem) -> FrameLog.Frame {
    func time(_ column: FrameLog.Column) throws(LogProblem) -> Double {
      guard let time = seconds[column] else { throw LogProblem("it has no '\(column)'") }
      return time
    }
    return FrameLog.Frame(
      timestamp: try time(.timestamp), targetTimestamp: try time(.targetTimestamp),
      start: try time(.start), end: try time(.end))
  }

  private func malformed(_ problem: LogProblem) -> FrameTimingError {
    .malformedLogLine(line: lineNumber, problem: problem.text)
  }
}

/// Why a line cannot be read.
private struct LogProblem: Error {
  let text: String

  init(_ text: String) {
    self.text = text
  }
}

/// Reads the times of one JSON object and steps over everything else.
private struct LogObject {
  private var rest: ArraySlice<UInt8>

  init(_ line: ArraySlice<UInt8>) {
    rest = line
  }

  mutating func read() throws(LogProblem) -> [FrameLog.Column: Double] {
    var seconds: [FrameLog.Column: Double] = [:]
    try expect(Ascii.openBrace)
    if !take(Ascii.closeBrace) {
      repeat {
        let key = try string().text
        try expect(Ascii.colon)
        let value = try value()
        guard let column = FrameLog.Column(rawValue: key) else { continue }
        guard seconds[column] == nil else { throw LogProblem("'\(column)' is there twice") }
        seconds[column] = try value.seconds(column)
      } while take(Ascii.comma)
      try expect(Ascii.closeBrace)
    }
    guard rest.trimmed.isEmpty else { throw LogProblem("something follows the object") }
    return seconds
  }

  /// The bytes of a value: a string or a word, or an object or an array to its closing bracket.
  private mutating func value() throws(LogProblem) -> ArraySlice<UInt8> {
    rest = rest.trimmed
    let start = rest
    var depth = 0
    while let byte = rest.first {
      if byte == Ascii.quote {
        _ = try string()
      } else if Ascii.openers.contains(byte) {
        depth += 1
        rest.removeFirst()
      } else if depth == 0, byte == Ascii.comma || byte == Ascii.closeBrace {
        break
      } else {
        if Ascii.closers.contains(byte) { depth -= 1 }
        rest.removeFirst()
      }
    }
    guard depth == 0 else { throw LogProblem("a bracket is not closed") }
    return start[..<rest.startIndex].trimmed
  }

  /// The bytes between two quotes, with escapes as they are.
  private mutating func string() throws(LogProblem) -> ArraySlice<UInt8> {
    try expect(Ascii.quote)
    let start = rest
    while let byte = rest.popFirst() {
      if byte == Ascii.quote { return start[..<(rest.startIndex - 1)] }
      if byte == Ascii.backslash { _ = rest.popFirst() }
    }
    throw LogProblem("a string is not closed")
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    rest = rest.trimmed
    guard rest.first == byte else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func expect(_ byte: UInt8) throws(LogProblem) {
    guard take(byte) else {
      throw LogProblem("'\(Character(UnicodeScalar(byte)))' is missing")
    }
  }
}

private enum Ascii {
  static let newline = UInt8(ascii: "\n")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let openers = [UInt8(ascii: "{"), UInt8(ascii: "[")]
  static let closers = [UInt8(ascii: "}"), UInt8(ascii: "]")]

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

  /// Whether a byte may stand in a decimal number; keeps out `nan`, `inf` and hexadecimal digits.
  static func isDecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate var text: String { String(decoding: self, as: UTF8.self) }

  fileprivate var trimmed: ArraySlice<UInt8> {
    var slice = self
    while let first = slice.first, Ascii.isSpace(first) { slice.removeFirst() }
    while let last = slice.last, Ascii.isSpace(last) { slice.removeLast() }
    return slice
  }

  fileprivate var unquoted: ArraySlice<UInt8> {
    first == Ascii.quote && last == Ascii.quote ? dropFirst().dropLast() : self
  }

  fileprivate var fields: [ArraySlice<UInt8>] {
    split(separator: Ascii.comma, omittingEmptySubsequences: false).map(\.trimmed)
  }

  /// The time that these bytes state.
  fileprivate func seconds(_ column: FrameLog.Column) throws(LogProblem) -> Double {
    guard allSatisfy(Ascii.isDecimal), let seconds = Double(text), seconds.isFinite else {
      throw LogProblem("the \(column) '\(prefix(30).text)' is not a number of seconds")
    }
    return seconds
  }
}
