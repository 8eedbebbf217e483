import Foundation

/// A trace of Chrome or its DevTools: JSON with an object or an array of events at the top.
///
/// Sources: the Trace Event Format, and Chromium's cc/metrics/compositor_frame_reporter.cc. A
/// PipelineReporter stands for a vsync at which a frame was desired. The frame was presented (only
/// in part if the main thread did not keep pace), needed no update, or was dropped. Traces from
/// before 2020 have a BeginFrame per vsync, and a DrawFrame if it was drawn, as in DevTools'
/// TimelineFrameModel. A trace may lack its last bracket.
enum ChromeReader {
  static func read(_ text: LogText, into streams: inout LogStreams) throws {
    var trace = ChromeTrace()
    let names = ["PipelineReporter", "process_name"] + ChromeTrace.olderNames
    let marks = names.map { Array("\"\($0)\"".utf8) }
    let scanner = JSONScanner(text)
    func events() throws {
      try scanner.array { bytes in
        guard marks.contains(where: bytes.contains) else { return }
        guard let event = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        else { throw scanner.malformed("the event that starts here is not a JSON object") }
        trace.add(event, at: scanner.place)
      }
    }
    if try scanner.isArray() {
      try events()
    } else {
      try scanner.object { key in
        if key == "traceEvents" { try events() }
        return key == "traceEvents"
      }
    }
    try trace.addReporters(to: &streams)
    if streams.all.isEmpty { try trace.addOlderFrames(to: &streams) }
    try trace.leaveOutUnusable(of: &streams)
    guard streams.all.isEmpty else { return }
    throw LogError.noFrames(
      reason: "no event is a PipelineReporter or a BeginFrame that was drawn",
      advice: """
        Record with DevTools' Performance panel, or with the categories cc, benchmark and \
        disabled-by-default-devtools.timeline.frame
        """)
  }
}

/// The state while events are read.
private struct ChromeTrace {
  static let olderNames = ["BeginFrame", "DrawFrame", "DroppedFrame", "RequestMainThreadFrame"]

  /// A reporter, or an event of an older trace, whose name is its state.
  private struct Event {
    let process: Int
    var startUs: Double
    var endUs: Double?
    var state: String?
    var sequence: Int?
    var tree: Int?
  }

  private var reporters: [Event] = []
  private var olderEvents: [Event] = []
  private var open: [String: Int] = [:]
  private var names: [Int: String] = [:]

  /// Frames without a usable time, by the process of their event.
  private var unusable: [(process: Int, place: TextPlace)] = []

  mutating func add(_ event: [String: Any], at place: TextPlace) {
    func number(_ value: Any?) -> Double? { (value as? NSNumber)?.doubleValue }
    func integer(_ value: Any?) -> Int? { number(value).flatMap { Int(exactly: $0) } }
    guard let process = integer(event["pid"]) else { return }
    let arguments = event["args"] as? [String: Any] ?? [:]
    let name = event["name"] as? String ?? ""
    if name == "process_name" { names[process] = arguments["name"] as? String }
    guard let time = number(event["ts"]), time.magnitude < 1e15 else {
      let begins = name == "PipelineReporter" && ["b", "S", "X"].contains(event["ph"] as? String)
      if begins || name == "BeginFrame" { unusable.append((process, place)) }
      return
    }
    if Self.olderNames.contains(name) {
      let data = arguments["data"] as? [String: Any] ?? arguments
      olderEvents.append(
        Event(
          process: process, startUs: time, state: name, sequence: integer(data["frameSeqId"]),
          tree: integer(data["layerTreeId"])))
    }
    guard name == "PipelineReporter" else { return }
    let key = "\(process) \((event["id2"] as? [String: Any])?["local"] ?? event["id"] ?? "")"
    let phase = event["ph"] as? String ?? ""
    if ["b", "S", "X"].contains(phase) {
      open[key] = reporters.count
      let length = number(event["dur"]).flatMap { $0 < 1e9 ? $0 : nil }
      reporters.append(Event(process: process, startUs: time, endUs: length.map { time + $0 }))
    }
    guard let index = open[key] else { return }
    // Arguments may be at the start only or at the end only.
    let fields = arguments["chrome_frame_reporter"] ?? arguments["frame_reporter"] ?? arguments
    if let fields = fields as? [String: Any],
      let state = fields["state"] as? String ?? fields["termination_status"] as? String
    {
      reporters[index].state = state
      reporters[index].sequence = integer(fields["frame_sequence"])
      reporters[index].tree = integer(fields["layer_tree_host_id"])
    }
    if phase == "e" || phase == "F" {
      reporters[index].endUs = time
      open[key] = nil
    }
  }

  private func stream(_ event: Event, _ streams: inout LogStreams) -> Int {
    streams.index(of: name(event.process, tree: event.tree), .deadlines)
  }

  private func name(_ process: Int, tree: Int?) -> String {
    let tree = tree.map { $0 == 1 ? "" : " tree \($0)" } ?? ""
    return "\(names[process] ?? "process") \(process)\(tree)"
  }

  /// Reports frames without a usable time; their layer tree is not known.
  func leaveOutUnusable(of streams: inout LogStreams) throws {
    for (process, place) in unusable {
      try streams.leaveOut(.unusable, at: place, ofStream: name(process, tree: nil))
    }
  }

  /// A frame that is never late itself: later vsyncs show what was dropped.
  private static func frame(_ startUs: Double, _ endUs: Double, _ role: LogFrame.Role) -> LogFrame {
    var frame = LogFrame(
      startNs: Int64((startUs * 1_000).rounded()), endNs: Int64((endUs * 1_000).rounded()))
    frame.tickNs = frame.startNs
    frame.dueNs = frame.endNs
    frame.role = role
    return frame
  }

  /// The role of a reporter's vsync, from its state, in the words of traces since 2021 and before.
  private static func role(_ state: String) -> LogFrame.Role {
    switch state {
    case "STATE_PRESENTED_ALL", "STATE_PRESENTED_PARTIAL", "presented_frame": .frame
    case "STATE_DROPPED", "did_not_present_frame", "replaced_by_new_reporter_at_same_stage",
      "dropped_frame":
      .missed
    default: .filler
    }
  }

  func addReporters(to streams: inout LogStreams) throws {
    struct Place: Hashable {
      let stream: Int
      let sequence: Int
    }
    var places: [Place: (position: Int, rank: Int)] = [:]
    for reporter in reporters {
      guard let state = reporter.state, let end = reporter.endUs, end >= reporter.startUs,
        end - reporter.startUs < 1e9
      else {
        streams.count(.unfinished, ofStream: name(reporter.process, tree: reporter.tree))
        continue
      }
      let index = stream(reporter, &streams)
      let frame = Self.frame(reporter.startUs, end, Self.role(state))
      streams[index].toolFigures["droppedFrames", default: 0] += frame.role == .missed ? 1 : 0
      if frame.role == .missed { streams[index].causes["dropped", default: 0] += 1 }
      if state == "STATE_PRESENTED_PARTIAL" {
        streams[index].causes["main thread did not keep pace", default: 0] += 1
      }
      // One vsync has a reporter of the compositor and one of the main thread. If the compositor
      // presented nothing, an update that the main thread presents later does not fill the slot.
      let rank =
        state == "STATE_PRESENTED_PARTIAL"
        ? 3 : frame.role == .missed ? 2 : frame.role == .frame ? 1 : 0
      let place = Place(stream: index, sequence: reporter.sequence ?? -streams[index].frames.count)
      if let known = places[place] {
        if rank > known.rank {
          streams[index].frames[known.position] = frame
          places[place] = (known.position, rank)
        }
        continue
      }
      places[place] = (streams[index].frames.count, rank)
      try streams.add(frame, to: index)
    }
  }

  /// Adds vsyncs without a drawing as dropped frames if there is a DroppedFrame event.
  ///
  /// In traces without these events, a vsync is dropped if the main thread was asked for a frame
  /// that it had not drawn yet.
  func addOlderFrames(to streams: inout LogStreams) throws {
    let tellsDropped = olderEvents.contains { $0.state == "DroppedFrame" }
    var positions: [[Int]: Int] = [:]
    var isRequested: Set<Int> = []
    for event in olderEvents.sorted(by: { $0.startUs < $1.startUs }) {
      let index = stream(event, &streams)
      let known = event.sequence.flatMap { positions[[index, $0]] }
      let last = streams[index].frames.indices.last
      switch event.state {
      case "BeginFrame":
        if !tellsDropped, isRequested.contains(index), let last,
          streams[index].frames[last].role == .filler
        {
          streams[index].frames[last].role = .missed
        }
        if let sequence = event.sequence {
          positions[[index, sequence]] = streams[index].frames.count
        }
        try streams.add(Self.frame(event.startUs, event.startUs, .filler), to: index)
      case "DrawFrame":
        isRequested.remove(index)
        guard let begun = known ?? last, streams[index].frames[begun].role != .frame else {
          continue
        }
        let startUs = Double(streams[index].frames[begun].startNs) / 1_000
        streams[index].frames[begun] = Self.frame(startUs, event.startUs, .frame)
      case "DroppedFrame":
        streams[index].toolFigures["droppedFrames", default: 0] += 1
        streams[index].causes["dropped", default: 0] += 1
        if let known {
          streams[index].frames[known].role = .missed
        } else {
          try streams.add(Self.frame(event.startUs, event.startUs, .missed), to: index)
        }
      default: isRequested.insert(index)
      }
    }
    streams.keep { $0.frames.contains { $0.role == .frame } }
  }
}
