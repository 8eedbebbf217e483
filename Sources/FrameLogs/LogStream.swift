import FrameTiming

/// One frame of a log, in nanoseconds of the log's clock.
package struct LogFrame: Hashable, Sendable {
  /// The value of a time that is not in the log.
  package static let unknown = Int64.min

  /// When work on it started and ended.
  package var startNs, endNs: Int64

  /// The vsync for which it began.
  package var tickNs = unknown

  /// When the system expected it to be done.
  package var dueNs = unknown

  /// When the thread that begins frames was free again; unknown where it never is busy for long.
  package var freeNs = unknown

  /// When it appeared on the display.
  package var shownNs = unknown

  /// From its vsync to the next; 0 where that is unknown.
  package var intervalNs: Int64 = 0

  /// Whether it was late, where the log says that and not when it was due.
  package var wasLate: Bool?

  package var role = Role.frame

  /// Why the format's own tool counts it, as an index of the stream's kinds: 0 for a frame that it
  /// does not count, 1 without a cause.
  var kind: UInt16 = 0

  /// What a row tells.
  package enum Role: UInt8, Sendable {
    case frame

    /// Something new that is no frame of the app, or a vsync that desired no update.
    case filler

    /// A vsync that desired a frame and got none.
    case missed
  }

  package init(startNs: Int64, endNs: Int64) {
    self.startNs = startNs
    self.endNs = endNs
  }

  /// Whether it is the same frame; the start of one may follow from the row before it.
  func repeats(_ other: LogFrame) -> Bool {
    (endNs, tickNs, shownNs, role) == (other.endNs, other.tickNs, other.shownNs, other.role)
  }

  mutating func shift(by nanoseconds: Int64) {
    startNs += nanoseconds
    endNs += nanoseconds
    if shownNs != Self.unknown { shownNs += nanoseconds }
  }
}

/// A stretch of time in which a display showed an old frame, as a log lists it.
package struct LogHitch: Hashable, Sendable {
  package let startNs, durationNs: Int64

  /// Why, in the words of the log; nil where it does not say.
  package let cause: String?
}

/// The frames of one process, window, swap chain, layer or display.
package struct LogStream: Sendable {
  /// What its drops can be told from.
  package enum Evidence: Sendable {
    /// Vsyncs and deadlines of each frame.
    case deadlines

    /// The times at which frames appeared.
    case display

    /// The time that an app spent on each frame, and nothing of a display.
    case work

    /// Hitches that the system found; the frames between them are not in the log.
    case hitches
  }

  package let name: String
  package let evidence: Evidence
  package internal(set) var frames: [LogFrame] = []
  package internal(set) var hitches: [LogHitch] = []

  /// The period of the display, where the log states it.
  package internal(set) var periodNs: Double?

  /// How long the log is, where its frames do not tell.
  var statedElapsedNs: Int64?

  /// The time of all frames and what it is compared with, where the log states the time of each.
  var coveredNs: (frames: Int64, elapsed: Int64)?

  /// Rows that were left out, and those of them that are frames and have no usable times.
  var leftOutCount = 0, unusableCount = 0

  /// How often the log names each cause.
  package internal(set) var causes: [String: Int] = [:]

  /// What the format's own tool says, by its public definition.
  package internal(set) var says: [String: Double] = [:]

  /// The key of ``says`` for frames that have a kind, and the kinds: causes separated by commas.
  var countedAs: String?
  private var kinds = ["", ""]

  /// The length of our own log, whose timeline has rules of its own, and what was checked of it.
  var ownLog: (frameCount: Int, checked: Result<CheckedLog, FrameTimingError>)?

  init(name: String, evidence: Evidence) {
    self.name = name
    self.evidence = evidence
  }
}

extension LogStream {
  /// The share of time below which a log lacks frames.
  package static let smallestCoverage = 0.95

  /// The time of the log's frames as a share of its length; nil where the log has no times.
  package var coverage: Double? {
    if ownLog != nil { return 1 }
    if let coveredNs {
      return coveredNs.elapsed > 0
        ? Double(coveredNs.frames) / Double(coveredNs.elapsed) : coveredNs.frames > 0 ? 1 : nil
    }
    if evidence == .work || evidence == .hitches { return nil }
    let all = frames.count + unusableCount
    return all == 0 ? nil : Double(frames.count) / Double(all)
  }

  /// Frames that are no fillers.
  package var frameCount: Int { frames.count { $0.role != .filler } }

  /// The index of a kind of frames that the format's own tool counts.
  mutating func kind(_ name: String) -> UInt16 {
    if let known = kinds.lastIndex(of: name) { return UInt16(known) }
    guard kinds.count < UInt16.max else { return 1 }
    kinds.append(name)
    return UInt16(kinds.count - 1)
  }

  /// Orders frames, leaves repetitions out, and counts what the format's own tool counts.
  ///
  /// - Returns: How many were left out.
  /// - Throws: ``LogError/notJudged(stream:reason:advice:)`` when the clock went back.
  mutating func finish() throws(LogError) -> Int {
    let count = frames.count
    if evidence == .deadlines || evidence == .display { try order() }
    guard let countedAs else { return count - frames.count }
    says[countedAs] = Double(frames.count { $0.kind > 0 })
    for frame in frames where frame.kind > 0 {
      for cause in kinds[Int(frame.kind)].split(separator: ",") {
        causes[String(cause.drop { $0 == " " }), default: 0] += 1
      }
    }
    return count - frames.count
  }

  private mutating func order() throws(LogError) {
    // A frame that never appeared stays behind the one before it.
    var shown = Int64.min
    let keys = frames.map { frame in
      if evidence == .deadlines { return frame.tickNs }
      if frame.shownNs == LogFrame.unknown { return shown }
      shown = max(shown, frame.shownNs)
      return frame.shownNs
    }
    let falls = zip(keys.dropFirst(), keys).filter { $0 < $1 }
    // A clock falls once, and unsorted rows often. Dumps of the same ring repeat each other.
    let jumps = falls.filter { $1 - $0 > Self.longestGapNs }
    if evidence == .display, let jump = jumps.first, 20 * jumps.count < keys.count {
      throw .notJudged(
        stream: name, reason: "its clock goes back by \(Self.seconds(jump.1 - jump.0))",
        advice: "Split the log there, or record it again")
    }
    if !falls.isEmpty {
      let order = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
      frames = order.map { frames[$0] }
    }
    var kept = 0
    for index in frames.indices where kept == 0 || !frames[index].repeats(frames[kept - 1]) {
      frames[kept] = frames[index]
      kept += 1
    }
    frames.removeLast(frames.count - kept)
  }

  static func seconds(_ nanoseconds: Int64) -> String {
    "\((Double(nanoseconds) / 1e8).rounded() / 10) s"
  }
}
