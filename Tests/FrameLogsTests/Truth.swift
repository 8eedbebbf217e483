import FrameLogs
import SampleStatistics

/// What a display showed, from which the text of every format is written.
struct Truth {
  /// The rate of the display, and its vsyncs in nanoseconds.
  let rate: Int
  let originNs: Int

  /// How many slots each frame is late; the first one is on time.
  let late: [Int]

  init(rate: Int, seed: UInt64, frames: Int = 150) {
    var generator = SplitMix64(seed: seed)
    self.rate = rate
    originNs = Int.random(in: 20_000_000_000...900_000_000_000, using: &generator)
    late = (0..<frames).map { frame in
      frame == 0 || Int.random(in: 0..<8, using: &generator) > 0
        ? 0 : [1, 1, 2, 5][Int.random(in: 0..<4, using: &generator)]
    }
  }

  var dropped: Int { late.reduce(0, +) }
  var lateCount: Int { late.count { $0 > 0 } }
  var periodNs: Int { (1_000_000_000 + rate / 2) / rate }

  /// The slot in which each frame appears; the first one in slot 1.
  var slots: [Int] {
    late.reduce(into: []) { slots, late in slots.append((slots.last ?? 0) + 1 + late) }
  }

  func vsync(_ slot: Int) -> Int { originNs + (slot * 1_000_000_000 + rate / 2) / rate }

  /// A frame in nanoseconds: it starts at the vsync after the one before appeared, and ends in the
  /// middle of the period before its own vsync.
  var frames: [(startNs: Int, endNs: Int, shownNs: Int)] {
    zip(slots, late).map { slot, late in
      (vsync(slot - 1 - late), vsync(slot) - periodNs / 2, vsync(slot))
    }
  }
}

/// A format and a dialect of it, as its tool writes a truth.
struct Dialect: CustomStringConvertible, Sendable {
  let description: String

  /// Whether the log tells which frames are late, and from when on a display showed what.
  var tellsLate = true
  var tellsDisplay = false

  /// How often lines may be repeated, moved and added to: those of a table with times.
  var isTable = true
  let text: @Sendable (Truth) -> String
}

extension Dialect {
  static let all: [Dialect] = framestats + others + presentMon + chrome + work

  private static func ms(_ nanoseconds: Int, _ decimals: Int = 4) -> String {
    decimal(nanoseconds, 1_000_000, decimals)
  }

  private static func seconds(_ nanoseconds: Int) -> String {
    decimal(nanoseconds, 1_000_000_000, 9)
  }

  private static func decimal(_ value: Int, _ unit: Int, _ decimals: Int) -> String {
    let digits = String(abs(value) % unit + unit).dropFirst().prefix(decimals)
    return "\(value < 0 ? "-" : "")\(abs(value) / unit).\(digits)"
  }

  private static func lines(_ header: [String], _ rows: [String], end: String = "\n") -> String {
    (header + rows).joined(separator: end) + end
  }

  private static func framestats(
    _ name: String, _ columns: String, ends: String = "",
    _ row: @escaping @Sendable (Truth, (startNs: Int, endNs: Int, shownNs: Int)) -> String
  ) -> Dialect {
    Dialect(description: name) { truth in
      lines(
        [
          "Applications Graphics Acceleration Info:", "** Graphics info for pid 7 [com.feed] **",
          "",
          "Total frames rendered: 99", "Janky frames: 9 (9.09%)", "Window: com.feed/.Main",
          "---PROFILEDATA---", columns,
        ], truth.frames.map { row(truth, $0) } + ["---PROFILEDATA---", "", ends])
    }
  }

  private static let framestats = [
    framestats(
      "framestats, swapped",
      "Flags,IntendedVsync,Vsync,FrameDeadline,FrameInterval,FrameStartTime,"
        + "SyncQueued,FrameCompleted,DisplayPresentTime,"
    ) { truth, frame in
      let due = frame.startNs + truth.periodNs
      return "0,\(frame.startNs),\(frame.startNs),\(due),\(frame.startNs + 200_000),"
        + "\(truth.periodNs),\(frame.startNs + 400_000),\(frame.endNs),0,"
    },
    framestats(
      "framestats, WorkloadTarget",
      "Flags,FrameTimelineVsyncId,IntendedVsync,FrameDeadline,"
        + "FrameStartTime,FrameInterval,WorkloadTarget,IssueDrawCommandsStart,FrameCompleted,"
        + "DisplayPresentTime,", ends: "View hierarchy:"
    ) { truth, frame in
      "0,5,\(frame.startNs),\(frame.startNs + truth.periodNs),\(frame.startNs),\(truth.periodNs),"
        + "5555555,\(frame.endNs - 300_000),\(frame.endNs),\(frame.shownNs),"
    },
  ]

  private static let others = [
    Dialect(description: "surfaceflinger", tellsDisplay: true, isTable: false) { truth in
      lines(
        ["WARNING: linker: /x is unused", "\(truth.periodNs)"],
        truth.frames.map { "\($0.startNs)\t\($0.shownNs)\t\($0.endNs)" } + ["0\t0\t0"])
    },
    Dialect(description: "perfetto, select *", tellsDisplay: true) { truth in
      lines(
        [
          #""id","type","ts","dur","track_id","name","depth","display_frame_token","#
            + #""surface_frame_token","upid","layer_name","present_type","on_time_finish","#
            + #""jank_type""#
        ],
        truth.frames.enumerated().flatMap { index, frame in
          let isLate = truth.late[index] > 0
          let name = isLate ? "App Deadline Missed, Buffer Stuffing" : "None"
          return [
            #"1,"x",\#(frame.shownNs - 4_000_000),4000000,2,"\#(index)",0,\#(index),"[NULL]",3,"#
              + #""[NULL]","On-time Present",1,"None""#,
            #"1,"x",\#(frame.startNs),\#(frame.endNs - frame.startNs),2,"9\#(index)",0,\#(index),"#
              + #"9\#(index),4,"TX - feed#0","\#(isLate ? "Late" : "On-time") Present","#
              + #"\#(isLate ? 0 : 1),"\#(name)""#,
          ]
        })
    },
    Dialect(description: "perfetto, the query of its page", tellsDisplay: true) { truth in
      lines(
        [#""jank_type","ts","dur","app_token","sf_token","on_time_finish","layer_name","name""#],
        truth.frames.enumerated().flatMap { index, frame in
          [
            #""None",\#(frame.shownNs - 4_000_000),4000000,0,\#(index),1,"[NULL]","surfaceflinger""#,
            #""None",\#(frame.startNs),\#(frame.endNs - frame.startNs),9\#(index),\#(index),"#
              + #"\#(truth.late[index] > 0 ? 0 : 1),"feed#0","com.feed""#,
          ]
        })
    },
    Dialect(description: "xctrace, surfaces", tellsDisplay: true, isTable: false) { truth in
      func table(_ schema: String, _ column: String, _ rows: [Int]) -> String {
        "<node><schema name=\"\(schema)\"><col><mnemonic>\(column)</mnemonic></col><col><mnemonic>"
          + "display-name</mnemonic></col></schema>\n"
          + rows.map {
            "<row><start-time id=\"\($0)\" fmt=\"00:01\">\($0)</start-time>"
              + "<display-name id=\"d\" fmt=\"Display 1\">Display 1</display-name></row>\n"
          }.joined() + "</node>"
      }
      return "<?xml version=\"1.0\"?>\n<trace-query-result>"
        + table("displayed-surfaces-interval", "start", truth.frames.map(\.shownNs))
        + table(
          "display-vsyncs-interval", "timestamp", (1...(truth.slots.last ?? 1)).map(truth.vsync))
        + "</trace-query-result>\n"
    },
    Dialect(description: "framegate", isTable: false) { truth in
      lines(
        ["timestamp,targetTimestamp,start,end"],
        truth.frames.map {
          [$0.startNs, $0.startNs + truth.periodNs, $0.startNs + 1_000, $0.endNs].map(seconds)
            .joined(separator: ",")
        })
    },
  ]

  private static func presentMon(
    _ name: String, _ columns: String, before: [String] = [], end: String = "\n",
    _ row:
      @escaping @Sendable (
        (startNs: Int, presentNs: Int, shownNs: Int, betweenNs: Int, nextNs: Int)
      ) -> String
  ) -> Dialect {
    Dialect(description: name, tellsDisplay: true) { truth in
      let frames = truth.frames
      let rows = frames.indices.map { index in
        let present = frames[index].endNs
        let last = index > 0 ? frames[index - 1].endNs : present - truth.periodNs
        let next = index + 1 < frames.count ? frames[index + 1].endNs : present + truth.periodNs
        return "game.exe,7,0x1,"
          + row((last + 200_000, present, frames[index].shownNs, present - last, next - present))
      }
      return lines(before + ["Application,ProcessID,SwapChainAddress,\(columns)"], rows, end: end)
    }
  }

  private static let presentMon = [
    presentMon(
      "presentmon 1, seconds",
      "Runtime,Dropped,TimeInSeconds,msInPresentAPI,msBetweenPresents,"
        + "msUntilDisplayed", end: "\r\n"
    ) {
      "DXGI,0,\(seconds($0.presentNs)),0.2000,\(ms($0.betweenNs)),"
        + "\(ms($0.shownNs - $0.presentNs, 6))"
    },
    presentMon(
      "capframex",
      "Dropped,TimeInSeconds,MsBetweenPresents,MsInPresentAPI,MsUntilDisplayed,QPCTime",
      before: ["//Id=1", "//Comment=a,b", "//Processor=x"]
    ) {
      "0,\(seconds($0.presentNs)),\(ms($0.betweenNs)),0.2000,\(ms($0.shownNs - $0.presentNs, 6)),"
        + "\($0.presentNs / 100)"
    },
    presentMon(
      "ocat",
      "Runtime,WasBatched,DwmNotified,Dropped,TimeInSeconds,MsBetweenPresents,"
        + "MsInPresentAPI,MsUntilDisplayed,Motherboard,OS"
    ) {
      "DXGI,0,0,0,\(seconds($0.presentNs)),\(ms($0.betweenNs)),0.2,"
        + "\(ms($0.shownNs - $0.presentNs, 6))"
    },
    presentMon(
      "frameview",
      "Resolution,Runtime,Runtime,Dropped,TimeInSeconds,MsBetweenPresents,"
        + "MsInPresentAPI,MsRenderPresentLatency,MsUntilDisplayed,Render Queue Depth"
    ) {
      "1x1,D3D9,DXGI,0,\(seconds($0.presentNs)),\(ms($0.betweenNs)),0.2,NA,"
        + "\(ms($0.shownNs - $0.presentNs, 6)),1"
    },
    presentMon(
      "presentmon 2, seconds",
      "FrameType,CPUStartTime,FrameTime,CPUBusy,DisplayLatency,"
        + "DisplayedTime"
    ) {
      "Application,\(seconds($0.startNs)),\(ms($0.nextNs)),\(ms($0.presentNs - $0.startNs)),"
        + "\(ms($0.shownNs - $0.startNs, 6)),NA"
    },
    presentMon(
      "presentmon 2, milliseconds", "CPUStartTime,FrameTime,CPUBusy,DisplayLatency,DisplayedTime"
    ) {
      "\(ms($0.startNs)),\(ms($0.nextNs)),\(ms($0.presentNs - $0.startNs)),"
        + "\(ms($0.shownNs - $0.startNs, 6)),NA"
    },
    presentMon(
      "presentmon 2.3, QPC",
      "FrameType,TimeInQPC,MsBetweenPresents,MsInPresentAPI,"
        + "MsUntilDisplayed,CPUStartQPC,MsCPUBusy"
    ) {
      "Application,\($0.presentNs / 100),\(ms($0.betweenNs)),0.2,\(ms($0.shownNs - $0.presentNs, 6)),"
        + "\($0.startNs / 100),\(ms($0.presentNs - $0.startNs))"
    },
    presentMon(
      "presentmon 2.3, date", "TimeInDateTime,MsBetweenPresents,MsUntilDisplayed"
    ) {
      let seconds = $0.presentNs / 1_000_000_000
      return "2026-9-18 8:\(seconds / 60 % 60):\(seconds % 60)."
        + "\(String($0.presentNs % 1_000_000_000 + 1_000_000_000).dropFirst()),"
        + "\(ms($0.betweenNs)),\(ms($0.shownNs - $0.presentNs, 6))"
    },
    Dialect(description: "capframex, JSON", tellsDisplay: true, isTable: false) { truth in
      let frames = truth.frames
      func list(_ name: String, _ values: [String]) -> String {
        "\"\(name)\": [\(values.joined(separator: ", "))]"
      }
      let between = frames.indices.map { index in
        ms(frames[index].endNs - (index > 0 ? frames[index - 1].endNs : truth.originNs))
      }
      return "{\"Hash\": \"{[\", \"Info\": {\"Comment\": null},\n\"Runs\": [{\"CaptureData\": {"
        + [
          list("TimeInSeconds", frames.map { seconds($0.endNs) }),
          list("MsBetweenPresents", between), "\"PcLatency\": null",
          list("MsUntilDisplayed", frames.map { ms($0.shownNs - $0.endNs, 6) }),
          list("Dropped", frames.map { _ in "false" }),
        ].joined(separator: ",\n") + "}, \"SensorData2\": null}]}\n"
    },
  ]

  private static func chrome(
    _ name: String, head: String = "{\"traceEvents\":[\n", end: String = "\n]}\n",
    _ event:
      @escaping @Sendable (_ frame: Int, _ slot: Int, _ timeUs: String, _ isDropped: Bool)
      -> [String]
  ) -> Dialect {
    Dialect(description: name, tellsLate: false, isTable: false) { truth in
      let events = truth.slots.enumerated().flatMap { index, slot in
        (slot - truth.late[index]...slot).flatMap { each in
          event(
            index, each, decimal(truth.vsync(each - 1), 1_000, 3), each < slot)
        }
      }
      return head + events.joined(separator: ",\n") + end
    }
  }

  private static let chrome = [
    chrome("chrome, states") { _, slot, time, isDropped in
      let state = isDropped ? "STATE_DROPPED" : "STATE_PRESENTED_ALL"
      return ["b", "e"].map {
        """
        {"name":"PipelineReporter","ph":"\($0)","ts":\(time),"pid":9,"id2":{"local":"0x\(slot)"},\
        "args":{\($0 == "b" ? "" : "\"frame_reporter\":{\"state\":\"\(state)\",\"a\":\"}\"}")}}
        """
      }
    },
    chrome("chrome, terminations", head: "[\n", end: ",\n") { _, slot, time, isDropped in
      ["S", "F"].map {
        """
        {"name":"PipelineReporter","ph":"\($0)","ts":\(time),"pid":9,"id":"0x\(slot)","args":\
        {"termination_status":"\(isDropped ? "did_not_present_frame" : "presented_frame")"}}
        """
      }
    },
    chrome("chrome, DroppedFrame") { _, slot, time, isDropped in
      ["BeginFrame", isDropped ? "DroppedFrame" : "DrawFrame"].map {
        """
        {"name":"\($0)","ph":"I","ts":\(time),"pid":9,\
        "args":{"layerTreeId":1,"frameSeqId":\(slot)}}
        """
      }
    },
    chrome("chrome, DrawFrame") { _, slot, time, isDropped in
      ["BeginFrame", "RequestMainThreadFrame", isDropped ? "Other" : "DrawFrame"].map {
        "{\"name\":\"\($0)\",\"ph\":\"I\",\"ts\":\(time),\"pid\":9,\"args\":{\"layerTreeId\":1}}"
      }
    },
  ]

  private static func work(
    _ name: String, _ text: @escaping @Sendable (_ workNs: [Int]) -> String
  ) -> Dialect {
    Dialect(description: name, isTable: false) { truth in
      text(truth.frames.map { $0.endNs - $0.startNs })
    }
  }

  private static let work = [
    work("flutter") { work in
      let list = work.map { ms($0 * 1_000, 3) }.joined(separator: ", ")
      return "{\"frame_build_times\": [\(list)], \"frame_rasterizer_times\": [\(list)]}"
    },
    work("unreal") { work in
      lines(
        ["EVENTS,FrameTime,GameThreadTime"],
        work.enumerated().map {
          "\($0 == 3 ? "A;\"B##1.5" : ""),\(ms($1)),2.0\($0 > 9 ? ",7" : "")"
        }
          + ["EVENTS,FrameTime,GameThreadTime,Late", "[HasHeaderRowAtEnd],1,[commandline],\"a,b\""])
    },
    work("mangohud") { work in
      var elapsed = 0
      return lines(
        ["os,cpu,gpu", "Arch,x,y", "--------DATA--------", "fps,frametime,cpu_load,elapsed"],
        work.map { work in
          elapsed += work
          return "60,\(ms(work)),5,\(elapsed)"
        })
    },
    work("framestats without deadlines") { work in
      lines(
        ["---PROFILEDATA---", "Flags,IntendedVsync,Vsync,SyncQueued,FrameCompleted,"],
        work.enumerated().map { index, work in
          let start = 5_000_000_000 + index * 1_000_000_000
          return "0,\(start),\(start),\(start + 500),\(start + work),"
        } + ["---PROFILEDATA---"])
    },
  ]
}
