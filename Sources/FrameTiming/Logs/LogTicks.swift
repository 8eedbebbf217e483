/// The times of a log in nanoseconds since the first timestamp, checked.
struct LogTimes {
  private(set) var timestampNs: [Int64] = []

  /// From each timestamp to its target.
  private(set) var periodNs: [Int64] = []
  private(set) var startNs: [Int64] = []
  private(set) var endNs: [Int64] = []

  /// Converts and checks the frames of a log.
  ///
  /// - Throws: ``FrameTimingError`` for no frame, or the first one whose times are not finite, lie
  ///   more than 36 years apart, go backwards, repeat, overlap the frame before, or have no rate
  ///   from 1 to 1000 Hz.
  init(_ frames: [FrameLog.Frame]) throws(FrameTimingError) {
    guard let first = frames.first else { throw .emptyLog }
    for column in [\Self.timestampNs, \.periodNs, \.startNs, \.endNs] {
      self[keyPath: column].reserveCapacity(frames.count)
    }
    for (index, frame) in frames.enumerated() {
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
        throw damaged("from its timestamp to its targetTimestamp is no period of 1 to 1000 Hz")
      }
      guard start >= timestamp else { throw damaged("it starts before its timestamp") }
      guard start >= endNs.last ?? 0 else {
        throw damaged("it starts before the previous one ended")
      }
      guard end >= start else { throw damaged("it ends before it starts") }
      timestampNs.append(timestamp)
      periodNs.append(period)
      startNs.append(start)
      endNs.append(end)
    }
  }
}

/// The numbers of the vsyncs that a log reports, found by the intervals between them.
struct LogTicks {
  /// Consecutive frames at one rate.
  private struct Segment {
    let frames: Range<Int>
    let periodNs: Double

    var rate: RefreshRate { RefreshRate(hertz: Int((1e9 / periodNs).rounded())) }
  }

  /// How far a period may be from the mean of its segment.
  private static let tolerance = 0.05

  private let segments: [Segment]

  /// The vsync of each frame, ascending from 0.
  let numbers: [Int]

  /// Finds the ticks of a log.
  ///
  /// - Throws: ``FrameTimingError/malformedLogFrame(frame:problem:)`` when targets are more than
  ///   one vsync ahead.
  init(_ times: LogTimes) throws(FrameTimingError) {
    segments = Self.segments(of: times.periodNs)
    var numbers = [0]
    numbers.reserveCapacity(times.timestampNs.count)
    for segment in segments {
      var shortCount = 0
      for frame in segment.frames where frame + 1 < times.timestampNs.count {
        let gap = Double(times.timestampNs[frame + 1] - times.timestampNs[frame])
        let slots = gap / segment.periodNs
        if slots < 0.75 { shortCount += 1 }
        numbers.append(numbers[frame] + max(1, Int(slots.rounded())))
      }
      guard segment.frames.count < 4 || 2 * shortCount <= segment.frames.count else {
        throw .malformedLogFrame(
          frame: segment.frames.lowerBound,
          problem: "its targetTimestamp is more than one vsync after its timestamp")
      }
    }
    self.numbers = numbers
  }

  private static func segments(of periodsNs: [Int64]) -> [Segment] {
    var segments: [Segment] = []
    var first = 0
    var sum: Int64 = 0
    for (frame, period) in periodsNs.enumerated() {
      let mean = Double(sum) / Double(frame - first)
      if frame > first, abs(Double(period) - mean) > tolerance * mean {
        segments.append(Segment(frames: first..<frame, periodNs: mean))
        first = frame
        sum = 0
      }
      sum += period
    }
    let mean = Double(sum) / Double(periodsNs.count - first)
    return segments + [Segment(frames: first..<periodsNs.count, periodNs: mean)]
  }

  /// The vsyncs at the times that were reported.
  func grid(_ times: LogTimes) -> VsyncGrid {
    let periods = segments.flatMap { repeatElement($0.periodNs, count: $0.frames.count) }
    let rates = segments.map { segment in
      let end =
        segment.frames.upperBound < numbers.count
        ? numbers[segment.frames.upperBound] : numbers[numbers.count - 1] + 1
      return VsyncGrid.Segment(rate: segment.rate, ticks: end - numbers[segment.frames.lowerBound])
    }
    return VsyncGrid(
      observed: numbers, timesNs: times.timestampNs, periodsNs: periods, segments: rates)
  }
}
