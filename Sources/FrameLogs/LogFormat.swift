/// The formats of frame logs that can be read.
package enum LogFormat: String, CaseIterable, Hashable, Sendable {
  case framegate, framestats, surfaceflinger, presentmon, xctrace, chrome, flutter, perfetto
  case unreal, mangohud
}

extension LogFormat {
  package var title: String {
    switch self {
    case .framegate: "Framegate's own log"
    case .framestats: "Android framestats"
    case .surfaceflinger: "SurfaceFlinger latency"
    case .presentmon: "PresentMon"
    case .xctrace: "xctrace export"
    case .chrome: "Chrome trace"
    case .flutter: "Flutter timeline summary"
    case .perfetto: "Perfetto frame timeline"
    case .unreal: "Unreal CSV profile"
    case .mangohud: "MangoHud log"
    }
  }

  /// Files that look like logs but have no frames: words to recognize them, and advice.
  private static let others: [(words: [String], what: String, advice: String)] = [
    (
      ["HitchTimeRatio\"", "hitchTimeRatio\"", "\"applicationResponsivenessMetrics\""],
      "MetricKit's aggregate of a day, which has no frames", "Record one animation"
    ),
    (
      ["\"frameOverrunMs\"", "\"frameDurationCpuMs\""],
      "a Macrobenchmark result, which has no times of frames",
      "Record 'adb shell dumpsys gfxinfo PACKAGE framestats' instead"
    ),
    (
      ["Hardware monitoring log"],
      "a log of MSI Afterburner, which samples sensors and has no frames",
      "Record with PresentMon instead"
    ),
    (["\"schemaVersion\""], "a result file", "Give it without '--log'"),
  ]

  /// The format of a text, recognized by its first 64 KiB.
  init(head: String) throws {
    let start = head.drop { $0.isWhitespace }
    if start.isEmpty {
      throw LogError.noFrames(reason: "it is empty", advice: "Record again while the app draws")
    }
    func has(_ words: String...) -> Bool { words.contains { head.contains($0) } }
    let isJSON = start.hasPrefix("{") || start.hasPrefix("[")
    if start.hasPrefix("<") {
      self = .xctrace
    } else if isJSON, let format = Self(json: head) {
      self = format
    } else if has("---PROFILEDATA---", "Graphics info for pid", "Graphics Acceleration Info") {
      self = .framestats
    } else if let format = head.split(whereSeparator: \.isNewline).lazy.prefix(200)
      .compactMap({ Self(header: $0.lowercased()) }).first
    {
      self = format
    } else if !isJSON, SurfaceFlingerReader.recognizes(head) {
      self = .surfaceflinger
    } else if let other = Self.others.first(where: { $0.words.contains { head.contains($0) } }) {
      throw LogError.notALog(other.what, advice: other.advice)
    } else {
      throw LogError.unknownFormat
    }
  }

  /// The formats with a header, which must contain at least one column of each list, in lower case.
  private static let headers: [(format: LogFormat, columns: [[String]])] = [
    (.framestats, [["intendedvsync"], ["framecompleted", "flags"]]),
    (.framegate, [["timestamp"], ["targettimestamp"]]),
    (
      .perfetto,
      [
        ["ts"],
        [
          "display_frame_token", "surface_frame_token", "app_token", "jank_type", "on_time_finish",
        ],
      ]
    ),
    (.presentmon, [["msbetweenpresents", "cpubusy", "mscpubusy"]]),
    (.presentmon, [["application"], ["processid", "swapchainaddress"]]),
    (.mangohud, [["frametime"], ["fps"]]),
    (.unreal, [["frametime"], ["gamethreadtime", "events"]]),
  ]

  /// The JSON formats, whose text must contain at least one key of each list.
  private static let objects: [(format: LogFormat, keys: [[String]])] = [
    (.framegate, [["targetTimestamp"]]),
    (.flutter, [["frame_build_times", "average_frame_build_time_millis"]]),
    (.presentmon, [["CaptureData"]]), (.presentmon, [["Runs"], ["Hash"]]),
    (.chrome, [["traceEvents", "ph", "metadata"]]),
  ]

  private init?(json head: String) {
    let object = Self.objects.first { object in
      object.keys.allSatisfy { $0.contains { head.contains("\"\($0)\"") } }
    }
    guard let object else { return nil }
    self = object.format
  }

  /// The format that has this line, in lower case, as its header.
  init?(header: String) {
    let words = Set(
      header.split { ",;\t".contains($0) }.map { $0.filter { !"\" \u{FEFF}".contains($0) } })
    let table = Self.headers.first { $0.columns.allSatisfy { !words.isDisjoint(with: $0) } }
    guard let table else { return nil }
    self = table.format
  }
}

extension LogText {
  /// Finds the header of a format in the next lines, and returns its table.
  func table(_ format: LogFormat) throws -> LogTable {
    while let line = try nextLine(), self.line < 1_000 {
      if LogFormat(header: line.text.lowercased()) == format {
        return try LogTable(header: line, at: self)
      }
    }
    throw LogError.noFrames(
      reason: "no line has the header of this format", advice: "Record it with all columns")
  }

  /// Whether the text looks like a log and not like a result or a replay object; consumes nothing.
  package func isFrameLog() throws -> Bool {
    let head = try head()
    if head.contains("\"schemaVersion\"") || head.contains("\"work_ns\"") { return false }
    do {
      _ = try LogFormat(head: head)
      return true
    } catch LogError.unknownFormat { return false }
  }
}
