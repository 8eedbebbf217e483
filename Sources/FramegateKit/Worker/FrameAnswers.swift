import BenchmarkModel
import FrameModel
import FrameSignposts
import WorkerProtocol

// The answers of a worker about the prepared scenario.

extension TimeFrames: AnsweredQuestion {
  func answer(_ worker: Worker) throws -> [[Int64]] {
    try worker.frameSampler(at: rate).sample(repetitions: repetitions, state, slowedBy: share)
  }
}

extension StartScene: AnsweredQuestion {
  func answer(_ worker: Worker) throws -> Done {
    // Releases the previous scene first, so that only one is in memory at a time.
    worker.scene = nil
    worker.scene = try worker.frameSampler(at: rate).start(state)
    return .done
  }
}

extension TimeNextFrames: AnsweredQuestion {
  func answer(_ worker: Worker) throws -> [Int64] {
    guard let frames = worker.scene?.render(count, slowedBy: share) else {
      throw WorkerError.noSceneStarted
    }
    return frames
  }
}

extension CountFrameAllocations: AnsweredQuestion {
  func answer(_ worker: Worker) throws -> [Allocations] {
    try worker.frameSampler(at: rate).count(with: worker.countingAllocator)
  }
}

extension RecordSignposts: AnsweredQuestion {
  func answer(_ worker: Worker) throws -> SignpostRecording {
    try worker.frameSampler(at: rate).recordSignposts(repetitions: repetitions, state)
  }
}

extension RunPaced: AnsweredQuestion {
  func answer(_ worker: Worker) throws -> Answer {
    let recording = try worker.frameSampler(at: rate).runPaced(seconds: seconds)
    return Answer(recording: recording, costs: .measure())
  }
}

extension InspectViews: AnsweredQuestion {
  func answer(_ worker: Worker) throws -> [[ViewState]] {
    guard let inspect = try worker.scenario.makeScene().inspect else {
      throw WorkerError.cannotInspect
    }
    return try inspect(fractions)
  }
}

extension ReviewMotion: AnsweredQuestion {
  func answer(_ worker: Worker) throws -> [SceneFinding]? {
    try worker.scenario.makeScene().review?()
  }
}
