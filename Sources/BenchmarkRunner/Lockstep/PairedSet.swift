package import BenchmarkResults

/// What one launch of two processes brings home.
struct PairedLaunch: Sendable {
  /// Iterations in a sample of a benchmark; nil for scenarios.
  var iterations: Int?
  var times: [PairedTimes.Pair] = []

  /// By refresh rate.
  var frames: [Int: [PairedFrames.Pair]] = [:]
}

/// All pairs of a benchmark or scenario, of launches that are judged together.
package struct PairedSet: Sendable {
  /// A benchmark's samples; nil for scenarios.
  package private(set) var times: PairedTimes?

  /// A scenario's frames, by the order of the rates.
  package private(set) var frames: [(rateHz: Int, pairs: PairedFrames)]

  init(times: PairedTimes? = nil, frames: [(rateHz: Int, pairs: PairedFrames)] = []) {
    (self.times, self.frames) = (times, frames)
  }

  /// Whether there are enough pairs for look `number`.
  func isDue(look number: Int) -> Bool {
    (times?.isDue(look: number) ?? true) && frames.allSatisfy { $0.pairs.isDue(look: number) }
  }

  mutating func add(_ launch: PairedLaunch) {
    times?.add(launch: launch.times)
    for index in frames.indices {
      frames[index].pairs.add(launch: launch.frames[frames[index].rateHz] ?? [])
    }
  }

  /// One entry per series.
  package func entries(atLook number: Int, rule: VerdictRule) -> [ComparisonEntry] {
    [times?.entry(atLook: number, rule: rule)].compactMap(\.self)
      + frames.map { $0.pairs.entry(atLook: number, rule: rule) }
  }
}
