import BenchmarkModel
import FrameModel

extension MeasuredLoop {
  /// The maximum number of iterations if the tool does not ask for a number.
  ///
  /// More than one, because a later iteration may read what an earlier one left behind.
  private static let mostIterations = 3

  /// No further iteration starts after this time if the tool does not ask for a number.
  private static let longestNs: Int64 = 20_000_000

  /// Records what `iterations` iterations compute; if nil, up to three within a short time.
  package func recordAnswer(
    iterations: Int?, now: () -> Int64 = { Clock.wall }
  ) throws -> (answer: RecordedAnswer, values: [AnswerValue]) {
    try AnswerRecorder.record { try record(iterations, with: $0, now) }
  }

  private func record(
    _ iterations: Int?, with recorder: AnswerRecorder, _ now: () -> Int64
  ) throws -> Int {
    let end = now() + Self.longestNs
    var count = 0
    while iterations.map({ count < $0 })
      ?? (count == 0 || count < Self.mostIterations && now() < end)
    {
      let place = count == 0 ? "" : "iteration \(count + 1), "
      count += 1
      guard let digest else {
        try recorder.listen(at: place) { try inBatches(1, run) }
        continue
      }
      try inBatches(1, run)
      do {
        try recorder.add(try digest(), at: place)
      } catch { throw MeasuringError.digest("\(error)") }
    }
    return count
  }
}

extension FrameSampler {
  /// Plays the scenario once and records what its frames show or, where nothing shows them, what
  /// they compute.
  package func recordAnswer() throws -> (answer: RecordedAnswer, values: [AnswerValue]) {
    try AnswerRecorder.record { recorder in
      try record(with: recorder)
      return 0
    }
  }

  private func record(with recorder: AnswerRecorder) throws {
    let scenario = try work.makeScenario(parameters)
    guard let inspect = scenario.inspect else {
      for frame in frames {
        recorder.listen(at: "frame \(frame.index), ", frame: frame.index) { scenario.render(frame) }
      }
      return
    }
    let fractions = work.traits.fractions(at: parameters.refreshRate)
    let states = try inspect(Array(fractions.prefix(frames.count)))
    try recorder.add(states.count, at: "number of frames")
    for (frame, views) in states.enumerated() {
      try recorder.add(views.count, at: "frame \(frame), number of views", frame: frame)
      for (index, view) in views.enumerated() {
        try recorder.add(view, at: "frame \(frame), view \(index) '\(view.name)', ", frame: frame)
      }
    }
  }
}
