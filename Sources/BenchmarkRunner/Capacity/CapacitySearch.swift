import BenchmarkHarness
import BenchmarkModel
import BenchmarkResults
import FrameTiming
import SampleStatistics

/// Finds how many layers fit before the replay drops a frame.
///
/// The work of a frame is nearly proportional to its layers, so the headroom at one size predicts the
/// next size to try. A few steps lead to a scene with a headroom of 1, which is then measured often
/// enough for an interval.
struct CapacitySearch {
  /// The largest scene to try.
  private static let mostLayers = 8_000_000

  /// How close to 1 a headroom must be for proportionality to give the rest.
  private static let tolerance = 0.15

  /// Repetitions while searching.
  private static let roughRepetitions = 3

  /// Repetitions of the last measurement: the fewest that have an interval at 95 %.
  private static let finalRepetitions = 6

  /// The time for all variants and rates of a scenario.
  private static let timeLimit = Duration.seconds(60)

  let name: String
  let screen: ScreenSize
  let workers: WorkerSource
  let clockCostNs: Int64

  /// The capacity of each variant at each rate, about a minute in all; leaves out variants that cannot
  /// run on this machine.
  func search(_ variants: [Variant], at rates: [RefreshRate]) async throws -> [Capacity] {
    let share = Self.timeLimit / max(1, variants.count * rates.count)
    var found: [Capacity] = []
    for variant in variants {
      do {
        for rate in rates {
          found.append(try await search(variant, at: rate, timeLimit: share))
        }
      } catch is Unavailable {
        continue
      }
    }
    return found
  }

  /// The capacity of one variant at one rate, within about `timeLimit`; without an interval if the time
  /// was too short to come near it.
  private func search(
    _ variant: Variant, at rate: RefreshRate, timeLimit: Duration
  ) async throws -> Capacity {
    try await workers.withWorker { worker in
      let clock = ContinuousClock()
      let end = clock.now + timeLimit
      var layers = 1_000
      var isNear = false
      // The final repetitions may take as long as the last rough step.
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
        : .unavailable("the search ran out of time, so this is an estimate"))
  }

  /// An estimate from two small scenes, within milliseconds.
  ///
  /// The most expensive frames of both sizes give a line, work over layers. The capacity is where the
  /// line meets the refresh period. The estimate does not know that larger scenes leave the caches.
  func estimate(
    _ variant: Variant, at rate: RefreshRate, layers: Int
  ) async throws -> Capacity {
    let (small, large) = (max(layers, 1), 20 * max(layers, 1))
    let work = try await workers.withWorker { worker in
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
    let frames = try await worker.prepare(name, parameters)
      .frames(at: rate, repetitions: repetitions)
    return try CostEstimate(repetitions: frames, clockCostNs: clockCostNs)
  }

  /// The largest factor on all work that drops no frame; 0 if even no work drops one.
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
