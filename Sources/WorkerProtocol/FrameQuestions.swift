package import FrameSignposts
package import FrameModel

/// Thread CPU time of every frame in nanoseconds, one array per repetition, with the clock's cost.
///
/// Each is made longer by a share of its own time; nil leaves them as they are. Unavailable where
/// frames cannot start in that state.
package struct TimeFrames: Question {
  package static let topic = WorkerTopic("sample", "frames")

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

  package func accepts(_ frames: [[Int64]]) -> Bool {
    frames.count == repetitions
      && frames.allSatisfy { $0.count == frames.first?.count && Plausible.times($0) }
  }
}

/// Builds a new scene, whose frames ``TimeNextFrames`` renders: at this rate, and all with the
/// caches in this state.
///
/// Unavailable where frames cannot start in that state.
package struct StartScene: Question {
  package static let topic = WorkerTopic("sample", "scene")

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

  package let count: Int
  package let share: Double?
  package init(_ count: Int, slowedBy share: Double? = nil) {
    self.count = count
    self.share = share
  }

  package func accepts(_ times: [Int64]) -> Bool { times.count <= count && Plausible.times(times) }
}

package struct CountFrameAllocations: Question {
  package static let topic = WorkerTopic("count", "frameAllocations")

  package let rate: RefreshRate
  package init(at rate: RefreshRate) { self.rate = rate }

  package func accepts(_ frames: [Allocations]) -> Bool { frames.allSatisfy(Plausible.allocations) }
}

/// What the signposts of every frame record while the scenario is played once more; without any
/// frames for a scenario that marks nothing.
///
/// Unavailable for marks that do not match.
package struct RecordSignposts: Question {
  package static let topic = WorkerTopic("count", "signposts")

  package let rate: RefreshRate
  package let repetitions: Int
  package let state: CacheState
  package init(at rate: RefreshRate, repetitions: Int, _ state: CacheState) {
    self.rate = rate
    self.repetitions = repetitions
    self.state = state
  }

  package func accepts(_ recording: SignpostRecording) -> Bool { recording.problem == nil }

  package var answerIfUnknown: SignpostRecording? { SignpostRecording(names: [], frames: []) }
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

  package var ownTime: Duration { .seconds(seconds) }

  package func accepts(_ answer: Answer) -> Bool {
    Plausible.times(answer.costs.faultNs, answer.costs.allocationNs)
  }
}

/// The state of every view at each of these fractions of the scenario's duration.
package struct InspectViews: Question {
  package static let topic = WorkerTopic("inspect", "views")

  package let fractions: [Double]
  package init(at fractions: [Double]) { self.fractions = fractions }

  package func accepts(_ states: [[ViewState]]) -> Bool { states.count == fractions.count }
}

/// What is wrong with how the scenario moves, or nil for one that does not review itself.
package struct ReviewMotion: Question {
  package static let topic = WorkerTopic("inspect", "motion")

  package init() {}

  package func accepts(_ findings: [SceneFinding]?) -> Bool { true }

  package var answerIfUnknown: [SceneFinding]?? { .some(nil) }
}
