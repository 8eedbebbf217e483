import Foundation

/// A trace of Chrome or its DevTools: JSON with an object or an array of events at the top.
///
/// Events: the Trace Event Format, and `chrome_frame_reporter` in Chromium's
/// protos/third_party/chromium. A PipelineReporter is a vsync at which a frame was desired; it was
/// presented (in part where the main thread did not keep pace), desired no update, or was dropped.
/// A trace may end without its last bracket.
enum ChromeReader {
  fileprivate struct Reporter {
    var startUs: Double
    var endUs: Double?
    var state: String?
    var sequence: Int?
    var tree: Int?
  }

  /// What is known while events are read.
  fileprivate struct Trace {
    var reporters: [Reporter] = []
    var open: [String: Int] = [:]
    var names: [Int: String] = [:]
    var processes: [Int] = []
  }

  static func read(_ text: LogText, into streams: inout LogStreams) throws {
    var trace = Trace()
    let scanner = JSONScanner(text)
    var hasEvents = false
    let mark = Array("PipelineReporter".utf8)
    let name = Array("\"process_name\"".utf8)
    func events() throws {
      hasEvents = true
      try scanner.array { bytes in
        guard bytes.contains(mark) || bytes.contains(name) else { return }
        guard let event = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        else { throw text.malformed("the event that ends here is no JSON object") }
        trace.add(event)
      }
    }
    if try scanner.isArray() {
      try events()
    } else {
      try scanner.object { key in
        guard key == "traceEvents" else { return false }
        try events()
        return true
      }
    }
    guard hasEvents else { throw LogError.missingColumn("traceEvents", line: 1) }
    try trace.add(to: &streams)
    guard streams.all.isEmpty else { return }
    throw LogError.noFrames(
      reason: "no event is a PipelineReporter",
      advice: """
        Record with DevTools' Performance panel, or with the categories cc, benchmark and \
        disabled-by-default-devtools.timeline.frame
        """)
  }
}

extension ChromeReader.Trace {
  fileprivate mutating func add(_ event: [String: Any]) {
    guard let pid = (event["pid"] as? NSNumber)?.intValue else { return }
    let arguments = event["args"] as? [String: Any] ?? [:]
    if event["name"] as? String == "process_name" { names[pid] = arguments["name"] as? String }
    guard event["name"] as? String == "PipelineReporter",
      let time = (event["ts"] as? NSNumber)?.doubleValue, time.magnitude < 1e15
    else { return }
    let local = (event["id2"] as? [String: Any])?["local"] ?? event["id"] ?? ""
    let key = "\(pid) \(local)"
    let phase = event["ph"] as? String
    if phase == "b" || phase == "X" {
      open[key] = reporters.count
      reporters.append(.init(startUs: time))
      processes.append(pid)
      if let length = (event["dur"] as? NSNumber)?.doubleValue, length < 1e9 {
        reporters[reporters.count - 1].endUs = time + length
      }
    }
    guard let index = open[key] else { return }
    // Only the start or only the end has arguments.
    let fields = arguments["chrome_frame_reporter"] ?? arguments["frame_reporter"]
    if let fields = fields as? [String: Any] {
      reporters[index].state = fields["state"] as? String
      reporters[index].sequence = (fields["frame_sequence"] as? NSNumber)?.intValue
      reporters[index].tree = (fields["layer_tree_host_id"] as? NSNumber)?.intValue
    }
    if phase == "e" {
      reporters[index].endUs = time
      open[key] = nil
    }
  }

  fileprivate func add(to streams: inout LogStreams) throws {
    struct Place: Hashable {
      let stream: Int
      let sequence: Int
    }
    var places: [Place: (position: Int, rank: Int)] = [:]
    var unfinished = 0
    for (reporter, pid) in zip(reporters, processes) {
      guard let state = reporter.state, let end = reporter.endUs, end >= reporter.startUs,
        end - reporter.startUs < 1e9
      else {
        unfinished += 1
        continue
      }
      let trees = reporter.tree.map { $0 == 1 ? "" : " tree \($0)" } ?? ""
      let index = streams.index(of: "\(names[pid] ?? "process") \(pid)\(trees)", .deadlines)
      let start = Int64((reporter.startUs * 1_000).rounded())
      var frame = LogFrame(startNs: start, endNs: Int64((end * 1_000).rounded()))
      frame.tickNs = start
      frame.dueNs = frame.endNs
      frame.role =
        state == "STATE_DROPPED" ? .missed : state == "STATE_NO_UPDATE_DESIRED" ? .filler : .frame
      if frame.role == .missed {
        streams[index].says["droppedFrames", default: 0] += 1
        streams[index].causes["dropped", default: 0] += 1
      } else {
        streams[index].says["droppedFrames", default: 0] += 0
      }
      if state == "STATE_PRESENTED_PARTIAL" {
        streams[index].causes["main thread did not keep pace", default: 0] += 1
      }
      // One vsync has a reporter of the compositor and one of the main thread. Where the compositor
      // presented nothing, an update that the main thread presents later does not fill the slot.
      let rank =
        state == "STATE_PRESENTED_PARTIAL"
        ? 3 : frame.role == .missed ? 2 : frame.role == .frame ? 1 : 0
      let place = Place(stream: index, sequence: reporter.sequence ?? -streams[index].frames.count)
      if let known = places[place] {
        if rank > known.rank {
          streams[index].replace(known.position, with: frame)
          places[place] = (known.position, rank)
        }
        continue
      }
      places[place] = (streams[index].frames.count, rank)
      try streams.add(frame, to: index)
    }
    streams.note(unfinished, "of frames without a start, an end or a state are left out")
  }
}
