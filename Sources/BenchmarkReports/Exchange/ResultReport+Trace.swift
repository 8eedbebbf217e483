import BenchmarkResults
import BenchmarkVerdicts
package import Foundation
import FrameSignposts
import FrameTiming
import ReportText

extension ResultReport {
  /// The frames of all scenarios as Chrome trace events, which Perfetto and Chromium's tracing page
  /// open.
  ///
  /// Each scenario at each rate (and on each side, with a baseline) is a process with three tracks:
  /// the slots in which frames were expected, the worker's frames, and what the display shows, each
  /// frame until the next one. The signposts of a frame are inside its slice on the worker's track.
  /// A vsync at which no frame starts because the worker is busy is an instant. The counters
  /// `overrun ms` and `queued frames` have a value wherever they change. An arrow leads from every
  /// late or delayed frame to the slot that shows it.
  ///
  /// - Returns: UTF-8 text. Times are microseconds with three decimals, that is, whole nanoseconds.
  package func trace() -> Data {
    var writer = TraceWriter()
    for (name, side) in sides {
      for (scenario, row) in side.result.named {
        let place = "\(scenario) at \(row.costs.rateText)"
        writer.add(
          row.timeline, name: name.map { "\(place), \($0.rawValue)" } ?? place,
          signposts: row.costs.signposts?.value)
      }
    }
    return writer.finish()
  }
}

/// Writes timelines as trace events, one per line.
private struct TraceWriter {
  private enum Track: Int, CaseIterable {
    case expected = 1
    case worker, display

    var name: StaticString {
      switch self {
      case .expected: "1 expected"
      case .worker: "2 worker"
      case .display: "3 display"
      }
    }
  }

  private var lines = NumberLines()
  private var processes = 0
  private var isFirst = true

  init() { lines.write("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[") }

  /// Adds the frames of a scenario as a process of its own.
  mutating func add(_ timeline: FrameTimeline, name: String, signposts: SignpostRecording?) {
    processes += 1
    describe(name)
    let marks = signposts.flatMap { $0.frames.count == timeline.frameCount ? $0 : nil }
    let markNames = (marks?.names ?? []).map(Self.json)
    let targets = timeline.targetSlot
    var awaited = timeline.beginTick.first ?? 0
    var counters = Counters()
    counter("overrun ms", at: 0, nanoseconds: 0)
    counter("queued frames", at: 0) { $0.write(0) }
    for frame in 0..<timeline.frameCount {
      let begin = timeline.beginTick[frame]
      // Limited, because a single long frame can skip any number of ticks.
      for tick in awaited..<min(begin, awaited + 1_000) {
        instant(at: timeline.grid.vsync(tick))
      }
      awaited = begin + 1
      addExpected(frame, of: timeline, target: targets[frame])
      slice(.worker, frame, from: timeline.startNs[frame], to: timeline.endNs[frame])
      if let marks { addMarks(marks, names: markNames, frame, of: timeline) }
      addShown(frame, of: timeline, target: targets[frame])
      update(&counters, after: frame, of: timeline)
    }
  }

  /// Adds the slot in which a frame was expected.
  private mutating func addExpected(_ frame: Int, of timeline: FrameTimeline, target: Int) {
    let (grid, begin) = (timeline.grid, timeline.beginTick[frame])
    slice(
      .expected, frame, from: grid.vsync(begin), to: min(grid.vsync(target), grid.vsync(begin + 1)))
  }

  /// Adds the signposts of a frame.
  private mutating func addMarks(
    _ marks: SignpostRecording, names: [Data], _ frame: Int, of timeline: FrameTimeline
  ) {
    let begin = timeline.startNs[frame]
    for mark in marks.intervals(frame: frame, stretchedTo: timeline.endNs[frame] - begin) {
      startSlice(.worker, from: begin + mark.beginNs, to: begin + mark.endNs)
      lines.write(names[mark.name])
      lines.write("}")
    }
  }

  /// Adds the slots that show a frame, and the arrow to them if it is late or delayed.
  private mutating func addShown(_ frame: Int, of timeline: FrameTimeline, target: Int) {
    let grid = timeline.grid
    let shown = timeline.presentSlot[frame]
    let next = frame + 1 < timeline.frameCount ? timeline.presentSlot[frame + 1] : shown + 1
    slice(.display, frame, from: grid.vsync(shown), to: grid.vsync(next))
    if timeline.isLate(frame) || shown > target {
      flow("s", frame, .worker, at: timeline.startNs[frame])
      flow("f", frame, .display, at: grid.vsync(shown))
    }
  }

  /// The values of both counters, and how many frames were shown when the last one ended.
  private struct Counters {
    var overrun: Int64 = 0
    var queued = 0
    var shown = 0
  }

  /// Adds the counters that the end of a frame changes.
  private mutating func update(
    _ counters: inout Counters, after frame: Int, of timeline: FrameTimeline
  ) {
    let end = timeline.endNs[frame]
    let overrun = max(0, timeline.overrunNs[frame])
    if overrun != counters.overrun {
      counter("overrun ms", at: end, nanoseconds: overrun)
      counters.overrun = overrun
    }
    while counters.shown < frame,
      timeline.grid.vsync(timeline.presentSlot[counters.shown]) <= end
    {
      counters.shown += 1
    }
    let queued = frame - counters.shown
    if queued != counters.queued {
      counter("queued frames", at: end) { $0.write(Int64(queued)) }
      counters.queued = queued
    }
  }

  mutating func finish() -> Data {
    lines.write("\n]}\n")
    return lines.data
  }

  private mutating func describe(_ name: String) {
    event("M")
    lines.write(",\"name\":\"process_name\",\"args\":{\"name\":")
    lines.write(Self.json(name))
    lines.write("}}")
    for track in Track.allCases {
      event("M", track)
      lines.write(",\"name\":\"thread_name\",\"args\":{\"name\":\"")
      lines.write(track.name)
      lines.write("\"}}")
    }
  }

  /// An untrusted text as a JSON string, without control characters for a terminal.
  private static func json(_ text: String) -> Data {
    (try? JSONEncoder().encode(TerminalText(foreign: text).content)) ?? Data("\"\"".utf8)
  }

  private mutating func slice(_ track: Track, _ frame: Int, from start: Int64, to end: Int64) {
    startSlice(track, from: start, to: end)
    lines.write("\"")
    lines.write(Int64(frame))
    lines.write("\"}")
  }

  /// Writes the part of a slice before its name.
  private mutating func startSlice(_ track: Track, from start: Int64, to end: Int64) {
    event("X", track)
    lines.write(",\"ts\":")
    microseconds(start)
    lines.write(",\"dur\":")
    microseconds(max(0, end - start))
    lines.write(",\"name\":")
  }

  private mutating func instant(at time: Int64) {
    event("i", .expected)
    lines.write(",\"ts\":")
    microseconds(time)
    lines.write(",\"s\":\"t\",\"name\":\"vsync\"}")
  }

  private mutating func flow(_ phase: StaticString, _ frame: Int, _ track: Track, at time: Int64) {
    event(phase, track)
    lines.write(",\"bp\":\"e\",\"cat\":\"late\",\"name\":\"shown\",\"id\":")
    // Frames of different processes must have different flows.
    lines.write(Int64(processes) * 1_000_000_000 + Int64(frame))
    lines.write(",\"ts\":")
    microseconds(time)
    lines.write("}")
  }

  private mutating func counter(_ name: StaticString, at time: Int64, nanoseconds: Int64) {
    counter(name, at: time) { $0.write(nanoseconds, decimals: 6) }
  }

  private mutating func counter(
    _ name: StaticString, at time: Int64, _ writeValue: (inout NumberLines) -> Void
  ) {
    event("C")
    lines.write(",\"ts\":")
    microseconds(time)
    lines.write(",\"name\":\"")
    lines.write(name)
    lines.write("\",\"args\":{\"value\":")
    writeValue(&lines)
    lines.write("}}")
  }

  private mutating func event(_ phase: StaticString, _ track: Track? = nil) {
    lines.write(isFirst ? "\n{\"ph\":\"" : ",\n{\"ph\":\"")
    isFirst = false
    lines.write(phase)
    lines.write("\",\"pid\":")
    lines.write(Int64(processes))
    guard let track else { return }
    lines.write(",\"tid\":")
    lines.write(Int64(track.rawValue))
  }

  private mutating func microseconds(_ nanoseconds: Int64) { lines.write(nanoseconds, decimals: 3) }
}
