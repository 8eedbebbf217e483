import BenchmarkResults
package import Foundation
import FrameSignposts
import FrameTiming

extension ResultReport {
  /// The frames of all scenarios as Chrome trace events, which Perfetto and Chromium's tracing page open.
  ///
  /// Every scenario at every rate, and with a baseline on every side, is a process with three tracks: the
  /// slots in which frames were expected, the worker's frames, and what the display shows, where a frame
  /// is held until the next one. What a frame marks is inside of its slice on the worker's track. A vsync
  /// at which the worker is busy and no frame begins is an instant.
  /// The counters `overrun ms` and `queued frames` have a value wherever they change. An arrow leads from
  /// every frame that is late or delayed to the slot that shows it.
  ///
  /// - Returns: UTF-8 text. Times are microseconds with three decimals: whole nanoseconds.
  package func trace() -> Data {
    var writer = TraceWriter()
    for (name, side) in sides {
      for benchmark in side.file.benchmarks {
        for costs in benchmark.frames {
          guard let vector = try? costs.costVector() else { continue }
          let place = "\(benchmark.name) at \(costs.rateText)"
          writer.add(
            costs.replay().timeline(of: vector),
            name: name.map { "\(place), \($0.rawValue)" } ?? place,
            signposts: costs.signposts?.value)
        }
      }
    }
    return writer.finish()
  }
}

/// Writes timelines as trace events, one per line.
private struct TraceWriter {
  /// The tracks of a process.
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

  private var bytes: [UInt8] = Array("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[".utf8)
  private var processes = 0
  private var isFirst = true

  /// Adds the frames of a scenario as a process of its own.
  ///
  /// - Parameters:
  ///   - timeline: When they begin, end and are shown.
  ///   - name: What the process is called; foreign text.
  ///   - signposts: What they spend their time on, if that is known; its names are foreign, too.
  mutating func add(_ timeline: FrameTimeline, name: String, signposts: SignpostRecording?) {
    processes += 1
    describe(name)
    let marks = signposts.flatMap { $0.frames.count == timeline.frameCount ? $0 : nil }
    let markNames = (marks?.names ?? []).map(Self.json)
    let grid = timeline.grid
    let targets = timeline.targetSlot
    var overrun: Int64 = 0
    var queued = 0
    var awaited = timeline.beginTick.first ?? 0
    // How many frames are finished but not shown when a frame ends.
    var shownBefore = 0
    counter("overrun ms", at: 0, nanoseconds: 0)
    counter("queued frames", at: 0, count: 0)
    for frame in 0..<timeline.frameCount {
      let begin = timeline.beginTick[frame]
      // A single long frame can skip more ticks than anyone looks at.
      for tick in awaited..<min(begin, awaited + 1_000) { instant(at: grid.vsync(tick)) }
      awaited = begin + 1
      let start = grid.vsync(begin)
      slice(
        .expected, frame, from: start, to: min(grid.vsync(targets[frame]), grid.vsync(begin + 1)))
      slice(.worker, frame, from: timeline.startNs[frame], to: timeline.endNs[frame])
      if let marks {
        let begin = timeline.startNs[frame]
        for mark in marks.intervals(frame: frame, stretchedTo: timeline.endNs[frame] - begin) {
          startSlice(.worker, from: begin + mark.beginNs, to: begin + mark.endNs)
          bytes += markNames[mark.name]
          write("}")
        }
      }
      let shown = timeline.presentSlot[frame]
      let next =
        frame + 1 < timeline.frameCount ? timeline.presentSlot[frame + 1] : shown + 1
      slice(.display, frame, from: grid.vsync(shown), to: grid.vsync(next))
      let isLate = timeline.isLate(frame)
      if isLate || shown > targets[frame] {
        flow("s", frame, .worker, at: timeline.startNs[frame])
        flow("f", frame, .display, at: grid.vsync(shown))
      }
      let end = timeline.endNs[frame]
      let value = max(0, timeline.overrunNs[frame])
      if value != overrun {
        counter("overrun ms", at: end, nanoseconds: value)
        overrun = value
      }
      while shownBefore < frame, grid.vsync(timeline.presentSlot[shownBefore]) <= end {
        shownBefore += 1
      }
      if frame - shownBefore != queued {
        queued = frame - shownBefore
        counter("queued frames", at: end, count: queued)
      }
    }
  }

  /// The whole document.
  mutating func finish() -> Data {
    write("\n]}\n")
    return Data(bytes)
  }

  private mutating func describe(_ name: String) {
    event("M")
    write(",\"name\":\"process_name\",\"args\":{\"name\":")
    bytes += Self.json(name)
    write("}}")
    for track in Track.allCases {
      event("M", track)
      write(",\"name\":\"thread_name\",\"args\":{\"name\":\"")
      write(track.name)
      write("\"}}")
    }
  }

  /// A foreign text as JSON writes it, in quotes, without what a terminal would obey.
  private static func json(_ text: String) -> Data {
    (try? JSONEncoder().encode(TerminalText(foreign: text).content)) ?? Data("\"\"".utf8)
  }

  private mutating func slice(_ track: Track, _ frame: Int, from start: Int64, to end: Int64) {
    startSlice(track, from: start, to: end)
    write("\"")
    number(Int64(frame))
    write("\"}")
  }

  /// A slice up to its name.
  private mutating func startSlice(_ track: Track, from start: Int64, to end: Int64) {
    event("X", track)
    write(",\"ts\":")
    microseconds(start)
    write(",\"dur\":")
    microseconds(max(0, end - start))
    write(",\"name\":")
  }

  private mutating func instant(at time: Int64) {
    event("i", .expected)
    write(",\"ts\":")
    microseconds(time)
    write(",\"s\":\"t\",\"name\":\"vsync\"}")
  }

  private mutating func flow(_ phase: StaticString, _ frame: Int, _ track: Track, at time: Int64) {
    event(phase, track)
    write(",\"bp\":\"e\",\"cat\":\"late\",\"name\":\"shown\",\"id\":")
    // Frames of different processes are different flows.
    number(Int64(processes) * 1_000_000_000 + Int64(frame))
    write(",\"ts\":")
    microseconds(time)
    write("}")
  }

  private mutating func counter(_ name: StaticString, at time: Int64, nanoseconds: Int64) {
    startCounter(name, at: time)
    number(nanoseconds / 1_000_000)
    write(".")
    digits(nanoseconds % 1_000_000, count: 6)
    write("}}")
  }

  private mutating func counter(_ name: StaticString, at time: Int64, count: Int) {
    startCounter(name, at: time)
    number(Int64(count))
    write("}}")
  }

  private mutating func startCounter(_ name: StaticString, at time: Int64) {
    event("C")
    write(",\"ts\":")
    microseconds(time)
    write(",\"name\":\"")
    write(name)
    write("\",\"args\":{\"value\":")
  }

  private mutating func event(_ phase: StaticString, _ track: Track? = nil) {
    write(isFirst ? "\n{\"ph\":\"" : ",\n{\"ph\":\"")
    isFirst = false
    write(phase)
    write("\",\"pid\":")
    number(Int64(processes))
    guard let track else { return }
    write(",\"tid\":")
    number(Int64(track.rawValue))
  }

  private mutating func microseconds(_ nanoseconds: Int64) {
    number(nanoseconds / 1_000)
    write(".")
    digits(nanoseconds % 1_000, count: 3)
  }

  /// A number without a sign.
  private mutating func number(_ value: Int64) {
    var count = 1
    var rest = value / 10
    while rest > 0 {
      count += 1
      rest /= 10
    }
    digits(value, count: count)
  }

  /// The last digits of a number, zeros in front.
  private mutating func digits(_ value: Int64, count: Int) {
    let first = bytes.count
    bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: count))
    var rest = value
    for index in (first..<first + count).reversed() {
      bytes[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  private mutating func write(_ text: StaticString) {
    text.withUTF8Buffer { bytes += $0 }
  }
}
