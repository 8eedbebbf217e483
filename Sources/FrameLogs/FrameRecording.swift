/// The contents of a frame log in any format: streams of frames, which are judged separately.
package struct FrameRecording: Sendable {
  /// The maximum number of frames that are read.
  package static let largestFrameCount = 20_000_000

  package let format: LogFormat

  /// The streams in the order of the log, one per process, window, swap chain, layer or display.
  package internal(set) var streams: [LogStream]
}

extension FrameRecording {
  /// Reads a log in a format, or in the one that its text shows if `format` is nil.
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

  /// The stream with this name, or the only one whose name contains it; if `name` is nil, the only
  /// stream.
  ///
  /// - Throws: ``LogError``, which lists the streams if there are several.
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
