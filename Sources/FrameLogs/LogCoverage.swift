/// The time of a log's frames and the length of the log, while its rows are read.
///
/// A row with one unusable value still counts: without a usable frame time, it covers the time
/// since the previous row; without a usable clock time, its frame time counts.
struct LogCoverage {
  private var framesNs: Int64 = 0

  /// The earliest and the latest time of the clock.
  private var times: ClosedRange<Int64>?

  /// The last time of the clock that was accepted.
  private var lastNs: Int64?

  /// The times after ``lastNs`` that are far from it.
  private var strayNs: [Int64] = []

  /// Adds a row: the frame's time, and the clock's time at its end; nil for what is not known.
  mutating func add(frameNs: Int64?, endingAtNs timeNs: Int64?) {
    let before = lastNs
    if let timeNs { take(timeNs) }
    // The first row only sets the start.
    guard let before else { return }
    if let frameNs, (0...LogStream.longestGapNs).contains(frameNs) {
      framesNs += frameNs
    } else if let lastNs, lastNs > before {
      framesNs += min(lastNs - before, LogLine.latestNs - framesNs)
    }
  }

  private mutating func take(_ time: Int64) {
    guard let lastNs else { return accept(time) }
    if abs(time - lastNs) <= LogStream.longestGapNs {
      strayNs = []
      return accept(time)
    }
    strayNs.append(time)
    // So many rows cannot be garbage: the recording paused, or it has samples.
    if strayNs.count > LogStream.longestStray { acceptStrays() }
  }

  private mutating func acceptStrays() {
    for time in strayNs { accept(time) }
    strayNs = []
  }

  private mutating func accept(_ time: Int64) {
    let known = times ?? time...time
    times = min(known.lowerBound, time)...max(known.upperBound, time)
    lastNs = time
  }

  /// The total time of all frames and the length of the log, or nil without two clock times.
  var result: (frames: Int64, elapsed: Int64)? {
    var all = self
    // Times at the end that only increase may follow a pause; a time that decreases is garbage.
    if let lastNs, all.strayNs.allSatisfy({ $0 > lastNs }) { all.acceptStrays() }
    guard let times = all.times else { return nil }
    return (framesNs, times.upperBound - times.lowerBound)
  }
}
