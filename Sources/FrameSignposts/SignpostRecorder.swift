import CThreads

/// Records the signposts of frames that are rendered on the calling thread.
///
/// Allocates all its memory, about 400 KB, when it is created. Use it from one thread.
package final class SignpostRecorder {
  private let storage: UnsafeMutablePointer<SignpostStorage>

  /// What one mark adds to the time of the interval around it, in nanoseconds.
  private var markNs: Int64 = 0

  /// Creates a recorder, and measures what its marks cost.
  package init() {
    storage = .allocate(capacity: 1)
    storage.initialize(to: SignpostStorage())
    markNs = measureMark()
  }

  deinit {
    storage.pointee.deallocate()
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  /// Records the marks of `body` as one frame.
  ///
  /// Inside another recording, only the inner one records the marks.
  package func record(_ body: () throws -> Void) rethrows {
    let outer = framegate_signpost_recorder()
    framegate_set_signpost_recorder(storage)
    defer { framegate_set_signpost_recorder(outer) }
    storage.pointee.beginFrame()
    defer { storage.pointee.endFrame() }
    try body()
  }

  /// The intervals of the last frame, without the cost of the marks; appends new names to `names`.
  package func frame(
    names: inout SignpostNames
  ) throws(SignpostProblem) -> SignpostRecording.Frame {
    if let problem = storage.pointee.problem { throw problem }
    let times = correctedTimes()
    var intervals: [SignpostRecording.Interval] = []
    intervals.reserveCapacity(storage.pointee.intervalCount)
    for interval in storage.pointee.intervals.prefix(storage.pointee.intervalCount) {
      intervals.append(
        SignpostRecording.Interval(
          name: names.index(of: interval.place.name), beginNs: times[Int(interval.begin)],
          endNs: times[Int(interval.end)]))
    }
    return SignpostRecording.Frame(durationNs: times.last ?? 0, intervals: intervals)
  }

  /// The readings since the frame's start, each without the cost of the marks before it; they never
  /// descend.
  private func correctedTimes() -> [Int64] {
    let readings = storage.pointee.readings.prefix(storage.pointee.readingCount)
    guard let start = readings.first else { return [] }
    var latest: Int64 = 0
    return readings.enumerated().map { index, reading in
      latest = max(latest, reading - start - Int64(index) * markNs)
      return latest
    }
  }

  /// The minimum of several means over many marks: larger means include interruptions.
  private func measureMark() -> Int64 {
    let intervals = 128
    let signposter = FrameSignposter()
    let costs = (0..<16).map { _ in
      record { for _ in 0..<intervals { signposter.withIntervalSignpost("calibration") {} } }
      let readings = storage.pointee.readings
      return (readings[2 * intervals] - readings[0]) / Int64(2 * intervals)
    }
    return max(0, costs.min() ?? 0)
  }
}

/// The distinct names of intervals, in the order in which they first appear.
package struct SignpostNames {
  package private(set) var texts: [String] = []
  private var indexes: [String: Int] = [:]

  package init() {}

  mutating func index(of name: StaticString) -> Int {
    let text = "\(name)"
    if let index = indexes[text] { return index }
    indexes[text] = texts.count
    texts.append(text)
    return texts.count - 1
  }
}
