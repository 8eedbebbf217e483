package import BenchmarkModel
package import FrameModel

/// Asks what the prepared benchmark computes, or what the prepared scenario shows.
///
/// A scenario's answer is the state of its views or, without an `inspect` closure, what its frames
/// pass to ``blackHole(_:)``. If there is neither, the answer has no values.
package struct RecordAnswer: Question {
  package static let topic = WorkerTopic("inspect", "answer")
  package typealias Answer = RecordedAnswer

  /// The rate of a scenario's frames; benchmarks ignore it.
  package let rate: RefreshRate

  /// The number of iterations of a benchmark, or nil for as many as a short time permits.
  package let iterations: Int?
  package init(at rate: RefreshRate, iterations: Int? = nil) {
    self.rate = rate
    self.iterations = iterations
  }
}

/// The values of some blocks of the answer that ``RecordAnswer`` recorded last; none for a block
/// whose values are only hashed.
package struct AnswerValues: Question {
  package static let topic = WorkerTopic("inspect", "values")
  package typealias Answer = [[AnswerValue]]

  package let blocks: [Int]
  package init(blocks: [Int]) { self.blocks = blocks }
}
