import BenchmarkModel
package import BenchmarkResults
package import FrameLogs
package import FrameTiming
import ReportText

/// A log and the selected stream in it.
package struct LogContent: Sendable {
  package internal(set) var name: String
  package let recording: FrameRecording
  package let stream: LogStream

  package init(name: String, recording: FrameRecording, stream: LogStream) {
    self.name = name
    self.recording = recording
    self.stream = stream
  }

  /// The members `log` and `toolFigures` of a report's JSON: the figures of every stream, and those
  /// that the format's own tool recorded.
  ///
  /// `settings` apply to Framegate's own log, `rate` to logs without one. `shown` is this stream's
  /// timeline, if it is already computed.
  package func json(
    settings: ReplaySettings = .strict, rate: RefreshRate? = nil, shown: FrameTimeline? = nil
  ) -> JSONObject {
    [
      "log": [
        "format": recording.format.rawValue, "stream": stream.name,
        "streams": recording.streams.map {
          $0.summary(settings: settings, rate: rate, shown: $0.name == stream.name ? shown : nil)
        },
        "notes": stream.notes,
      ] as JSONObject,
      "toolFigures": stream.toolFigures,
    ]
  }

  /// Notes on what the log lacks, or what was wrong with it.
  var notes: [String] { stream.notes.map { "Note: \($0)." } }

  /// Sentences on the log: its format, what it lacks, and the figures of its own tool.
  package var sentences: [String] {
    guard recording.format != .framegate else { return [] }
    var sentences = ["Log: \(recording.format.title), stream \(stream.name)."]
    sentences += notes
    if !stream.causes.isEmpty {
      let causes = stream.causes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(8)
      sentences.append(
        "Causes in the log: \(causes.map { "\($0.key) (\($0.value))" }.joined(separator: ", ")).")
    }
    if !stream.toolFigures.isEmpty {
      let said = stream.toolFigures.sorted { $0.key < $1.key }
        .map { "\($0.key) \(NumberText.format(Int(clamping: $0.value)))" }
      sentences.append("Its own tool counts: \(said.joined(separator: ", ")).")
    }
    return sentences
  }
}
