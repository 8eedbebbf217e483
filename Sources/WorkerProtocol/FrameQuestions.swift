package import FrameModel
package import FrameSignposts

/// Asks for the thread CPU time of every frame in nanoseconds, one array per repetition.
///
/// The times include the clock's cost. Each frame is made longer by a share of its own time,
/// unless the share is nil. Unavailable if the system cannot make frames cold.
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

/// Builds a new scene for ``TimeNextFrames``; all its frames have this rate and this state of the
/// caches.
///
/// Unavailable if the system cannot make frames cold.
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

/// Asks for the thread CPU time of the scene's next `count` frames, or fewer at its end.
///
/// In nanoseconds, with the clock's cost. Each frame is made longer by a share of its own time,
/// unless the share is nil.
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

/// Plays the scenario again and asks for the signposts of every frame; the recording has no frames
/// if the scenario sets no signposts.
///
/// Unavailable if begin and end marks do not match.
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

/// Runs the scenario on a real timer for `seconds`; also measures what faults and allocations cost.
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

/// Asks for the state of every view at each of these fractions of the scenario's duration.
package struct InspectViews: Question {
  package static let topic = WorkerTopic("inspect", "views")
  package typealias Answer = [[ViewState]]

  package let fractions: [Double]
  package init(at fractions: [Double]) { self.fractions = fractions }
}

/// Asks what is wrong with how the scenario moves; the answer is nil if it has no `review` closure.
package struct ReviewMotion: Question {
  package static let topic = WorkerTopic("inspect", "motion")
  package typealias Answer = [SceneFinding]?

  package init() {}
}
