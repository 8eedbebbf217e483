import BenchmarkHarness
import BenchmarkModel
import BenchmarkResults
import FrameTiming
import SampleStatistics

/// Finds how many layers fit before the replay drops a frame.
///
/// The work of a frame is nearly proportional to its layers, so the headroom at one size says which
/// size to try next: a few steps lead to a scene whose headroom is 1. That scene is then measured
/// often enough for an interval.
struct CapacitySearch {
  /// Scenes are not made larger than this, whatever their headroom.
  private static let mostLayers = 8_000_000

  /// Near enough to a headroom of 1 that proportionality carries the rest.
  private static let tolerance = 0.15

  /// Repetitions on the way, and at the end: the fewest that have an interval at 95 %.
  private static let (roughRepetitions, finalRepetitions) = (3, 6)

  let entry: RegistryEntry
  let screen: ScreenSize
  let pool: WorkerPool
  let clockCostNs: Int64

  /// The capacity of one variant at one rate, within about `timeLimit`.
  ///
  /// Absent an interval, the time was spent before the search came near, and it is an estimate.
  func search(
    _ variant: Variant, at rate: RefreshRate, timeLimit: Duration
  ) async throws -> Capacity {
    try await pool.withWorker { worker in
      let clock = ContinuousClock()
      let end = clock.now + timeLimit
      var layers = 1_000
      var isNear = false
      // The last rough step may take as long as the final one's repetitions do.
      while !isNear, clock.now < end - timeLimit / 3 {
        let costs = try await measure(worker, variant, rate, layers, Self.roughRepetitions)
        let factor = factor(FrameReplay(rate: rate), costs.workNs)
        isNear = abs(factor - 1) <= Self.tolerance
        if !isNear { layers = scaled(layers, by: min(factor, 100)) }
      }
      let costs = try await measure(worker, variant, rate, layers, Self.finalRepetitions)
      return capacity(variant, rate, layers, costs, isNear: isNear)
    }
  }

  private func capacity(
    _ variant: Variant, _ rate: RefreshRate, _ layers: Int, _ costs: CostEstimate, isNear: Bool
  ) -> Capacity {
    let replay = FrameReplay(rate: rate)
    // More work, fewer layers.
    let low = Double(layers) * factor(replay, costs.intervalNs.map(\.upperBound))
    let high = Double(layers) * factor(replay, costs.intervalNs.map(\.lowerBound))
    return Capacity(
      variant: variant, rate: rate,
      layers: scaled(layers, by: factor(replay, costs.workNs)),
      interval: isNear
        ? .value(Interval(low: min(low, high), high: max(low, high)))
        : .unavailable("the time was spent before the search came near"))
  }

  /// What scenes of two sizes, both small, let expect: a guess within milliseconds.
  ///
  /// The dearest frame of each size gives a line, work over layers; the capacity is where the line
  /// meets the period. Larger scenes leave the caches, which the line does not know.
  func estimate(
    _ variant: Variant, at rate: RefreshRate, layers: Int
  ) async throws -> Capacity {
    let (small, large) = (max(layers, 1), 20 * max(layers, 1))
    let work = try await pool.withWorker { worker in
      [
        try await measure(worker, variant, rate, small, Self.finalRepetitions),
        try await measure(worker, variant, rate, large, Self.roughRepetitions),
      ].map { Double($0.workNs.max() ?? 0) }
    }
    let perLayer = max((work[1] - work[0]) / Double(large - small), 0.01)
    let fixed = max(work[0] - perLayer * Double(small), 0)
    let period = 1e9 / Double(rate.hertz)
    return Capacity(
      variant: variant, rate: rate, layers: Int(max(0, (period - fixed) / perLayer)),
      interval: .unavailable("estimated from scenes of \(small) and \(large) layers"))
  }

  private func measure(
    _ worker: any WorkerConnection, _ variant: Variant, _ rate: RefreshRate, _ layers: Int,
    _ repetitions: Int
  ) async throws -> CostEstimate {
    let parameters = ScenarioParameters(
      layers: layers, variant: variant, screen: screen, refreshRate: rate)
    _ = try await worker.ask(.prepare(name: entry.name, parameters: parameters))
    let answer = try await worker.ask(.frames(refreshRate: rate, repetitions: repetitions))
    guard case .frames(let frames) = answer else { throw WorkerFailure.unexpected(answer) }
    return try CostEstimate(repetitions: frames, clockCostNs: clockCostNs)
  }

  /// The factor on all work that just drops nothing; 0 where even no work drops.
  private func factor(_ replay: FrameReplay, _ workNs: [Int64]) -> Double {
    guard let costs = try? CostVector(workNs: workNs) else { return 0 }
    switch replay.headroom(of: costs) {
    case .factor(let factor): return factor
    case .unlimited: return Double(Self.mostLayers)
    }
  }

  private func scaled(_ layers: Int, by factor: Double) -> Int {
    Int(min(max(1, Double(layers) * factor), Double(Self.mostLayers)))
  }
}
