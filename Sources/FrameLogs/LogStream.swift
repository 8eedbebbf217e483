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

  /// Times of a log are before it: 36 years, so that their differences and sums cannot overflow.
  static let latest: Int64 = 1 << 60

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

  /// Rows that are frames and have no usable times.
  var unusableCount = 0

  /// Frames whose first drawing or whose system shows them beside the app's own.
  var excludedCount = 0

  /// How often the log names each cause.
  package internal(set) var causes: [String: Int] = [:]

  /// What the format's own tool says, by its public definition.
  package internal(set) var says: [String: Double] = [:]

  /// Our own log, whose timeline has rules of its own.
  var ownLog: FrameLog?

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

  /// Orders frames and leaves repetitions out.
  ///
  /// - Returns: How many were left out.
  /// - Throws: ``LogError/notJudged(stream:reason:advice:)`` when the clock went back.
  mutating func order() throws(LogError) -> Int {
    guard evidence == .deadlines || evidence == .display else { return 0 }
    var keys: [Int64] = []
    keys.reserveCapacity(frames.count)
    var isOrdered = true
    var last = Int64.min
    for frame in frames {
      // A frame that never appeared stays behind the one before it.
      let key =
        evidence == .deadlines
        ? frame.tickNs : frame.shownNs == LogFrame.unknown ? last : frame.shownNs
      if key < last { isOrdered = false }
      // Dumps of the same ring repeat each other; nothing else goes back that far.
      if last != .min, last - key > 10_000_000_000, evidence == .display {
        throw .notJudged(
          stream: name, reason: "its clock goes back by \(Self.seconds(last - key))",
          advice: "Split the log there, or record it again")
      }
      last = max(last, key)
      keys.append(key)
    }
    if !isOrdered {
      let order = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
      frames = order.map { frames[$0] }
    }
    let count = frames.count
    var kept = 0
    for index in frames.indices {
      if kept > 0, frames[index] == frames[kept - 1] { continue }
      frames[kept] = frames[index]
      kept += 1
    }
    frames.removeLast(count - kept)
    return count - kept
  }

  mutating func replace(_ index: Int, with frame: LogFrame) { frames[index] = frame }

  static func seconds(_ nanoseconds: Int64) -> String {
    "\((Double(nanoseconds) / 1e8).rounded() / 10) s"
  }
}
