import FrameTiming

/// One frame of a log, in nanoseconds of the log's clock.
package struct LogFrame: Hashable, Sendable {
  /// The value of a time that is not in the log.
  package static let unknown = Int64.min

  /// When work on it started and ended.
  package var startNs, endNs: Int64

  /// The vsync for which it began or, in a log of presents, when it was presented.
  package var tickNs = unknown

  /// When the system expected it to be done.
  package var dueNs = unknown

  /// When the thread that begins frames was free again; unknown if it never is busy for long.
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

    /// Something new that is not a frame of the app, or a vsync that desired no update.
    case filler

    /// A vsync that desired a frame and got none.
    case missed

    /// A frame without a usable time in the log.
    case leftOut
  }

  package init(startNs: Int64, endNs: Int64) {
    self.startNs = startNs
    self.endNs = endNs
  }

  /// Creates the frame of a row that is left out, which keeps its place.
  init(leftOutAfter before: LogFrame?) {
    self.init(startNs: before?.endNs ?? 0, endNs: before?.endNs ?? 0)
    tickNs = before?.tickNs ?? Self.unknown
    intervalNs = before?.intervalNs ?? 0
    role = .leftOut
  }

  /// Whether it is the same frame; the start of one may follow from the row before it.
  func repeats(_ other: LogFrame) -> Bool {
    (endNs, tickNs, shownNs, role) == (other.endNs, other.tickNs, other.shownNs, other.role)
  }

  mutating func shift(by nanoseconds: Int64) {
    startNs += nanoseconds
    endNs += nanoseconds
    if tickNs != Self.unknown { tickNs += nanoseconds }
    if shownNs != Self.unknown { shownNs += nanoseconds }
  }
}

/// A stretch of time in which a display showed an old frame, as a log lists it.
package struct LogHitch: Hashable, Sendable {
  package let startNs, durationNs: Int64

  /// The period of the display at that time, where the log states it.
  package var periodNs: Int64?

  /// Why, in the words of the log, or nil if it gives no reason.
  package let cause: String?

  init(startNs: Int64, durationNs: Int64, periodNs: Int64? = nil, cause: String?) {
    self.startNs = startNs
    self.durationNs = durationNs
    self.periodNs = periodNs
    self.cause = cause
  }
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

  /// What passes from a frame's start to its end.
  package enum FrameTime: Sendable {
    /// The time that a thread worked on it.
    case work

    /// Waiting is included: for the frame before, for other threads, or for the display.
    case elapsed

    /// The log has no durations of frames.
    case unknown

    /// What reports call it.
    package var word: String { self == .work ? "work" : "duration" }
  }

  package let name: String
  package let evidence: Evidence
  package internal(set) var frames: [LogFrame] = []
  package internal(set) var hitches: [LogHitch] = []

  /// The period of the display, where the log states it.
  package internal(set) var periodNs: Double?

  /// How long the recording is, if its frames do not show it.
  package internal(set) var statedElapsedNs: Int64?

  /// The time of all frames and what it is compared with, where the log states the time of each.
  var coveredNs: (frames: Int64, elapsed: Int64)?

  /// Rows that were left out or changed.
  var changes = RowChanges()

  /// What a reader of the numbers should know: rows that were left out, columns that were swapped.
  package internal(set) var notes: [String] = []

  /// What is known of a frame from its start to its end.
  package internal(set) var frameTime = FrameTime.elapsed

  /// How often the log names each cause.
  package internal(set) var causes: [String: Int] = [:]

  /// The figures of the format's own tool, by its public definition.
  package internal(set) var toolFigures: [String: Int64] = [:]

  /// The key of ``toolFigures`` for frames that have a kind, and the kinds: causes separated by
  /// commas.
  var countedAs: String?
  private var kinds = ["", ""]

  /// For Framegate's own log: its number of frames, and its checked content.
  var ownLog: (frameCount: Int, checked: Result<CheckedLog, any Error>)?

  init(name: String, evidence: Evidence) {
    self.name = name
    self.evidence = evidence
  }
}

extension LogStream {
  /// The share of time below which a log lacks frames.
  package static let smallestCoverage = 0.95

  /// The time of the log's frames as a share of its length, or nil if the log has no times.
  package var coverage: Double? {
    if ownLog != nil { return 1 }
    if let coveredNs {
      return coveredNs.elapsed > 0
        ? Double(coveredNs.frames) / Double(coveredNs.elapsed) : coveredNs.frames > 0 ? 1 : nil
    }
    // These logs have a row for every frame, also for one whose times cannot be used.
    return (evidence == .deadlines || evidence == .display) && !frames.isEmpty ? 1 : nil
  }

  /// The share of frames without usable times above which a log cannot be judged.
  package static let largestUnusableShare = 0.25

  /// The number of frames that have no usable times.
  package var unusableCount: Int { changes[.unusable] }

  /// Frames that are not fillers, and have usable times.
  package var frameCount: Int { frames.count { $0.role == .frame || $0.role == .missed } }

  /// The index of a kind of frames that the format's own tool counts.
  mutating func kind(_ name: String) -> UInt16 {
    if let known = kinds.lastIndex(of: name) { return UInt16(known) }
    guard kinds.count < UInt16.max else { return 1 }
    kinds.append(name)
    return UInt16(kinds.count - 1)
  }

  /// Orders frames, leaves repetitions out, and counts what the format's own tool counts.
  ///
  /// - Throws: ``LogError/notJudged(stream:reason:advice:)`` when the clock went back.
  mutating func finish() throws(LogError) {
    let count = frames.count
    if evidence == .deadlines || evidence == .display { try order() }
    changes.count(.doubled, count - frames.count)
    guard let countedAs else { return }
    toolFigures[countedAs] = Int64(frames.count { $0.kind > 0 })
    for frame in frames where frame.kind > 0 {
      for cause in kinds[Int(frame.kind)].split(separator: ",") {
        causes[String(cause.drop { $0 == " " }), default: 0] += 1
      }
    }
  }

  private mutating func order() throws(LogError) {
    if evidence == .display { leaveOutStrayTimes() }
    // A frame that never appeared stays after the one before it.
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
    var last: LogFrame?
    frames.removeAll { frame in
      // Rows that are left out look all the same, and may be different frames.
      if frame.role == .leftOut { return false }
      if let last, frame.repeats(last) { return true }
      last = frame
      return false
    }
  }

  /// The maximum number of consecutive unusable times.
  static let longestStray = 8

  /// Leaves out frames whose display time is far from those of the frames around them.
  ///
  /// After a clock change or a pause, no later frame continues from before, so those frames stay.
  private mutating func leaveOutStrayTimes() {
    var last: Int64?
    var index = 0
    while index < frames.count {
      let time = frames[index].shownNs
      guard time != LogFrame.unknown else {
        index += 1
        continue
      }
      if let before = last ?? nextTime(after: index), abs(time - before) > Self.longestGapNs {
        let end = min(index + Self.longestStray, frames.count - 1)
        let next = frames[index...end].indices.dropFirst()
          .first { follows(frames[$0].shownNs, before) }
        // Nothing follows the last one, and a display shows nothing before what it has shown.
        let isLast = index + 1 == frames.count && time < before
        if let next = next ?? (isLast ? frames.count : nil) {
          for stray in index..<next where frames[stray].shownNs != LogFrame.unknown {
            frames[stray] = LogFrame(leftOutAfter: stray > 0 ? frames[stray - 1] : nil)
            changes.count(.unusable)
          }
          index = next
          last = before
          continue
        }
      }
      last = time
      index += 1
    }
  }

  /// The time to compare the first frame with: that of the next one if it is earlier, else nil.
  private func nextTime(after index: Int) -> Int64? {
    guard index + 1 < frames.count, frames[index + 1].shownNs != LogFrame.unknown,
      frames[index + 1].shownNs < frames[index].shownNs
    else { return nil }
    return frames[index + 1].shownNs
  }

  private func follows(_ time: Int64, _ before: Int64) -> Bool {
    time != LogFrame.unknown && time >= before && time - before <= Self.longestGapNs
  }

  static func seconds(_ nanoseconds: Int64) -> String {
    "\((Double(nanoseconds) / 1e8).rounded() / 10) s"
  }
}
