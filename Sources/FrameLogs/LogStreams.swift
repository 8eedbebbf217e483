/// The streams of a log while it is read.
struct LogStreams {
  private(set) var all: [LogStream] = []
  private var indices: [String: Int] = [:]
  private var frameCount = 0

  /// Notes on the whole file, and changes of rows that belong to no known stream.
  private var notes: [String] = []
  private var changes = RowChanges()

  /// Changes of rows of streams that have no frame yet, by the streams' names.
  private var pending: [String: RowChanges] = [:]

  /// The index of the stream with this name; creates the stream if needed.
  mutating func index(of name: String, _ evidence: LogStream.Evidence) -> Int {
    if let index = indices[name] { return index }
    indices[name] = all.count
    all.append(LogStream(name: name, evidence: evidence))
    return all.count - 1
  }

  /// The index of the stream with this name, or nil if it has no frame.
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

  /// Counts rows that are left out or changed; `index` is nil if their stream is not known.
  mutating func count(_ change: RowChange, _ count: Int = 1, of index: Int? = nil) {
    if let index {
      all[index].changes.count(change, count)
    } else {
      changes.count(change, count)
    }
  }

  /// Counts rows of the stream with this name, even if it has no frame yet.
  mutating func count(_ change: RowChange, _ count: Int = 1, ofStream name: String) {
    if let index = indices[name] {
      all[index].changes.count(change, count)
    } else {
      pending[name, default: RowChanges()].count(change, count)
    }
  }

  /// Leaves out a row of a stream; its frame may have appeared after the previous one.
  mutating func leaveOut(
    _ change: RowChange, at place: TextPlace, of index: Int
  ) throws(LogError) {
    all[index].changes.count(change, at: place)
    let isPlaced = all[index].evidence == .display || all[index].evidence == .deadlines
    guard isPlaced, let before = all[index].frames.last else { return }
    try add(LogFrame(leftOutAfter: before), to: index)
  }

  /// Leaves out a row of the stream with this name, without creating the stream: the text may not
  /// be a row.
  mutating func leaveOut(
    _ change: RowChange, at place: TextPlace, ofStream name: String
  ) throws(LogError) {
    if let index = index(ofKnown: name) { return try leaveOut(change, at: place, of: index) }
    pending[name, default: RowChanges()].count(change, at: place)
  }

  /// Forgets the counted rows of a stream that will not be listed.
  mutating func forget(_ name: String) { pending[name] = nil }

  mutating func note(_ text: String) { notes.append(text) }

  /// The streams in order, each with sorted frames and without repeated ones.
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
