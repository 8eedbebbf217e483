package import FrameTiming

/// All pairs of a benchmark or scenario, from launches that are judged together.
package enum PairedSet: Sendable {
  /// A benchmark's samples.
  case times(PairedTimes)

  /// A scenario's frames, one series per rate.
  case frames([PairedFrames])
}

/// The pairs of one launch of two processes.
package enum PairedLaunch: Sendable {
  /// A benchmark's samples, each of this many iterations.
  case times([PairedTimes.Pair], iterations: Int)

  /// A scenario's repetitions, by rate.
  case frames([RefreshRate: [PairedFrames.Pair]])
}

extension PairedSet {
  /// Whether there are enough pairs for look `number`.
  package func isDue(look number: Int) -> Bool {
    switch self {
    case .times(let times): times.isDue(look: number)
    case .frames(let frames): frames.allSatisfy { $0.isDue(look: number) }
    }
  }

  /// Adds the pairs of a launch.
  ///
  /// - Precondition: Both are times, or both are frames.
  package mutating func add(_ launch: PairedLaunch) {
    switch (self, launch) {
    case (.times(var times), .times(let pairs, _)):
      times.add(launch: pairs)
      self = .times(times)
    case (.frames(let frames), .frames(let pairs)):
      self = .frames(
        frames.map { series in
          var series = series
          series.add(launch: pairs[series.rate] ?? [])
          return series
        })
    case (.times, .frames), (.frames, .times):
      preconditionFailure("Pairs of samples and of frames do not belong together")
    }
  }

  /// One entry per series.
  package func entries(atLook number: Int, rule: VerdictRule) -> [ComparisonEntry] {
    switch self {
    case .times(let times): [times.entry(atLook: number, rule: rule)]
    case .frames(let frames): frames.map { $0.entry(atLook: number, rule: rule) }
    }
  }
}
