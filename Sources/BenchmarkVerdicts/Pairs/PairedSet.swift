/// All pairs of a benchmark or scenario, from launches that are judged together.
package enum PairedSet: Sendable {
  /// A benchmark's samples.
  case times(PairedTimes)

  /// A scenario's frames.
  case frames(PairedFrames)
}

/// The pairs of one launch of two processes.
package enum PairedLaunch: Sendable {
  /// A benchmark's samples.
  case times([PairedTimes.Pair])

  /// A scenario's repetitions.
  case frames([PairedFrames.Pair])
}

extension PairedSet {
  /// The series of pairs.
  package var series: any PairedSeries {
    switch self {
    case .times(let times): times
    case .frames(let frames): frames
    }
  }

  /// Adds the pairs of a launch.
  ///
  /// - Precondition: Both are times, or both are frames.
  package mutating func add(_ launch: PairedLaunch) {
    switch (self, launch) {
    case (.times(var times), .times(let pairs)):
      times.add(launch: pairs)
      self = .times(times)
    case (.frames(var frames), .frames(let pairs)):
      frames.add(launch: pairs)
      self = .frames(frames)
    case (.times, .frames), (.frames, .times):
      preconditionFailure("Pairs of samples and of frames do not belong together")
    }
  }
}
