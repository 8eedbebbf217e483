/// A log whose times were checked, in nanoseconds since the first timestamp.
///
/// Takes 40 bytes per frame; its timelines share that memory.
package struct CheckedLog: Sendable {
  /// Consecutive frames at one rate.
  private struct Segment {
    var frameCount = 0
    var sumNs: Int64 = 0

    var periodNs: Double { Double(sumNs) / Double(frameCount) }
    var rate: RefreshRate { RefreshRate(hertz: Int((1e9 / periodNs).rounded())) }
  }

  /// How far a period may be from the mean of its segment.
  private static let tolerance = 0.05

  /// The vsyncs that the log reports, at their reported times.
  private let grid: VsyncGrid

  /// The number of the vsync of each frame, ascending from 0.
  private let beginTick: [Int]
  private let startNs, endNs: [Int64]

  /// Converts and checks the frames of a log.
  ///
  /// - Throws: ``FrameTimingError`` for a log without frames, for the first frame whose times are
  ///   not finite, span more than 36 years, go backwards, repeat, overlap the previous frame, or
  ///   have no rate from 1 to 1000 Hz, and for targets more than one vsync ahead.
  package init(_ log: FrameLog) throws(FrameTimingError) {
    guard let first = log.frames.first else { throw .emptyLog }
    var (timestampNs, startNs, endNs): ([Int64], [Int64], [Int64]) = ([], [], [])
    var segments: [Segment] = []
    for (index, frame) in log.frames.enumerated() {
      func damaged(_ problem: String) -> FrameTimingError {
        .malformedLogFrame(frame: index, problem: problem)
      }
      func nanoseconds(
        _ seconds: Double, _ column: FrameLog.Column
      ) throws(FrameTimingError) -> Int64 {
        guard seconds.isFinite else { throw damaged("its \(column) is not a number") }
        let time = ((seconds - first.timestamp) * 1e9).rounded()
        guard time.magnitude <= Double(CostVector.longestWorkNs) else {
          throw damaged("its \(column) is more than 36 years from the first timestamp")
        }
        return Int64(time)
      }
      let timestamp = try nanoseconds(frame.timestamp, .timestamp)
      let period = try nanoseconds(frame.targetTimestamp, .targetTimestamp) - timestamp
      let start = try nanoseconds(frame.start, .start)
      let end = try nanoseconds(frame.end, .end)
      if let previous = timestampNs.last, timestamp <= previous {
        throw damaged("its timestamp is not after the previous one")
      }
      guard period > 0 else { throw damaged("its targetTimestamp is not after its timestamp") }
      guard RefreshRate.range.contains(Int((1e9 / Double(period)).rounded())) else {
        throw damaged("from timestamp to targetTimestamp is not a period of 1 to 1000 Hz")
      }
      guard start >= timestamp else { throw damaged("it starts before its timestamp") }
      guard start >= endNs.last ?? 0 else {
        throw damaged("it starts before the previous one ended")
      }
      guard end >= start else { throw damaged("it ends before it starts") }
      timestampNs.append(timestamp)
      startNs.append(start)
      endNs.append(end)
      let mean = segments.last?.periodNs ?? 0
      if abs(Double(period) - mean) > Self.tolerance * mean { segments.append(Segment()) }
      segments[segments.count - 1].frameCount += 1
      segments[segments.count - 1].sumNs += period
    }
    beginTick = try Self.ticks(timestampNs, segments)
    grid = Self.grid(beginTick, timestampNs, segments)
    self.startNs = startNs
    self.endNs = endNs
  }
}

extension CheckedLog {
  /// The time from the first timestamp to the last one, in nanoseconds.
  package var elapsedNs: Int64 { grid.vsync(beginTick[beginTick.count - 1]) }

  /// The timeline of the log; see ``FrameLog/timeline(settings:)``.
  package func timeline(settings: ReplaySettings) throws(FrameTimingError) -> FrameTimeline {
    FrameTimeline(
      grid: try FrameReplay(grid: grid, settings: settings).grid, settings: settings, pauses: [],
      replayedWorkNs: nil, beginTick: beginTick, startNs: startNs, endNs: endNs)
  }

  /// The numbers of the vsyncs that a log reports, found from the intervals between them.
  private static func ticks(
    _ timestampNs: [Int64], _ segments: [Segment]
  ) throws(FrameTimingError) -> [Int] {
    var numbers = [0]
    numbers.reserveCapacity(timestampNs.count)
    for segment in segments {
      let first = numbers.count - 1
      var shortCount = 0
      for frame in first..<min(first + segment.frameCount, timestampNs.count - 1) {
        let slots = Double(timestampNs[frame + 1] - timestampNs[frame]) / segment.periodNs
        if slots < 0.75 { shortCount += 1 }
        numbers.append(numbers[frame] + max(1, Int(slots.rounded())))
      }
      guard segment.frameCount < 4 || 2 * shortCount <= segment.frameCount else {
        throw .malformedLogFrame(
          frame: first, problem: "its targetTimestamp is more than one vsync after its timestamp")
      }
    }
    return numbers
  }

  /// The grid of vsyncs at their reported times.
  private static func grid(
    _ numbers: [Int], _ timesNs: [Int64], _ segments: [Segment]
  ) -> VsyncGrid {
    let periods = segments.flatMap { repeatElement($0.periodNs, count: $0.frameCount) }
    var first = 0
    let rates = segments.map { segment in
      let start = numbers[first]
      first += segment.frameCount
      let end = first < numbers.count ? numbers[first] : numbers[numbers.count - 1] + 1
      return VsyncGrid.Segment(rate: segment.rate, ticks: end - start)
    }
    return VsyncGrid(observed: numbers, timesNs: timesNs, periodsNs: periods, segments: rates)
  }
}
