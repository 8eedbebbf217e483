package import FrameModel
package import FrameSignposts

/// Thread CPU time of every frame in nanoseconds, one array per repetition, with the clock's cost.
///
/// Each is made longer by a share of its own time; nil leaves them as they are. Unavailable where
/// frames cannot start in that state.
package struct TimeFrames: Question {
  package static let topic = WorkerTopic("sample", "frames")
  package typealias Answer = [[Int64]]

  package let rate: RefreshRate
  package let repetitions: Int
  package let state: CacheState
  package let share: Double?
  package init(
    at rate: RefreshRate, repetitions: Int, _ state: CacheState = .warm,
    slowedBy share: Double? = nil
  ) {
    self.rate = rate
    self.repetitions = repetitions
    self.state = state
    self.share = share
  }
}

/// Builds a new scene, whose frames ``TimeNextFrames`` renders: at this rate, and all with the
/// caches in this state.
///
/// Unavailable where frames cannot start in that state.
package struct StartScene: Question {
  package static let topic = WorkerTopic("sample", "scene")
  package typealias Answer = Done

  package let rate: RefreshRate
  package let state: CacheState
  package init(at rate: RefreshRate, _ state: CacheState) {
    self.rate = rate
    self.state = state
  }
}

/// Thread CPU time of the scene's next frames in nanoseconds, with the clock's cost; fewer at its
/// end.
///
/// Each is made longer by a share of its own time; nil leaves them as they are.
package struct TimeNextFrames: Question {
  package static let topic = WorkerTopic("sample", "next")
  package typealias Answer = [Int64]

  package let count: Int
  package let share: Double?
  package init(_ count: Int, slowedBy share: Double? = nil) {
    self.count = count
    self.share = share
  }
}

package struct CountFrameAllocations: Question {
  package static let topic = WorkerTopic("count", "frameAllocations")
  package typealias Answer = [Allocations]

  package let rate: RefreshRate
  package init(at rate: RefreshRate) { self.rate = rate }
}

/// What the signposts of every frame record while the scenario is played once more; without any
/// frames for a scenario that marks nothing.
///
/// Unavailable for marks that do not match.
package struct RecordSignposts: Question {
  package static let topic = WorkerTopic("count", "signposts")
  package typealias Answer = SignpostRecording

  package let rate: RefreshRate
  package let repetitions: Int
  package let state: CacheState
  package init(at rate: RefreshRate, repetitions: Int, _ state: CacheState) {
    self.rate = rate
    self.repetitions = repetitions
    self.state = state
  }
}

/// What a real timer records within `seconds`, and what faults and allocations cost meanwhile.
package struct RunPaced: Question {
  package static let topic = WorkerTopic("sample", "paced")

  package struct Answer: Codable, Sendable {
    package let recording: PacedRecording
    package let costs: CauseCosts

    package init(recording: PacedRecording, costs: CauseCosts) {
      self.recording = recording
      self.costs = costs
    }
  }

  package let rate: RefreshRate
  package let seconds: Double
  package init(at rate: RefreshRate, seconds: Double) {
    self.rate = rate
    self.seconds = seconds
  }
}

/// The state of every view at each of these fractions of the scenario's duration.
package struct InspectViews: Question {
  package static let topic = WorkerTopic("inspect", "views")
  package typealias Answer = [[ViewState]]

  package let fractions: [Double]
  package init(at fractions: [Double]) { self.fractions = fractions }
}

/// What is wrong with how the scenario moves, or nil for one that does not review itself.
package struct ReviewMotion: Question {
  package static let topic = WorkerTopic("inspect", "motion")
  package typealias Answer = [SceneFinding]?

  package init() {}
}
