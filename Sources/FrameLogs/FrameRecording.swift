package import TextReaders

/// What a frame log of any format recorded: streams of frames that are never mixed.
package struct FrameRecording: Sendable {
  /// The most frames that are read.
  package static let largestFrameCount = 20_000_000

  package let format: LogFormat

  /// One per process, window, swap chain, layer or display, in the order of the log.
  package let streams: [LogStream]

  /// What a reader of the numbers should know: rows that were left out, columns that were swapped.
  package let notes: [String]
}

extension FrameRecording {
  /// Reads a log in a format; nil for the one that the text itself tells.
  ///
  /// - Throws: ``LogError``, and the errors of the source.
  package init(reading text: LogText, as format: LogFormat? = nil) throws {
    let format = if let format { format } else { try LogFormat(head: text.head()) }
    var streams = LogStreams()
    switch format {
    case .framegate: try OwnLogReader.read(text, into: &streams)
    case .framestats: try FramestatsReader.read(text, into: &streams)
    case .surfaceflinger: try SurfaceFlingerReader.read(text, into: &streams)
    case .presentmon: try PresentMonReader.read(text, into: &streams)
    case .xctrace: try XctraceReader.read(text, into: &streams)
    case .chrome: try ChromeReader.read(text, into: &streams)
    case .flutter: try FlutterReader.read(text, into: &streams)
    case .perfetto: try PerfettoReader.read(text, into: &streams)
    case .unreal: try UnrealReader.read(text, into: &streams)
    case .mangohud: try MangoHudReader.read(text, into: &streams)
    }
    self.format = format
    self.streams = try streams.finished()
    notes = streams.notes
  }

  /// The stream with a name, or the only one whose name has this text in it; without a name, the
  /// only one.
  ///
  /// Throws ``LogError`` that names the streams if there are several.
  package func stream(_ name: String?) throws(LogError) -> LogStream {
    guard let name else {
      guard streams.count == 1, let only = streams.first else {
        throw .severalStreams(streams.map(\.name))
      }
      return only
    }
    if let exact = streams.first(where: { $0.name == name }) { return exact }
    let matches = streams.filter { $0.name.contains(name) }
    guard matches.count == 1, let only = matches.first else {
      throw .unknownStream(name, known: (matches.isEmpty ? streams : matches).map(\.name))
    }
    return only
  }
}

/// The streams of a log while it is read.
struct LogStreams {
  private(set) var all: [LogStream] = []
  private(set) var notes: [String] = []
  private var indices: [String: Int] = [:]
  private var frameCount = 0
  private var changes: [RowChange: Int] = [:]

  /// The index of the stream with a name, which is created by its first frame.
  mutating func index(of name: String, _ evidence: LogStream.Evidence) -> Int {
    if let index = indices[name] { return index }
    indices[name] = all.count
    all.append(LogStream(name: name, evidence: evidence))
    return all.count - 1
  }

  subscript(index: Int) -> LogStream {
    get { all[index] }
    _modify { yield &all[index] }
  }

  mutating func add(_ frame: LogFrame, to index: Int) throws(LogError) {
    frameCount += 1
    guard frameCount <= FrameRecording.largestFrameCount else { throw .tooManyFrames }
    all[index].frames.append(frame)
  }

  mutating func keep(_ isKept: (LogStream) -> Bool) { all.removeAll { !isKept($0) } }

  /// Counts a row that is left out or changed, of a stream if it has one.
  mutating func count(_ change: RowChange, _ count: Int = 1, of index: Int? = nil) {
    changes[change, default: 0] += count
    guard let index else { return }
    all[index].leftOutCount += count
    if change == .unusable { all[index].unusableCount += count }
  }

  mutating func note(_ text: String) { notes.append(text) }

  /// The streams in order, each with its frames in order and doubled ones once.
  mutating func finished() throws(LogError) -> [LogStream] {
    guard !all.isEmpty else {
      throw .noFrames(
        reason: "no row of it can be used", advice: "Record again while the animation runs")
    }
    for index in all.indices { count(.doubled, try all[index].finish()) }
    for change in RowChange.allCases {
      guard let count = changes[change], count > 0 else { continue }
      notes.append("\(count) \(count == 1 ? "row" : "rows") \(change.rawValue)")
    }
    return all
  }
}

/// What becomes of rows that are not taken as they are.
enum RowChange: String, CaseIterable {
  case drawing = "of first drawings (Flags is not 0) are no frames"
  case unfinished = "of unfinished frames are left out"
  case pending = "of frames that had not appeared yet are left out"
  case system = "of the system's own hitches are left out"
  case unusable = "have no usable times and are left out"
  case generated = "of generated frames fill their slot and are no frames of the app"
  case swapped = "have FrameInterval and FrameStartTime in the other order than the header"
  case doubled = "that appear twice are counted once"
}
