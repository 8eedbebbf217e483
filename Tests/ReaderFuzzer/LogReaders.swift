import FrameLogs
import FrameTiming

extension FuzzedReader {
  /// Frame logs of other tools, a reader per format; the streams of what is accepted are judged.
  static let logs: [FuzzedReader] = logSeeds.map { format, seeds in
    let isJSON = format == .chrome || format == .flutter
    return FuzzedReader(
      "log-\(format.rawValue)", isJSON ? .json : .bytes(words: logWords),
      seeds: seeds.map { Array($0.utf8) }
    ) {
      { bytes in
        // A third of the inputs in pieces, a third with the format that the text itself tells.
        let kind = bytes.count % 3
        var rest = bytes[...]
        let text =
          kind == 0
          ? LogText {
            defer { rest = rest.dropFirst(7) }
            return Array(rest.prefix(7))
          } : LogText(bytes)
        do {
          return try judge(FrameRecording(reading: text, as: kind == 1 ? nil : format))
        } catch {
          return .refused(message(of: error))
        }
      }
    }
  }

  private static func judge(_ recording: FrameRecording) -> Outcome {
    var outcome = Outcome.accepted
    for stream in recording.streams {
      let summary = stream.summary(rate: .hz60)
      if let shown = summary.shown, let discarded = summary.discarded, shown < 0 || discarded < 0 {
        return .contradiction("it shows \(shown) frames and discards \(discarded)")
      }
      if let dropped = summary.dropped, let hitch = summary.hitchTimeNs, dropped < 0 || hitch < 0 {
        return .contradiction("it drops \(dropped) slots in \(hitch) ns")
      }
      do {
        for budget in [
          FrameBudget.noDroppedFrames(at: .hz60), .largestHitchRatio(5, at: .hz120),
          .largestLatency(slots: 2, at: .hz60),
        ] {
          _ = try budget.judge(stream)
        }
      } catch {
        outcome = .refused(message(of: error))
      }
    }
    return outcome
  }
}

private let logSeeds: [(LogFormat, [String])] = [
  (
    .framestats,
    [
      """
      Window: com.example.feed/.Main
      ---PROFILEDATA---
      Flags,IntendedVsync,FrameDeadline,FrameInterval,FrameStartTime,SyncQueued,FrameCompleted,
      0,1000000000,1016666667,1000100000,8333333,1001000000,1010000000,
      0,1008333333,1025000000,1000200000,8333333,1009000000,1060000000,
      1,1016666667,1033333333,1000300000,8333333,1017000000,1020000000,
      0,1050000000,1066666667,1050000000,8333333,1051000000,9223372036854775807,
      0,1058333333,1075000000,1000100000,8333333,1059000000,1070000000,
      ---PROFILEDATA---
      """,
      "---PROFILEDATA---\nFlags,IntendedVsync,FrameCompleted\n0,1000000000,1010000000\n",
    ]
  ),
  (
    .surfaceflinger,
    [
      "WARNING: x\n16954612\n7657467895508\t7657482691352\t7657493499756\n"
        + "7657484466553\t7657499645964\t7657511077881\n0 0 0\n"
        + "7657500793457\t7657516600576\t9223372036854775807\n"
        + "7657500793457\t7657556600576\t7657527404785\n"
        + "SurfaceView[a/b]#0\n16954612\n7657467895508\t7657482691352\t7657493499756\n"
    ]
  ),
  (
    .presentmon,
    [
      "//a=b\nApplication,ProcessID,SwapChainAddress,Dropped,TimeInSeconds,MsBetweenPresents,"
        + "MsInPresentAPI,MsUntilDisplayed\na.exe,1,0x1,0,0.60,16.6,0.2,16.2\n"
        + "a.exe,1,0x1,1,0.616,16.0,0.2,0.0\na.exe,1,0x1,0,0.63,14.0,0.2,19.5\n"
        + "b.exe,2,0x2,0,0.64,16.0,0.1,5\na.exe,1,0x1,0,0.65,20.0,0.2,16.1\n",
      "Application,ProcessID,SwapChainAddress,FrameType,CPUStartTime,FrameTime,CPUBusy,"
        + "DisplayLatency,DisplayedTime\na,1,0x1,Application,0.1,16.6,9.1,33.2,16.6\n"
        + "a,1,0x1,Intel XeSS-FG,0.11,8.1,2,30,8\na,1,0x1,Application,0.1166,16.6,9.1,NA,NA\n"
        + "a,1,0x1,Application,0.1332,16.6,9.1,33.2,NA\n",
      "Application,ProcessID,TimeInDateTime,MsBetweenPresents,MsUntilDisplayed\n"
        + "a,1,2026-9-18 8:57:43.386354900,16.6,9\na,1,2026-9-18 8:57:43.403354900,16.6,9\n",
      """
      {"Hash":"a","Info":{},"Runs":[{"CaptureData":{"TimeInSeconds":[0.1,0.1167,0.15],\
      "MsBetweenPresents":[16.6,16.7,33.3],"MsUntilDisplayed":[9,9.1,0],"PcLatency":null,\
      "Dropped":[false,false,true],"CpuActive":[3,"NaN",null]}}]}
      """,
    ]
  ),
  (
    .xctrace,
    [
      """
      <?xml version="1.0"?><trace-query-result><node xpath='//a'><schema name="hitches" \
      resident-%="1"><col><mnemonic>start</mnemonic></col><col><mnemonic>duration</mnemonic></col>\
      <col><mnemonic>process</mnemonic></col><col><mnemonic>is-system</mnemonic></col></schema>\
      <row><start-time id="1">49</start-time><duration id="2" fmt="x">16666666</duration>\
      <process id="3" fmt="A &amp; B"><pid id="4">1</pid></process><boolean id="6">0</boolean></row>
      <row><start-time id="7">99999</start-time><duration ref="2"/><process ref="3"/><sentinel/></row>
      </node><node><schema name="displayed-surfaces-interval"><col><mnemonic>start</mnemonic></col>\
      </schema><row><start-time ref="1"/></row><row><start-time ref="7"/></row></node>\
      </trace-query-result>
      """,
      "<a><schema name=\"display-vsyncs-interval\"><col><mnemonic>timestamp</mnemonic></col>"
        + "</schema><row><t>5</t></row><row><t>16666672</t></row><row><t>33333339</t></row>"
        + "<schema name=\"displayed-surfaces-interval\"><col><mnemonic>start</mnemonic></col>"
        + "</schema><row><t>5</t></row><row><t>33333339</t></row></a>",
    ]
  ),
  (
    .chrome,
    [
      """
      {"traceEvents":[{"args":{"name":"Renderer"},"name":"process_name","ph":"M","pid":9},\
      {"args":{"chrome_frame_reporter":{"state":"STATE_PRESENTED_ALL","frame_sequence":1,\
      "layer_tree_host_id":1}},"id2":{"local":"0x1"},"name":"PipelineReporter","ph":"b","pid":9,\
      "ts":1000},{"args":{},"id2":{"local":"0x1"},"name":"PipelineReporter","ph":"e","pid":9,\
      "ts":9000},{"args":{"frame_reporter":{"state":"STATE_DROPPED","frame_sequence":2}},"id":"0x2",\
      "name":"PipelineReporter","ph":"b","pid":9,"ts":17666,"dur":8000},\
      {"args":{"chrome_frame_reporter":{"state":"STATE_PRESENTED_PARTIAL","frame_sequence":3}},\
      "id":"0x3","name":"PipelineReporter","ph":"X","pid":9,"ts":34333,"dur":8000}]}
      """,
      """
      [{"name":"BeginFrame","pid":9,"ts":1000,"args":{"layerTreeId":1,"frameSeqId":1}},\
      {"name":"DrawFrame","pid":9,"ts":1900,"args":{"layerTreeId":1,"frameSeqId":1}},\
      {"name":"RequestMainThreadFrame","pid":9,"ts":1950,"args":{"layerTreeId":1}},\
      {"name":"BeginFrame","pid":9,"ts":17666,"args":{"layerTreeId":1,"frameSeqId":2}},\
      {"name":"DroppedFrame","pid":9,"ts":17666,"args":{"layerTreeId":1,"frameSeqId":2}},\
      {"name":"PipelineReporter","ph":"S","ts":1,"pid":9,"id":"1",\
      "args":{"termination_status":"presented_frame"}},
      """,
    ]
  ),
  (
    .flutter,
    [
      """
      {"frame_build_times":[4000,5000,20000],"frame_rasterizer_times":[4000,5000],\
      "missed_frame_build_budget_count":1}
      """
    ]
  ),
  (
    .perfetto,
    [
      """
      "ts","dur","pid","display_frame_token","surface_frame_token","layer_name","present_type",\
      "on_time_finish","jank_type"
      1000000000,16000000,666,1,"[NULL]","[NULL]","On-time Present",1,"None"
      1000000000,11000000,42,1,101,"Feed","On-time Present",1,"None"
      1016666667,16000000,666,2,"[NULL]","[NULL]","Late Present",0,"A, ""B"" c"
      1016666667,21000000,42,2,102,"Feed","Dropped Frame",0,"App Deadline Missed, C"
      1050000000,-1,42,3,103,"Feed","Late Present",0,"None"
      """
    ]
  ),
  (
    .unreal,
    ["EVENTS,FrameTime,GameThreadTime\n,16.6,2\nA;B##1.5,33.4,2,9\n,1e1,2\n[Key],1,[b],\"c,d\"\n"]
  ),
  (
    .mangohud,
    [
      "os,cpu\nL,x\nfps,frametime,cpu_load,elapsed\n60,16.6,1,1000\n60,16.6,1,16601000\n"
        + "# MangoHud\n60,17,1,33201000\n"
    ]
  ),
]

private let logWords = [
  ",", "\n", "\r\n", "\t", ";", "\"", "\"\"", "<", ">", "</", "/>", "=", "&amp;", "&#0;", "NA",
  "[NULL]", "-1", "0", "1e308", "1e18", "nan", "9223372036854775807", "9223372036854775808",
  "1152921504606846975", "72057628414509155", "4611686018427387904", "0.0000000001", "-0", ".",
  "\u{FEFF}", "\u{0}", "//", "#", "---PROFILEDATA---", "Flags,", "Window: ", "ref=\"1\"",
  "id=\"1\"", "<row>", "</row>", "<sentinel/>", "<schema name=\"hitches\">", "[",
]
