import BenchmarkModel
import BenchmarkResults
import FrameTiming
import SampleStatistics
import WorkerClient
import WorkerProtocol

/// Finds how many layers fit before the replay drops a frame or shows the first one late.
///
/// The work of a frame is nearly proportional to its layers, so the headroom at one size predicts
/// the next size to try. A few steps lead to a scene with a headroom of 1, which is then measured
/// often enough for an interval.
struct CapacitySearch {
  /// How close to 1 a headroom must be to compute the capacity from it by proportion.
  private static let tolerance = 0.15

  private static let roughRepetitions = 3

  /// Repetitions of the last measurement: the fewest that have an interval at 95 %.
  private static let finalRepetitions = 6

  /// The time for all variants and rates of a scenario.
  private static let timeLimit = Duration.seconds(60)

  /// The ratio of the layers of the two scenes that are compared.
  private static let growth = 20

  /// The minimum increase of the cost with ``growth`` times the layers, as a share.
  ///
  /// With less, the cost does not depend on the layers.
  private static let leastIncrease = 0.25

  /// The reason why there is no capacity.
  static let independence = """
    \(growth) times as many layers cost the same; '--layers' changes only scenes that use \
    'parameters.layers'
    """

  let name: String
  let traits: ScenarioTraits

  /// The scene, the screen and the caches; not the layers and the variant.
  let workload: Workload
  let workers: WorkerSource
  let clockCostNs: Int64

  /// The layers of the last requested scene, for messages about failures.
  let asked = Locked(0)

  /// The capacity of each variant at each rate, about a minute in all; leaves out variants that
  /// cannot run on this machine.
  ///
  /// - Returns: The capacities; unavailable if no cost depends on the layers, or if no variant can
  ///   run with that many.
  /// - Throws: ``WorkerFailure``, `CancellationError`.
  func search(
    _ variants: [Variant?], at rates: [RefreshRate], layers: Int
  ) async throws -> Measured<[Capacity]> {
    let share = Self.timeLimit / max(1, variants.count * rates.count)
    var found: [Capacity] = []
    var absence: String?
    for variant in variants {
      do {
        let isDependent = try await workers.withWorker { worker in
          guard let rate = rates.first else { return false }
          return try await dependsOnLayers(worker, variant, rate, max(layers, 1))
        }
        guard isDependent else {
          absence = Self.independence
          continue
        }
        for rate in rates { found.append(try await search(variant, at: rate, timeLimit: share)) }
      } catch let unavailable as Unavailable { absence = absence ?? unavailable.reason }
    }
    if found.isEmpty, let absence { return .unavailable(absence) }
    return .value(found)
  }

  /// The capacity of one variant at one rate, within about `timeLimit`; without an interval if the
  /// search ran out of time first.
  private func search(
    _ variant: Variant?, at rate: RefreshRate, timeLimit: Duration
  ) async throws -> Capacity {
    try await workers.withWorker { worker in
      let clock = SteadyClock.self
      let end = clock.now + timeLimit
      let replay = FrameReplay(grid: traits.grid(at: rate))
      var layers = 1_000
      func costs(_ repetitions: Int) async throws -> CostEstimate {
        let frames = try await play(worker, variant, rate, layers, repetitions)
        return try CostEstimate(repetitions: frames, clockCostNs: clockCostNs)
      }
      var absence: String? = "the search ran out of time, so this is an estimate"
      // The final repetitions may take as long as the last rough step.
      while clock.now < end - timeLimit / 3 {
        let factor = factor(replay, try await costs(Self.roughRepetitions).workNs)
        let next = max(1, scaled(layers, by: min(factor, 100)))
        // With few layers, no whole number may be closer.
        guard abs(factor - 1) > Self.tolerance, next != layers else {
          let isLargest = factor > 1 && layers == Capacity.most
          absence = isLargest ? "\(layers) layers fit, and more are not tried" : nil
          break
        }
        layers = next
      }
      let costs = try await costs(Self.finalRepetitions)
      let interval = costs.intervalNs.map { intervals in
        // More work, fewer layers.
        let low = Double(layers) * factor(replay, intervals.map(\.upperBound))
        let high = Double(layers) * factor(replay, intervals.map(\.lowerBound))
        return Interval(low: min(low, high), high: max(low, high))
      }
      return Capacity(
        variant: variant, rate: rate, layers: scaled(layers, by: factor(replay, costs.workNs)),
        interval: absence.map { .unavailable($0) } ?? interval)
    }
  }

  /// An estimate per rate from two small scenes, within about a second.
  ///
  /// A line through the costliest frames of both sizes gives work as a function of layers. The
  /// capacity is where the line meets the refresh period; if the period changes, the one that fits
  /// the fewest layers counts. The estimate does not know that larger scenes leave the caches.
  ///
  /// - Returns: Empty if the cost does not depend on the layers, frames do not show by how much, or
  ///   the larger scene is larger than any that is tried.
  /// - Throws: ``WorkerFailure``, `Unavailable`, `CancellationError`.
  func estimates(
    _ variant: Variant?, at rates: [RefreshRate], layers: Int
  ) async throws -> [Capacity] {
    let layers = max(layers, 1)
    guard let fewestFrames = rates.min(), Self.growth * layers <= Capacity.most else { return [] }
    // A higher rate has more frames, but not more expensive ones, so one rate suffices for all.
    let measured = traits.frameRates == .displayRate ? [fewestFrames] : rates
    var capacities: [Capacity] = []
    for rate in measured {
      guard let scenes = try await scenes(variant, at: rate, layers: layers) else { return [] }
      let judged = measured.count == 1 ? rates : [rate]
      capacities += judged.compactMap { estimate(variant, at: $0, layers, scenes) }
    }
    return capacities
  }

  private func estimate(
    _ variant: Variant?, at rate: RefreshRate, _ layers: Int, _ scenes: Scenes
  ) -> Capacity? {
    let (small, large) = (Double(layers), Double(Self.growth * layers))
    var first = 0
    var most = Double.infinity
    for segment in traits.segments(at: rate) {
      defer { first += segment.ticks }
      guard let work = scenes.small.dropFirst(first).prefix(segment.ticks).max(),
        let more = scenes.large.dropFirst(first).prefix(segment.ticks).max()
      else { continue }
      let perLayer = Double(more - work) / (large - small)
      guard perLayer > 0 else { continue }
      let fixed = max(Double(work) - perLayer * small, 0)
      most = min(most, (1e9 / Double(segment.rate.hertz) - fixed) / perLayer)
    }
    guard most.isFinite else { return nil }
    return Capacity(
      variant: variant, rate: rate, layers: Int(min(max(0, most), Double(Capacity.most))),
      interval: .unavailable(
        "estimated from scenes of \(layers) and \(Self.growth * layers) layers"))
  }

  /// The work of every frame of two scenes, one with ``growth`` times the layers of the other.
  private typealias Scenes = (small: [Int64], large: [Int64])

  /// Measures both scenes; nil if the cost does not depend on the layers, or the frames do not show
  /// it.
  private func scenes(
    _ variant: Variant?, at rate: RefreshRate, layers: Int
  ) async throws -> Scenes? {
    try await workers.withWorker { worker in
      guard try await dependsOnLayers(worker, variant, rate, layers) else { return nil }
      var (small, large): ([[Int64]], [[Int64]]) = ([], [])
      // The scenes take turns, so that a change of the machine's speed changes both.
      for _ in 0..<Self.roughRepetitions {
        small += try await play(worker, variant, rate, layers, 1)
        large += try await play(worker, variant, rate, Self.growth * layers, 1)
      }
      let scenes = try (
        small: CostEstimate(repetitions: small, clockCostNs: clockCostNs).workNs,
        large: CostEstimate(repetitions: large, clockCostNs: clockCostNs).workNs
      )
      return isMore(scenes.large.reduce(0, +), than: scenes.small.reduce(0, +)) ? scenes : nil
    }
  }

  /// Whether the fastest of several warm repetitions, played alternately, takes longer with
  /// ``growth`` times the layers.
  ///
  /// This is measured, because a registration does not state it: the closure may ignore its
  /// parameters. It is measured with warm frames, because they take less time, and on a busy
  /// machine a cold scene can look larger by chance, but hardly the fastest of several warm ones.
  private func dependsOnLayers(
    _ worker: any WorkerConnection, _ variant: Variant?, _ rate: RefreshRate, _ layers: Int
  ) async throws -> Bool {
    let sizes = [layers, Self.growth * layers]
    var fastest = sizes.map { _ in Int64.max }
    for _ in 0..<Self.roughRepetitions {
      for (index, layers) in sizes.enumerated() {
        try await prepare(worker, variant, rate, layers)
        let frames = try await worker.ask(TimeFrames(at: rate, repetitions: 2))
        fastest[index] = frames.map { $0.reduce(0, +) }.reduce(fastest[index], min)
      }
    }
    return isMore(fastest[1], than: fastest[0])
  }

  private func isMore(_ work: Int64, than other: Int64) -> Bool {
    Double(work) > (1 + Self.leastIncrease) * Double(other)
  }

  private func prepare(
    _ worker: any WorkerConnection, _ variant: Variant?, _ rate: RefreshRate, _ layers: Int
  ) async throws {
    asked.withLock { $0 = layers }
    var parameters = workload.parameters(of: traits, at: rate)
    parameters.layers = layers
    parameters.variant = variant
    try await worker.prepare(name, parameters)
  }

  /// Plays cold frames, or warm ones if the user wants them or frames cannot be made cold.
  private func play(
    _ worker: any WorkerConnection, _ variant: Variant?, _ rate: RefreshRate, _ layers: Int,
    _ repetitions: Int
  ) async throws -> [[Int64]] {
    try await prepare(worker, variant, rate, layers)
    let warm = TimeFrames(at: rate, repetitions: repetitions)
    guard !workload.isWarm else { return try await worker.ask(warm) }
    do {
      // Code that runs for the first time takes longer than cold code.
      try await worker.ask(TimeFrames(at: rate, repetitions: 1))
      return try await worker.ask(TimeFrames(at: rate, repetitions: repetitions, .cold))
    } catch is Unavailable { return try await worker.ask(warm) }
  }

  /// The largest factor on all work that drops no frame and shows the first one on time; 0 if even
  /// no work does.
  private func factor(_ replay: FrameReplay, _ workNs: [Int64]) -> Double {
    guard let costs = try? CostVector(workNs: workNs) else { return 0 }
    let headroom = ReplayHeadroom(replay, of: costs)
    switch min(headroom.noDroppedFrames, headroom.firstFrame) {
    case .factor(let factor): return factor
    case .unlimited: return Double(Capacity.most)
    }
  }

  private func scaled(_ layers: Int, by factor: Double) -> Int {
    Int(min(Double(layers) * factor, Double(Capacity.most)))
  }
}
