/// What the signposts of a scenario recorded: the intervals of every frame, with their times.
package struct SignpostRecording: Hashable, Sendable {
  package struct Interval: Hashable, Sendable {
    /// The index of its name in ``SignpostRecording/names``.
    package let name: Int

    /// The start and end of the interval, in nanoseconds since the frame's start.
    package let beginNs, endNs: Int64

    package init(name: Int, beginNs: Int64, endNs: Int64) {
      self.name = name
      self.beginNs = beginNs
      self.endNs = endNs
    }
  }

  package struct Frame: Hashable, Sendable {
    /// How long the frame took, in nanoseconds of a monotonic clock, without the cost of the marks.
    package let durationNs: Int64

    /// In the order in which they begin; an interval precedes those inside it.
    package let intervals: [Interval]

    package init(durationNs: Int64, intervals: [Interval]) {
      self.durationNs = durationNs
      self.intervals = intervals
    }
  }

  /// The distinct names of intervals.
  package var names: [String]

  /// One entry per frame of the animation.
  package var frames: [Frame]

  package init(names: [String], frames: [Frame]) {
    self.names = names
    self.frames = frames
  }
}

extension SignpostRecording {
  package var isEmpty: Bool { frames.allSatisfy(\.intervals.isEmpty) }

  /// Why the recording is invalid, or nil if it is valid.
  ///
  /// Files and workers are not trusted, and drawing relies on nested intervals.
  package var problem: String? {
    for (index, frame) in frames.enumerated() {
      guard (0...Self.longestNs).contains(frame.durationNs) else {
        return "frame \(index) takes \(frame.durationNs) ns"
      }
      guard frame.intervals.count <= SignpostStorage.mostIntervals else {
        return "frame \(index) has \(frame.intervals.count) intervals"
      }
      var around: [Int64] = []
      var previous: Int64 = 0
      for interval in frame.intervals {
        while let end = around.last, end <= interval.beginNs { around.removeLast() }
        guard names.indices.contains(interval.name) else {
          return "frame \(index) has an interval without a name"
        }
        guard interval.beginNs >= previous, interval.endNs >= interval.beginNs,
          interval.endNs <= around.last ?? frame.durationNs
        else { return "intervals of frame \(index) overlap" }
        previous = interval.beginNs
        around.append(interval.endNs)
      }
    }
    return nil
  }

  /// One day, in nanoseconds: the longest time that a worker may take.
  private static let longestNs: Int64 = 86_400_000_000_000
}

extension SignpostRecording: Codable {
  private enum CodingKeys: String, CodingKey { case names, frameNs, intervals }

  /// Writes three lists; `intervals` has one flat list per frame, with name, begin and end of each
  /// interval in turn: one more level of lists would take twice as long to read.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(names, forKey: .names)
    try container.encode(frames.map(\.durationNs), forKey: .frameNs)
    try container.encode(
      frames.map { $0.intervals.flatMap { [Int64($0.name), $0.beginNs, $0.endNs] } },
      forKey: .intervals)
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    names = try container.decode([String].self, forKey: .names)
    let durations = try container.decode([Int64].self, forKey: .frameNs)
    let intervals = try container.decode([[Int64]].self, forKey: .intervals)
    guard intervals.count == durations.count else {
      throw DecodingError.dataCorruptedError(
        forKey: .intervals, in: container,
        debugDescription: "it has \(intervals.count) entries for \(durations.count) frames")
    }
    frames = try zip(durations, intervals).map { duration, numbers in
      guard numbers.count.isMultiple(of: 3) else {
        throw DecodingError.dataCorruptedError(
          forKey: .intervals, in: container,
          debugDescription: "an interval is not a name, a beginning and an end")
      }
      return Frame(
        durationNs: duration,
        intervals: stride(from: 0, to: numbers.count, by: 3).map { index in
          Interval(
            name: Int(clamping: numbers[index]), beginNs: numbers[index + 1],
            endNs: numbers[index + 2])
        })
    }
  }
}
