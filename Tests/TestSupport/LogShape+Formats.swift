extension LogShape {
  /// The dialects of each format, by the name of `LogFormat`.
  package static let dialects: KeyValuePairs = [
    "framegate": ["framegate", "framegate-lines"], "framestats": ["framestats"],
    "surfaceflinger": ["surfaceflinger"],
    "presentmon": ["presentmon", "presentmon-2", "presentmon-json", "presentmon-work"],
    "xctrace": ["xctrace", "xctrace-surfaces"], "chrome": ["chrome"], "flutter": ["flutter"],
    "perfetto": ["perfetto"], "unreal": ["unreal"], "mangohud": ["mangohud"],
  ]

  static func columns(of dialect: String) -> [Column] {
    func seconds(_ name: String, _ value: @escaping @Sendable (LogShapeFrame) -> Int64) -> Column {
      Column(name, unit: 9, decimals: 9) { .time(value($0)) }
    }
    func milliseconds(
      _ name: String, _ value: @escaping @Sendable (LogShapeFrame) -> Int64
    ) -> Column {
      Column(name, unit: 6, decimals: 4) { .time(value($0)) }
    }
    func nanoseconds(
      _ name: String, _ value: @escaping @Sendable (LogShapeFrame) -> Int64
    ) -> Column {
      Column(name) { .time(value($0)) }
    }
    func text(_ name: String, _ value: @escaping @Sendable (LogShapeFrame) -> String) -> Column {
      Column(name) { .text(value($0)) }
    }
    let chain = [
      text("Application") { "app\($0.stream)" }, text("ProcessID") { "\($0.stream)" },
      text("SwapChainAddress") { _ in "0x1" },
    ]
    switch dialect {
    case "framestats":
      return [
        text("Flags") { _ in "0" }, nanoseconds("IntendedVsync", \.vsyncNs),
        nanoseconds("Vsync", \.vsyncNs), nanoseconds("FrameDeadline", \.dueNs),
        nanoseconds("FrameInterval", \.startNs), nanoseconds("FrameStartTime", \.periodNs),
        nanoseconds("IssueDrawCommandsStart", { $0.endNs - 1_000 }),
        nanoseconds("FrameCompleted", \.endNs), nanoseconds("DisplayPresentTime", \.shownNs),
      ]
    case "surfaceflinger":
      return [
        nanoseconds("desired", \.startNs), nanoseconds("shown", \.shownNs),
        nanoseconds("ready", \.endNs),
      ]
    case "presentmon":
      return chain + [
        text("Dropped") { _ in "0" }, seconds("TimeInSeconds", \.endNs),
        milliseconds("msBetweenPresents", \.betweenNs),
        milliseconds("msInPresentAPI", { _ in 200_000 }),
        milliseconds("msUntilDisplayed", { $0.shownNs - $0.endNs }),
      ]
    case "presentmon-2":
      return chain + [
        text("FrameType") { _ in "Application" },
        milliseconds("CPUStartTime", \.startNs), milliseconds("FrameTime", \.periodNs),
        milliseconds("CPUBusy", { $0.endNs - $0.startNs }),
        milliseconds("DisplayLatency", { $0.shownNs - $0.startNs }),
      ]
    case "presentmon-work":
      return chain + [
        seconds("TimeInSeconds", \.endNs), milliseconds("msBetweenPresents", \.betweenNs),
      ]
    case "presentmon-json":
      return [
        seconds("TimeInSeconds", \.endNs), milliseconds("MsBetweenPresents", \.betweenNs),
        milliseconds("MsUntilDisplayed", { $0.shownNs - $0.endNs }),
        text("Dropped") { _ in "false" },
      ]
    case "xctrace":
      return [
        nanoseconds("start", \.vsyncNs), nanoseconds("duration", \.periodNs),
        text("process") { "app\($0.stream)" }, text("is-system") { _ in "0" },
        nanoseconds("refresh-interval", \.periodNs),
      ]
    case "xctrace-surfaces":
      return [nanoseconds("start", \.shownNs), text("display-name") { "Display \($0.stream)" }]
    case "chrome":
      return [
        Column("ts", unit: 3) { .time($0.vsyncNs) }, Column("end", unit: 3) { .time($0.endNs) },
        text("pid") { "\($0.stream)" }, text("frame_sequence") { "\($0.index)" },
        text("state") { ["STATE_PRESENTED_ALL", "STATE_DROPPED"][$0.isLate ? 1 : 0] },
      ]
    case "flutter":
      return [
        Column("frame_build_times", unit: 3) { .time($0.endNs - $0.startNs) },
        Column("frame_rasterizer_times", unit: 3) { .time($0.periodNs / 3) },
      ]
    case "perfetto":
      return [
        nanoseconds("ts", \.startNs), nanoseconds("dur", { $0.shownNs - $0.startNs }),
        text("display_frame_token") { "\($0.index)" },
        text("surface_frame_token") { "\(100 + $0.index)" },
        text("layer_name") { "app\($0.stream)" },
        text("present_type") { $0.isLate ? "Late Present" : "On-time Present" },
        text("on_time_finish") { $0.isLate ? "0" : "1" },
        text("jank_type") { $0.isLate ? "\"App Deadline Missed, B\"" : "None" },
      ]
    case "unreal":
      return [
        text("EVENTS") { _ in "" }, milliseconds("FrameTime", \.betweenNs),
        milliseconds("GameThreadTime", { $0.periodNs / 3 }),
      ]
    case "mangohud":
      return [
        text("fps") { _ in "60" }, milliseconds("frametime", \.betweenNs),
        nanoseconds("elapsed", \.endNs),
      ]
    default:
      return [
        seconds("timestamp", \.vsyncNs), seconds("targetTimestamp", { $0.vsyncNs + $0.periodNs }),
        seconds("start", \.startNs), seconds("end", { $0.startNs + $0.periodNs / 3 }),
      ]
    }
  }

  /// The text of the log.
  package var text: String {
    switch dialect {
    case "framegate-lines": lines(of: records)
    case "framestats":
      "Window: app0\nJanky frames: 3\n---PROFILEDATA---\n" + table(ofStream: 0)
        + (streams.contains(1)
          ? "---PROFILEDATA---\nWindow: app1\n---PROFILEDATA---\n" + table(ofStream: 1) : "")
        + "---PROFILEDATA---\n"
    case "surfaceflinger":
      "\(periodNs)\n" + lines(of: rows.map { words(of: $0).joined(separator: "\t") })
    case "presentmon-json":
      """
      {"Hash": "a", "Runs": [{"CaptureData": {\
      \(columns.indices.map { "\(quoted(columns[$0].name)): \(list($0))" }.joined(separator: ",\n"))\
      }}]}
      """
    case "flutter":
      "{\(columns.indices.map { "\(quoted(columns[$0].name)): \(list($0))" }.joined(separator: ",\n "))}"
    case "xctrace": xml("hitches-summary")
    case "xctrace-surfaces": xml("displayed-surfaces-interval")
    case "chrome": chromeTrace
    case "unreal": table(of: rows) + "[Key],1\n"
    case "mangohud": "os,cpu\nL,x\n" + table(of: rows)
    default: table(of: rows)
    }
  }

  /// A row's words, in the units of their columns.
  private func words(of row: [Cell]) -> [String] {
    zip(columns, row).map { column, cell in
      switch cell {
      case .text(let text): text
      case .time(let time): Self.decimal(time, unit: column.unit, decimals: column.decimals)
      }
    }
  }

  static func decimal(_ nanoseconds: Int64, unit: Int, decimals: Int) -> String {
    let digits = String(nanoseconds.magnitude)
    let padded = String(repeating: "0", count: max(0, unit + 1 - digits.count)) + digits
    let fraction = padded.suffix(unit).prefix(decimals)
    return (nanoseconds < 0 ? "-" : "") + padded.dropLast(unit)
      + (fraction.isEmpty ? "" : ".\(fraction)")
  }

  private func lines(of rows: [String]) -> String { rows.map { $0 + "\n" }.joined() }

  private func table(of rows: [[Cell]]) -> String {
    lines(
      of: [columns.map(\.name).joined(separator: ",")]
        + rows.map { words(of: $0).joined(separator: ",") })
  }

  private func table(ofStream stream: Int) -> String {
    table(of: zip(rows, streams).filter { $0.1 == stream }.map(\.0))
  }

  private func quoted(_ word: String) -> String { "\"\(word)\"" }

  /// A word as JSON: a number as it is, most others in quotes.
  private func json(_ word: String) -> String {
    let isBare = Double(word) != nil || ["true", "false", "x"].contains(word)
    return isBare && !word.isEmpty && word != "nan" && !word.hasPrefix("0x") ? word : quoted(word)
  }

  /// The values of a column as an array.
  private func list(_ column: Int) -> String {
    let values = rows.map { words(of: $0) }.map { column < $0.count ? json($0[column]) : "null" }
    return "[\n  \(values.joined(separator: ",\n  "))]"
  }

  /// A JSON object per row.
  private var records: [String] {
    rows.map { row in
      let members = zip(columns, words(of: row)).map { "\(quoted($0.name)): \(json($1))" }
      return "{\(members.joined(separator: ", "))}"
    }
  }

  private func xml(_ schema: String) -> String {
    let names = columns.map { "<col><mnemonic>\($0.name)</mnemonic></col>" }.joined()
    let rows = rows.map { row in
      "<row>" + words(of: row).map { "<v fmt=\"\($0)\">\($0)</v>" }.joined() + "</row>\n"
    }
    return """
      <?xml version="1.0"?><trace-query-result><node><schema name="\(schema)">\(names)</schema>
      \(rows.joined())</node></trace-query-result>
      """
  }

  /// Two events per row: a reporter's start and its end.
  private var chromeTrace: String {
    let names = columns.map(\.name)
    let events = rows.enumerated().map { index, row in
      let words = self.words(of: row)
      func word(_ name: String) -> String {
        names.firstIndex(of: name).flatMap { $0 < words.count ? json(words[$0]) : nil } ?? "null"
      }
      let common = """
        "name": "PipelineReporter", "pid": \(word("pid")), "id2": {"local": "0x\(index)"}
        """
      return """
        {\(common), "ph": "b", "ts": \(word("ts")), "args": {"chrome_frame_reporter": \
        {"state": \(word("state")), "frame_sequence": \(word("frame_sequence"))}}},
        {\(common), "ph": "e", "ts": \(word("end")), "args": {}}
        """
    }
    return "{\"traceEvents\": [\n\(events.joined(separator: ",\n"))\n]}"
  }
}
