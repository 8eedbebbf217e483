package import BenchmarkModel
import ReportText

/// Why a frame log cannot be judged; errors in its text are a `TextError`.
///
/// Every message ends with what to do next.
package enum LogError: Error, Hashable, Sendable {
  case unknownFormat

  /// A file of a known kind that has no frames to judge.
  case notALog(String, advice: String)

  /// The log has no usable frame, for this reason.
  case noFrames(reason: String, advice: String)
  case tooManyFrames
  case severalStreams([String])
  case unknownStream(String, known: [String])

  /// The stream has frames, but they do not tell what was shown.
  case notJudged(stream: String, reason: String, advice: String)

  /// The stream has only durations of frames, which `word` names, and no rate to replay them at.
  case noRate(stream: String, word: String)

  /// Two logs cannot be compared, because they contain different facts about their frames.
  case unlike(baseline: Told, candidate: Told)

  /// The user stated a length, but the log contains one.
  case knownLength(stream: String)

  /// The hitches last longer than the length that the user stated.
  case tooShort(stream: String)

  /// A frame of Framegate's own log contradicts the previous one.
  case malformedFrame(line: Int, problem: String)

  /// What a log contains about its frames.
  package struct Told: Hashable, Sendable {
    let log: String
    let frameTime: LogStream.FrameTime
    let evidence: LogStream.Evidence

    package init(log: String, frameTime: LogStream.FrameTime, evidence: LogStream.Evidence) {
      self.log = log
      self.frameTime = frameTime
      self.evidence = evidence
    }
  }
}

extension LogError: ToolError {
  package var exitCode: ToolExit {
    switch self {
    case .severalStreams, .unknownStream, .noRate, .knownLength, .tooShort: .wrongUsage
    default: .couldNotRun
    }
  }

  package var description: String {
    switch self {
    case .unknownFormat:
      """
      It is not a frame log of a known format. Record one as results/logs.md says, or name its format \
      with '--log-format': \(LogFormat.allCases.map(\.rawValue).joined(separator: ", ")).
      """
    case .notALog(let what, let advice): "It is \(what). \(advice)."
    case .noFrames(let reason, let advice): "It has no frame: \(reason). \(advice)."
    case .tooManyFrames: "It has more than \(FrameRecording.largestFrameCount) frames. Split it."
    case .severalStreams(let names):
      "It has several streams: \(Self.list(names)). Choose one with '--stream'."
    case .unknownStream(let name, let known):
      """
      No single stream matches '\(name)'. There \(known.count == 1 ? "is" : "are") \
      \(Self.list(known)); choose one with '--stream'.
      """
    case .notJudged(let stream, let reason, let advice): "\(stream): \(reason). \(advice)."
    case .noRate(let stream, let word):
      """
      \(stream) has the \(word) of each frame and no display, so drops can only be replayed. Choose \
      a rate with '--rate', such as '--rate 60'.
      """
    case .unlike(let baseline, let candidate):
      """
      '\(baseline.log)' has \(baseline.frameTime.word) and \(baseline.evidence) of its frames, \
      '\(candidate.log)' \(candidate.frameTime.word) and \(candidate.evidence). Compare logs of one format.
      """
    case .knownLength(let stream):
      "\(stream) tells how long the recording was. Leave '--elapsed' out."
    case .tooShort(let stream):
      """
      \(stream) has hitches that last longer than '--elapsed'. Give the length of the whole \
      recording in seconds.
      """
    case .malformedFrame(let line, let problem):
      """
      Line \(line) is invalid: \(problem). Record the times as the display link gives them, in \
      seconds of one clock, one log per animation.
      """
    }
  }

  /// The first names, and the number of further ones.
  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(20).map { "'\($0.prefix(120))'" }.joined(separator: ", ")
    return names.count > 20 ? "\(shown) and \(names.count - 20) more" : shown
  }
}
