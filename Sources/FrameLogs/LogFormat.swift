/// The formats of frame logs that are read.
package enum LogFormat: String, CaseIterable, Hashable, Sendable {
  case framegate, framestats, surfaceflinger, presentmon, xctrace, chrome, flutter, perfetto
  case unreal, mangohud
}

extension LogFormat {
  /// What people call it.
  package var title: String {
    switch self {
    case .framegate: "Framegate's own log"
    case .framestats: "Android framestats"
    case .surfaceflinger: "SurfaceFlinger latency"
    case .presentmon: "PresentMon CSV"
    case .xctrace: "xctrace export"
    case .chrome: "Chrome trace"
    case .flutter: "Flutter timeline summary"
    case .perfetto: "Perfetto frame timeline"
    case .unreal: "Unreal CSV profile"
    case .mangohud: "MangoHud log"
    }
  }

  /// The format of a text, told by its first 64 KiB.
  init(head: String) throws {
    let start = head.drop { $0.isWhitespace || $0.isNewline }
    if start.isEmpty {
      throw LogError.noFrames(reason: "it is empty", advice: "Record again while the app draws")
    }
    if start.hasPrefix("<") {
      self = .xctrace
    } else if start.hasPrefix("{") || start.hasPrefix("[") {
      self = try Self.json(head)
    } else if head.contains("---PROFILEDATA---") || head.contains("Graphics info for pid")
      || head.contains("Graphics Acceleration Info")
    {
      self = .framestats
    } else if let format = head.split(whereSeparator: \.isNewline).lazy.prefix(200)
      .compactMap({ Self.table(header: $0.lowercased()) }).first
    {
      self = format
    } else if SurfaceFlingerReader.recognizes(head) {
      self = .surfaceflinger
    } else {
      throw LogError.unknownFormat
    }
  }

  private static func json(_ head: String) throws -> LogFormat {
    if head.contains("\"targetTimestamp\"") { return .framegate }
    if head.contains("\"frame_build_times\"") || head.contains("frame_build_time_millis\"") {
      return .flutter
    }
    if head.contains("\"CaptureData\"") {
      throw LogError.notALog("a CapFrameX record", advice: "Export it as CSV in CapFrameX")
    }
    if head.contains("\"traceEvents\"") || head.contains("\"ph\"") { return .chrome }
    if head.contains("HitchTimeRatio\"") || head.contains("hitchTimeRatio\"")
      || head.contains("\"applicationResponsivenessMetrics\"")
    {
      throw LogError.notALog(
        "MetricKit's aggregate of a day, which has no frames", advice: "Record one animation")
    }
    if head.contains("\"frameOverrunMs\"") || head.contains("\"frameDurationCpuMs\"") {
      throw LogError.notALog(
        "a Macrobenchmark result, which has no times of frames",
        advice: "Record 'adb shell dumpsys gfxinfo PACKAGE framestats' instead")
    }
    if head.contains("\"schemaVersion\"") {
      throw LogError.notALog("a result file", advice: "Give it without '--log'")
    }
    throw LogError.unknownFormat
  }

  /// The format whose header this line, in lower case, is.
  private static func table(header: String) -> LogFormat? {
    let words = Set(
      header.split { $0 == "," || $0 == ";" || $0 == "\t" }
        .map { $0.filter { $0 != "\"" && $0 != " " && $0 != "\u{FEFF}" } })
    func has(_ names: String...) -> Bool { names.allSatisfy(words.contains) }
    if has("intendedvsync", "framecompleted") || has("flags", "intendedvsync") {
      return .framestats
    }
    if has("timestamp", "targettimestamp") { return .framegate }
    if has("ts", "dur"), has("display_frame_token") || has("surface_frame_token") {
      return .perfetto
    }
    if has("application"), has("processid") || has("swapchainaddress") { return .presentmon }
    if has("msbetweenpresents") { return .presentmon }
    if has("frametime"), has("fps") { return .mangohud }
    if has("frametime"), has("gamethreadtime") || has("events") { return .unreal }
    return nil
  }
}

extension LogText {
  /// Whether the text looks like a log, and not like a result or a replay object; nothing is
  /// consumed.
  package func isFrameLog() throws -> Bool {
    let head = try head()
    if head.contains("\"schemaVersion\"") || head.contains("\"work_ns\"") { return false }
    do {
      _ = try LogFormat(head: head)
      return true
    } catch LogError.unknownFormat {
      return false
    }
  }
}
