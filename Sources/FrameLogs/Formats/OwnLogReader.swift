import FrameTiming

/// Framegate's own log, as ``FrameLog`` describes it: CSV, or a JSON object per line.
///
///     timestamp,targetTimestamp,start,end
///     5021.100000,5021.116667,5021.100310,5021.104120
///
///     {"timestamp": 5021.1, "targetTimestamp": 5021.116667, "start": 5021.1003, "end": 5021.104}
///
/// Columns and keys may have any order, and others are ignored. Times are decimal seconds. Empty
/// lines are ignored. Write at least six decimals: whole milliseconds are too coarse for the rate.
enum OwnLogReader {
  /// The rows, and the positions of the log's columns in them.
  fileprivate struct Table {
    let rows: LogTable
    var places: [Int] = []
  }

  fileprivate struct Problem: Error {
    let text: String

    /// The start of the value that the problem is about, counted from 0.
    var offset = 0
  }

  /// The line numbers of frames; only jumps between lines that are not consecutive are stored.
  fileprivate struct Lines {
    private var jumps: [(frame: Int, line: Int)] = []

    mutating func add(frame: Int, line: Int) {
      if self[frame] != line { jumps.append((frame, line)) }
    }

    subscript(frame: Int) -> Int? {
      jumps.last { $0.frame <= frame }.map { $0.line + frame - $0.frame }
    }
  }

  static func read(_ text: LogText, into streams: inout LogStreams) throws {
    var lines = Lines()
    let log = try FrameLog(parsing: text, lines: &lines)
    let checked = Result<CheckedLog, any Error> {
      do {
        return try CheckedLog(log)
      } catch FrameTimingError.malformedLogFrame(let frame, let problem) {
        throw LogError.malformedFrame(line: lines[frame] ?? frame + 1, problem: problem)
      }
    }
    let index = streams.index(of: "frames", .deadlines)
    streams[index].frameTime = .work
    streams[index].ownLog = (log.frames.count, checked)
  }
}

extension FrameLog {
  /// Reads a log; its times are checked when it is judged.
  ///
  /// - Throws: ``FrameTimingError/malformedLogLine(line:column:problem:)`` for the first line that
  ///   cannot be read, ``FrameTimingError/emptyLog`` without a frame, ``LogError/tooManyFrames``,
  ///   and the errors of the text.
  package init(parsing text: LogText, atMost limit: Int = FrameRecording.largestFrameCount) throws {
    var lines = OwnLogReader.Lines()
    try self.init(parsing: text, atMost: limit, lines: &lines)
  }

  fileprivate init(
    parsing text: LogText, atMost limit: Int = FrameRecording.largestFrameCount,
    lines: inout OwnLogReader.Lines
  ) throws {
    self.init()
    var table: OwnLogReader.Table?
    while let line = try text.nextLine() {
      guard !line.isEmpty else { continue }
      do {
        var times: [Double]?
        if let table {
          times = try OwnLogReader.row(line, table)
        } else if line.starts(with: "{") || !frames.isEmpty {
          times = try OwnLogReader.object(line)
        } else {
          table = try OwnLogReader.header(line, of: text)
        }
        guard let times else { continue }
        guard frames.count < limit else { throw LogError.tooManyFrames }
        lines.add(frame: frames.count, line: text.line)
        append(timestamp: times[0], targetTimestamp: times[1], start: times[2], end: times[3])
      } catch let problem as OwnLogReader.Problem {
        throw FrameTimingError.malformedLogLine(
          line: text.line, column: text.indent + problem.offset + 1, problem: problem.text)
      }
    }
    guard !frames.isEmpty else { throw FrameTimingError.emptyLog }
  }
}

/// Reads the times of rows, in the order of ``FrameLog/Column``.
extension OwnLogReader {
  fileprivate static func header(_ line: LogLine, of text: LogText) throws -> Table {
    var table = Table(rows: try LogTable(header: line, at: text))
    let names = table.rows.titles.map { $0.lowercased() }
    for column in FrameLog.Column.allCases {
      let found = names.indices.filter { names[$0] == column.rawValue.lowercased() }
      guard let index = found.first else { throw Problem(text: "there is no column '\(column)'") }
      guard found.count == 1 else { throw Problem(text: "'\(column)' is there twice") }
      table.places.append(index)
    }
    return table
  }

  /// The times of a row, or nil for a repeated header.
  fileprivate static func row(_ line: LogLine, _ table: Table) throws -> [Double]? {
    guard table.rows.split(line) else { return nil }
    let (rows, columns) = (table.rows, FrameLog.Column.allCases)
    // A comma at the end does not start another field, so the last field may be missing.
    let endsEmpty =
      line.bytes.last == UInt8(ascii: ",") && rows.fieldCount + 1 == rows.titles.count
      && table.places.allSatisfy { $0 < rows.fieldCount }
    guard rows.fieldCount == rows.titles.count || endsEmpty else {
      let count = rows.fieldCount == 1 ? "1 field" : "\(rows.fieldCount) fields"
      throw Problem(text: "it has \(count), the header has \(rows.titles.count)")
    }
    return try zip(columns, table.places).map { column, place in
      try seconds(rows[place].text, of: column, at: rows.offset(place))
    }
  }

  fileprivate static func object(_ line: LogLine) throws -> [Double] {
    let text = LogText(Array(line.bytes))
    let scanner = JSONScanner(text)
    var found: [FrameLog.Column: Double] = [:]
    do {
      try scanner.object { key in
        guard let column = FrameLog.Column(rawValue: key) else { return false }
        guard found[column] == nil else {
          throw Problem(text: "'\(column)' is there twice", offset: scanner.place.column - 1)
        }
        let word = try scanner.word()
        found[column] = try seconds(word, of: column, at: scanner.place.column - 1)
        return true
      }
      try scanner.finish()
    } catch TextError.malformed(_, let column, let problem) {
      throw Problem(text: problem, offset: column - 1)
    }
    return try FrameLog.Column.allCases.map { column in
      guard let time = found[column] else { throw Problem(text: "it has no '\(column)'") }
      return time
    }
  }

  private static func seconds(
    _ text: String, of column: FrameLog.Column, at offset: Int
  ) throws -> Double {
    guard let seconds = text.decimal else {
      throw Problem(
        text: "the \(column) '\(text.prefix(30))' is not a number of seconds", offset: offset)
    }
    return seconds
  }
}
