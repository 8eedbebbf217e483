import BenchmarkVerdicts
import FrameTiming
import WorkerProtocol

/// Pairs that launches draw from workers.
protocol DrawnSeries: PairedSeries {
  /// The measurement of one side; two of them make a pair.
  associatedtype Half: Sendable

  /// Draws pairs from two processes that take turns; in the first launch, finds out how long a turn
  /// should be.
  static func draw(_ launch: inout Launch, from workers: WorkerSides) async throws -> [Pair]

  /// Measures one side while the other one does not run.
  static func drawHalves(
    _ launch: Launch, of side: ComparisonSide, from worker: any WorkerConnection
  ) async throws -> [Half]

  static func pair(_ baseline: Half, _ candidate: Half) -> Pair
}

extension PairedTimes: DrawnSeries {
  static func draw(_ launch: inout Launch, from workers: WorkerSides) async throws -> [Pair] {
    if launch.number == 0 { try await launch.settleTurns(workers) }
    return try await launch.times(workers)
  }

  static func drawHalves(
    _ launch: Launch, of side: ComparisonSide, from worker: any WorkerConnection
  ) async throws -> [Time] {
    try await launch.timesAlone(side, worker)
  }

  static func pair(_ baseline: Time, _ candidate: Time) -> Pair {
    Pair(baseline: baseline, candidate: candidate)
  }
}

extension PairedFrames: DrawnSeries {
  /// A repetition of one side.
  struct Half: Sendable {
    let rate: RefreshRate

    /// The CPU time of each frame.
    let workNs: [Int64]
  }

  static func draw(_ launch: inout Launch, from workers: WorkerSides) async throws -> [Pair] {
    if launch.number == 0 { try await launch.lengthenTurns(workers) }
    return try await launch.frames(workers)
  }

  static func drawHalves(
    _ launch: Launch, of side: ComparisonSide, from worker: any WorkerConnection
  ) async throws -> [Half] {
    try await launch.framesAlone(side, worker)
  }

  static func pair(_ baseline: Half, _ candidate: Half) -> Pair {
    Pair(rate: baseline.rate, baseline: baseline.workNs, candidate: candidate.workNs)
  }
}
