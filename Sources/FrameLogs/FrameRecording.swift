/// What a frame log of any format recorded: streams of frames that are never mixed.
package struct FrameRecording: Sendable {
  /// The maximum number of frames that are read.
  package static let largestFrameCount = 20_000_000

  package let format: LogFormat

  /// One per process, window, swap chain, layer or display, in the order of the log.
  package internal(set) var streams: [LogStream]
}

extension FrameRecording {
  /// Reads a log in a format, or nil for the one that the text itself tells.
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
  private var indices: [String: Int] = [:]
  private var frameCount = 0

  /// What is true of the whole file: notes, and changes of rows that belong to no known stream.
  private var notes: [String] = []
  private var changes = RowChanges()

  /// Changes of rows of streams that may follow, by their names.
  private var pending: [String: RowChanges] = [:]

  /// The index of the stream with a name, which is created by its first frame.
  mutating func index(of name: String, _ evidence: LogStream.Evidence) -> Int {
    if let index = indices[name] { return index }
    indices[name] = all.count
    all.append(LogStream(name: name, evidence: evidence))
    return all.count - 1
  }

  /// The index of the stream with a name, if it has a frame.
  func index(ofKnown name: String) -> Int? { indices[name] }

  subscript(index: Int) -> LogStream {
    get { all[index] }
    _modify { yield &all[index] }
  }

  mutating func add(_ frame: LogFrame, to index: Int) throws(LogError) {
    frameCount += 1
    guard frameCount <= FrameRecording.largestFrameCount else { throw .tooManyFrames }
    all[index].frames.append(frame)
  }

  mutating func keep(_ isKept: (LogStream) -> Bool) {
    all.removeAll { !isKept($0) }
    indices = Dictionary(all.enumerated().map { ($1.name, $0) }) { first, _ in first }
  }

  /// Counts rows that are left out or changed, of a stream if that is known.
  mutating func count(_ change: RowChange, _ count: Int = 1, of index: Int? = nil) {
    if let index {
      all[index].changes.count(change, count)
    } else {
      changes.count(change, count)
    }
  }

  /// Counts rows of the stream with a name, which need not have a frame.
  mutating func count(_ change: RowChange, _ count: Int = 1, ofStream name: String) {
    if let index = indices[name] {
      all[index].changes.count(change, count)
    } else {
      pending[name, default: RowChanges()].count(change, count)
    }
  }

  /// Leaves a row of a stream out, of a frame that may have appeared after the one before.
  mutating func leaveOut(
    _ change: RowChange, at place: TextPlace, of index: Int
  ) throws(LogError) {
    all[index].changes.count(change, at: place)
    let isPlaced = all[index].evidence == .display || all[index].evidence == .deadlines
    guard isPlaced, let before = all[index].frames.last else { return }
    try add(LogFrame(leftOutAfter: before), to: index)
  }

  /// The same for the stream with a name, which such a row does not create: it may be no row at
  /// all.
  mutating func leaveOut(
    _ change: RowChange, at place: TextPlace, ofStream name: String
  ) throws(LogError) {
    if let index = index(ofKnown: name) { return try leaveOut(change, at: place, of: index) }
    pending[name, default: RowChanges()].count(change, at: place)
  }

  /// Forgets rows of a stream that is not listed.
  mutating func forget(_ name: String) { pending[name] = nil }

  mutating func note(_ text: String) { notes.append(text) }

  /// The streams in order, each with its frames in order and doubled ones once.
  mutating func finished() throws(LogError) -> [LogStream] {
    guard !all.isEmpty else {
      throw .noFrames(
        reason: "no row of it can be used", advice: "Record again while the animation runs")
    }
    for (name, rows) in pending {
      if let index = all.firstIndex(where: { $0.name == name }) {
        all[index].changes.add(rows)
      } else {
        changes.add(rows)
      }
    }
    for index in all.indices {
      try all[index].finish()
      all[index].notes = notes + changes.notes + all[index].changes.notes
    }
    return all
  }
}

/// What becomes of rows that are not taken as they are.
enum RowChange: CaseIterable {
  case drawing, unfinished, pending, system, unusable, generated, swapped, doubled

  /// Whether a row of it has no frame.
  var leavesOut: Bool { self != .swapped && self != .generated && self != .doubled }

  /// A sentence on as many rows, without its period.
  func sentence(count: Int) -> String {
    let rows = count == 1 ? "1 row" : "\(count) rows"
    let (are, have) = count == 1 ? ("is", "has") : ("are", "have")
    return switch self {
    case .drawing: "\(rows) of first drawings (Flags is not 0) \(are) no frames"
    case .unfinished: "\(rows) of unfinished frames \(are) left out"
    case .pending: "\(rows) of frames that had not appeared yet \(are) left out"
    case .system: "\(rows) of the system's own hitches \(are) left out"
    case .unusable: "\(rows) \(have) no usable times and \(are) left out"
    case .generated:
      "\(rows) of generated frames \(count == 1 ? "fills its slot" : "fill their slots") and \(are) no frames of the app"
    case .swapped:
      "\(rows) \(have) FrameInterval and FrameStartTime in the other order than the header"
    case .doubled: "\(rows) that \(count == 1 ? "appears" : "appear") twice \(are) counted once"
    }
  }
}

/// How many rows were left out or changed.
struct RowChanges: Sendable {
  private var counts: [RowChange: Int] = [:]

  /// The place of the first value that makes a row unusable.
  private(set) var firstUnusable: TextPlace?

  subscript(change: RowChange) -> Int { counts[change] ?? 0 }

  var leftOutCount: Int { counts.reduce(0) { $0 + ($1.key.leavesOut ? $1.value : 0) } }

  mutating func count(_ change: RowChange, _ count: Int = 1, at place: TextPlace? = nil) {
    counts[change, default: 0] += count
    if change == .unusable, firstUnusable == nil { firstUnusable = place }
  }

  mutating func add(_ others: RowChanges) {
    for (change, count) in others.counts { self.count(change, count) }
    guard let place = others.firstUnusable else { return }
    let known = firstUnusable ?? place
    firstUnusable = (place.line, place.column) < (known.line, known.column) ? place : known
  }

  /// A sentence per kind, without its period.
  var notes: [String] {
    RowChange.allCases.filter { self[$0] > 0 }.map { change in
      let sentence = change.sentence(count: self[change])
      guard change == .unusable, let place = firstUnusable else { return sentence }
      return "\(sentence), the first in line \(place.line), column \(place.column)"
    }
  }
}
