import FrameLogs
import FrameTiming

/// Logs that tests write, with the truth that they were made from.
enum LogExamples {
  static func recording(_ text: String, as format: LogFormat? = nil) throws -> FrameRecording {
    try FrameRecording(reading: LogText(Array(text.utf8)), as: format)
  }

  /// The only stream's figures.
  static func summary(_ text: String, rate: RefreshRate? = nil) throws -> LogStream.Summary {
    try recording(text).stream(nil).summary(rate: rate)
  }

  /// framestats of a phone at 120 Hz, whose header has the interval before the start; frames have
  /// a tick and the nanoseconds by which they overrun.
  static func framestats(
    _ frames: [(tick: Int, overrun: Int)], hasDeadlines: Bool = true, flags: Int = 0
  ) -> String {
    let origin = 314_856_675_367_713
    let period = 8_333_333
    let names = hasDeadlines ? "FrameDeadline,FrameInterval,FrameStartTime," : ""
    var text = """
      ** Graphics info for pid 31667 [com.example.feed] **

      Janky frames: 113 (21.90%)
      Window: com.example.feed/.MainActivity
      ---PROFILEDATA---
      Flags,FrameTimelineVsyncId,IntendedVsync,Vsync,DrawStart,\(names)SyncQueued,FrameCompleted,

      """
    for (index, frame) in frames.enumerated() {
      let vsync = origin + frame.tick * period
      let due = vsync + 2 * period
      let times = hasDeadlines ? "\(due),\(vsync + 400_000),\(period)," : ""
      text +=
        "\(flags),\(index),\(vsync),\(vsync),\(vsync),\(times)\(vsync),\(due + frame.overrun),\n"
    }
    return text + "---PROFILEDATA---\n"
  }

  /// The dump of a layer at 60 Hz.
  static func surfaceFlinger(_ slots: [Int], periodNs: Int = 16_666_667) -> String {
    slots.reduce(into: "\(periodNs)\n") { text, slot in
      let shown = 7_657_467_895_508 + slot * periodNs
      text += "\(shown - 14_000_000)\t\(shown)\t\(shown + 9_000_000)\n"
    }
  }

  /// A frame of a swap chain, in tenths of microseconds.
  struct Present {
    var present: Int
    var shown: Int?
  }

  /// The same presents in three dialects: PresentMon 1, 2 and current.
  static func presentMon(_ presents: [Present]) -> [String] {
    func ms(_ ticks: Int) -> String { "\(Double(ticks) / 10_000)" }
    var texts = [
      "\u{FEFF}Application,ProcessID,SwapChainAddress,Dropped,msInPresentAPI,msBetweenPresents,"
        + "msUntilDisplayed,QPCTime\r\n",
      "Application,ProcessID,SwapChainAddress,FrameType,CPUStartQPC,FrameTime,CPUBusy,"
        + "DisplayLatency,DisplayedTime\n",
      "Application,ProcessID,SwapChainAddress,TimeInQPC,MsBetweenPresents,MsInPresentAPI,"
        + "MsUntilDisplayed,CPUStartQPC,MsCPUBusy\n",
    ]
    for (index, row) in presents.enumerated() {
      let before = index > 0 ? presents[index - 1].present : row.present - 80_000
      let start = before + 2_000
      let next = index + 1 < presents.count ? row.present + 2_000 : row.present + 80_000
      let until = row.shown.map { ms($0 - row.present) }
      texts[0] += "game.exe,7,0x1,\(row.shown == nil ? 1 : 0),0.2,\(ms(row.present - before)),"
      texts[0] += "\(until ?? "0.0000"),\(row.present)\r\n"
      texts[1] += "game.exe,7,0x1,Application,\(start),\(ms(next - start)),"
      texts[1] += "\(ms(row.present - start)),\(row.shown.map { ms($0 - start) } ?? "NA"),NA\n"
      texts[2] += "game.exe,7,0x1,\(row.present),\(ms(row.present - before)),0.2,"
      texts[2] += "\(until ?? "NA"),\(start),\(ms(row.present - start))\n"
    }
    return texts
  }

  /// An export of hitches, which refers to values instead of repeating them.
  static func hitches(_ durations: [Int], isSystem: Bool = false) -> String {
    let columns = ["start", "duration", "process", "is-system", "display", "narrative-description"]
    var text = """
      <?xml version="1.0"?>
      <trace-query-result>
      <node xpath='//trace-toc[1]'><schema name="hitches" resident-%="1">
      """
    for column in columns { text += "<col><mnemonic>\(column)</mnemonic></col>" }
    text += "</schema>"
    for (index, duration) in durations.enumerated() {
      let isFirst = index == 0
      text += "<row><start-time id=\"s\(index)\">\(1_000_000_000 * (index + 1))</start-time>"
      text += "<duration id=\"d\(index)\" fmt=\"x\">\(duration)</duration>"
      text +=
        isFirst
        ? "<process id=\"p\" fmt=\"Feed &amp; Co (7)\"><pid id=\"q\">7</pid></process>"
          + "<boolean id=\"b\">\(isSystem ? 1 : 0)</boolean><display-name id=\"n\" fmt=\"Display 2\">"
          + "Display 2</display-name><string id=\"c\">Expensive update</string>"
        : "<process ref=\"p\"/><boolean ref=\"b\"/><display-name ref=\"n\"/><sentinel/>"
      text += "</row>\n"
    }
    return text + "</node></trace-query-result>\n"
  }

  /// A trace of one renderer at 60 Hz, with what became of each vsync; a space is one without a
  /// reporter.
  static func chrome(_ states: String, isArray: Bool = false) -> String {
    let names: [Character: String] = [
      "A": "STATE_PRESENTED_ALL", "P": "STATE_PRESENTED_PARTIAL", "N": "STATE_NO_UPDATE_DESIRED",
      "D": "STATE_DROPPED", "L": "STATE_DROPPED",
    ]
    var events = [#"{"args":{"name":"Renderer"},"name":"process_name","ph":"M","pid":9,"ts":0}"#]
    for (tick, state) in states.enumerated() {
      guard let name = names[state] else { continue }
      let start = 102_856_688_946 + tick * 16_667
      events.append(
        """
        {"args":{"chrome_frame_reporter":{"frame_sequence":\(tick),"layer_tree_host_id":1,\
        "state":"\(name)"}},"id2":{"local":"0x\(tick)"},"name":"PipelineReporter","ph":"b",\
        "pid":9,"ts":\(start)}
        """)
      // Dropped at its vsync, and presented by the main thread later.
      if state == "L" {
        events.append(
          events[events.count - 1].replacing("STATE_DROPPED", with: "STATE_PRESENTED_ALL")
            .replacing("\"b\"", with: "\"X\",\"dur\":14000").replacing("0x", with: "0xF"))
      }
      events.append(
        """
        {"args":{},"id2":{"local":"0x\(tick)"},"name":"PipelineReporter","ph":"e","pid":9,\
        "ts":\(start + 9_000)}
        """)
    }
    let list = events.joined(separator: ",\n")
    return isArray
      ? "[\n\(list),\n" : "{\"metadata\":{\"a\":[1,{\"b\":\"]}\"}]},\"traceEvents\":[\(list)]}\n"
  }

  static let perfetto = """
    "ts","dur","pid","display_frame_token","surface_frame_token","layer_name","present_type","on_time_finish","jank_type"
    1000000000,16000000,666,1,"[NULL]","[NULL]","On-time Present",1,"None"
    1000000000,11000000,42,1,101,"Feed","On-time Present",1,"None"
    1016666667,16000000,666,2,"[NULL]","[NULL]","On-time Present",1,"None"
    1016666667,11000000,42,2,102,"Feed","On-time Present",1,"None"
    1050000000,16000000,666,4,"[NULL]","[NULL]","Late Present",1,"None"
    1033333333,30000000,42,4,103,"Feed","Late Present",0,"App Deadline Missed, Buffer Stuffing"
    1066666667,16000000,666,5,"[NULL]","[NULL]","On-time Present",1,"None"
    1066666667,11000000,42,5,104,"Feed","On-time Present",1,"None"
    1083333333,-1,42,6,105,"Feed","Unknown Present",0,"[NULL]"

    """

  static let flutter = """
    {"frame_count": 3, "frame_build_times": [4000, 20000, 3000],
     "frame_rasterizer_times": [5000, 6000, 5000], "missed_frame_build_budget_count": 1}
    """

  static let unreal = """
    EVENTS,FrameTime,GameThreadTime
    ,16.0,2.0
    Load;Other##1.25,66.6,2.0,9.9
    ,16.0,2.0
    EVENTS,FrameTime,GameThreadTime,Late
    [HasHeaderRowAtEnd],1,[commandline],"a,b"

    """

  /// A row every `interval` frames at 100 frames a second.
  static func mangoHud(interval: Int) -> String {
    (0..<50).reduce(into: "os,cpu\nLinux,x\nfps,frametime,elapsed\n") { text, row in
      text += "100,10.0,\(row * interval * 10_000_000)\n"
    }
  }

  static let own = """
    timestamp,targetTimestamp,start,end
    10.000000,10.016667,10.0002,10.0012
    10.016667,10.033333,10.0169,10.0179
    10.050000,10.066667,10.0502,10.0511

    """
}
