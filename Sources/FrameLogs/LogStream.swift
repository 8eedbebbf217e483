import FrameTiming

/// One frame of a log, in nanoseconds of the log's clock.
package struct LogFrame: Hashable, Sendable {
  /// The value of a time that is not in the log.
  package static let unknown = Int64.min

  /// When work on the frame started and ended.
  package var startNs, endNs: Int64

  /// The time of the vsync that it started for or, in a log of presents, of its present.
  package var tickNs = unknown

  /// When the system expected it to be done.
  package var dueNs = unknown

  /// When the thread that starts frames was free again; unknown if it is never busy for long.
  package var freeNs = unknown

  /// When it appeared on the display.
  package var shownNs = unknown

  /// The time from its vsync to the next; 0 if unknown.
  package var intervalNs: Int64 = 0

  /// Whether it was late, in logs that say this instead of its deadline; nil in others.
  package var wasLate: Bool?

  package var role = Role.frame

  /// Why the format's own tool counts the frame, as an index into the stream's kinds: 0 if it does
  /// not count it, 1 if it gives no cause.
  var kind: UInt16 = 0

  /// What a row of the log stands for.
  package enum Role: UInt8, Sendable {
    case frame

    /// Something new that is not a frame of the app, or a vsync that desired no update.
    case filler

    /// A vsync at which a frame was desired but none was made.
    case missed

    /// A frame without a usable time in the log.
    case leftOut
  }

  package init(startNs: Int64, endNs: Int64) {
    self.startNs = startNs
    self.endNs = endNs
  }

  /// Creates a frame that keeps the place of a row that is left out.
  init(leftOutAfter before: LogFrame?) {
    self.init(startNs: before?.endNs ?? 0, endNs: before?.endNs ?? 0)
    tickNs = before?.tickNs ?? Self.unknown
    intervalNs = before?.intervalNs ?? 0
    role = .leftOut
  }

  /// Whether it is the same frame; starts do not count, because they may be computed from the
  /// previous row.
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

  /// The period of the display at that time, or nil if the log does not state it.
  package var periodNs: Int64?

  /// The cause in the words of the log, or nil if it gives none.
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
  /// What the log contains to find drops.
  package enum Evidence: Sendable {
    /// Vsyncs and deadlines of each frame.
    case deadlines

    /// The times at which frames appeared.
    case display

    /// The time that an app spent on each frame, and nothing about a display.
    case work

    /// Hitches that the system found; the frames between them are not in the log.
    case hitches
  }

  /// What the time from a frame's start to its end consists of.
  package enum FrameTime: Sendable {
    /// The time that a thread worked on it.
    case work

    /// Work and waiting: for the previous frame, for other threads, or for the display.
    case elapsed

    /// The log has no durations of frames.
    case unknown

    /// The word for this time in reports.
    package var word: String { self == .work ? "work" : "duration" }
  }

  package let name: String
  package let evidence: Evidence
  package internal(set) var frames: [LogFrame] = []
  package internal(set) var hitches: [LogHitch] = []

  /// The period of the display, or nil if the log does not state it.
  package internal(set) var periodNs: Double?

  /// How long the recording is, if its frames do not show it.
  package internal(set) var statedElapsedNs: Int64?

  /// The total time of all frames and the length of the log, if it has a time for each frame.
  var coveredNs: (frames: Int64, elapsed: Int64)?

  /// The numbers of rows that were left out or changed.
  var changes = RowChanges()

  /// Notes for the reader of the numbers: rows that were left out, columns that were swapped.
  package internal(set) var notes: [String] = []

  /// What the time from a frame's start to its end consists of.
  package internal(set) var frameTime = FrameTime.elapsed

  /// How often the log names each cause.
  package internal(set) var causes: [String: Int] = [:]

  /// The figures of the format's own tool, by its public definition.
  package internal(set) var toolFigures: [String: Int64] = [:]

  /// The key of ``toolFigures`` for the number of frames that have a kind, and the kinds, which are
  /// causes separated by commas.
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
  /// The minimum coverage: below this share of time, frames are missing from the log.
  package static let smallestCoverage = 0.95

  /// The time of the log's frames as a share of its length, or nil if the log has no times.
  package var coverage: Double? {
    if ownLog != nil { return 1 }
    if let coveredNs {
      return coveredNs.elapsed > 0
        ? Double(coveredNs.frames) / Double(coveredNs.elapsed) : coveredNs.frames > 0 ? 1 : nil
    }
    // These logs have a row for every frame, even for one without usable times.
    return (evidence == .deadlines || evidence == .display) && !frames.isEmpty ? 1 : nil
  }

  /// The share of frames without usable times above which a log cannot be judged.
  package static let largestUnusableShare = 0.25

  /// The number of frames that have no usable times.
  package var unusableCount: Int { changes[.unusable] }

  /// The number of frames that are not fillers and have usable times.
  package var frameCount: Int { frames.count { $0.role == .frame || $0.role == .missed } }

  /// The index of a kind of frames that the format's own tool counts.
  mutating func kind(_ name: String) -> UInt16 {
    if let known = kinds.lastIndex(of: name) { return UInt16(known) }
    guard kinds.count < UInt16.max else { return 1 }
    kinds.append(name)
    return UInt16(kinds.count - 1)
  }

  /// Sorts frames, removes repeated ones, and counts those that the format's own tool counts.
  ///
  /// - Throws: ``LogError/notJudged(stream:reason:advice:)`` if the clock went back.
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
    // A frame that never appeared stays after the previous one.
    var shown = Int64.min
    let keys = frames.map { frame in
      if evidence == .deadlines { return frame.tickNs }
      if frame.shownNs == LogFrame.unknown { return shown }
      shown = max(shown, frame.shownNs)
      return frame.shownNs
    }
    let falls = zip(keys.dropFirst(), keys).filter { $0 < $1 }
    // Times decrease once if the clock went back, but often in unsorted rows, and in several dumps
    // of the same ring buffer.
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
      // Rows that are left out look alike, but may be different frames.
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
  /// After a clock change or a pause, no later frame is near the earlier ones, so none is left out.
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
        // No frame follows the last one; but a display cannot show it before an earlier frame.
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

  /// The time to compare the first frame with: that of the next frame if it is earlier, or nil.
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
