/// The time of a log's frames and the length of the log, while its rows are read.
///
/// An unusable value in one column discards neither: without a usable frame time, a row covers the
/// time since the previous row; without a usable clock time, the frame's time still counts.
struct LogCoverage {
  private var framesNs: Int64 = 0

  /// The earliest and the latest time of the clock.
  private var times: ClosedRange<Int64>?

  /// The time of the clock that was taken last.
  private var lastNs: Int64?

  /// Times since then that are far from it.
  private var strayNs: [Int64] = []

  /// Adds a row of a frame that ends at a time of the clock, or nil for what is not known.
  mutating func add(frameNs: Int64?, endingAtNs timeNs: Int64?) {
    let before = lastNs
    if let timeNs { take(timeNs) }
    // Nothing is known before the first row.
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
    // As many rows cannot be garbage: the recording paused, or it has samples.
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

  /// The time of all frames and what it is compared with, or nil without two times.
  var result: (frames: Int64, elapsed: Int64)? {
    var all = self
    // Garbage at the end is one time that falls; what rises may be a pause.
    if let lastNs, all.strayNs.allSatisfy({ $0 > lastNs }) { all.acceptStrays() }
    guard let times = all.times else { return nil }
    return (framesNs, times.upperBound - times.lowerBound)
  }
}
