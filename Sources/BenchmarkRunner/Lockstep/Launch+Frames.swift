import BenchmarkVerdicts
import FrameTiming
import WorkerClient
import WorkerProtocol

extension Launch {
  /// Repetitions of both sides, which take turns.
  ///
  /// Where one repetition at every rate takes too long for a launch, each launch has one rate.
  func frames(_ workers: WorkerSides) async throws -> [PairedFrames.Pair] {
    var rates = benchmark.rates
    if rates.count > 1,
      rates.map(pairTime).reduce(.zero, +) > share - start.duration(to: benchmark.now())
    {
      rates = [rates[number % rates.count]]
    }
    var orders = rates.map { _ in order }
    // Rates alternate, so that a busy moment affects all of them alike.
    func repetitions(
      until end: ContinuousClock.Instant? = nil
    ) async throws -> [PairedFrames.Pair] {
      var pairs: [PairedFrames.Pair] = []
      for (index, rate) in rates.enumerated() {
        pairs.append(try await pair(workers, rate, orders[index].next(), until: end))
      }
      return pairs
    }
    let warmedUp = benchmark.now() + LockstepBenchmark.warmUpTime
    switch benchmark.state {
    case .cold:
      // Cold frames need code that has run once. A warm repetition does that in a tenth of the
      // time.
      for rate in rates {
        for worker in workers.both {
          try await worker.ask(TimeFrames(at: rate, repetitions: 1))
        }
      }
    case .warm:
      for index in 0..<LockstepBenchmark.warmUpPairs where index == 0 || benchmark.now() < warmedUp
      {
        _ = try await repetitions(until: warmedUp)
      }
    }
    let takesTurns = rates.allSatisfy { rate in
      let count = frameCount(.baseline, rate)
      return framesPerTurn(of: count) < count
    }
    let fewest =
      takesTurns
      ? LaunchLimits.fewestRepetitionsInTurns : LaunchLimits.fewestPairsPerLaunch
    return try await pairs(fewest: fewest) { try await repetitions() }.flatMap(\.self)
  }

  /// Doubles the length of turns until it no longer matters whether the other side ran just before,
  /// or until this launch has no more time to find out.
  ///
  /// The same frames are compared: in one scene they follow frames of the other side, in the next
  /// one frames of their own side.
  mutating func lengthenTurns(_ workers: WorkerSides) async throws {
    // Cold frames find nothing that the other side could have left behind.
    guard benchmark.state == .warm, let rate = benchmark.rates.first else { return }
    let count = frameCount(.baseline, rate)
    while plan.lengthening < LaunchLimits.mostLengthening {
      let frames = framesPerTurn(of: count)
      guard 2 * frames <= count, start.duration(to: benchmark.now()) < share else { return }
      let ownNs = try await costWithInterference { isAfterOther in
        try await workers.baseline.ask(StartScene(at: rate, .warm))
        try await workers.candidate.ask(StartScene(at: rate, .warm))
        // The first frame costs more than others.
        _ = try await turn(.baseline, workers.baseline, frames)
        if isAfterOther { _ = try await turn(.candidate, workers.candidate, frames) }
        return try await turn(.baseline, workers.baseline, frames).reduce(0) { $0 + Double($1) }
      }
      if ownNs == nil { return }
      plan.lengthening *= 2
    }
  }

  /// Repetitions of one side, one after the other, each with its rate.
  func framesAlone(
    _ side: ComparisonSide, _ worker: any WorkerConnection
  ) async throws -> [PairedFrames.Half] {
    let rates = benchmark.rates
    let all = rates.map(pairTime).reduce(.zero, +)
    var frames: [PairedFrames.Half] = []
    for _ in 0..<max(1, Int(min(16, share / max(all, .nanoseconds(1))))) {
      for rate in rates {
        try await worker.ask(StartScene(at: rate, benchmark.state))
        let work = try await turn(side, worker, frameCount(side, rate))
        frames.append(PairedFrames.Half(rate: rate, workNs: work))
      }
    }
    return frames
  }

  /// The time that a repetition of both sides takes, according to the plan.
  private func pairTime(at rate: RefreshRate) -> Duration {
    .nanoseconds(plan.frameNsOfBoth * Double(frameCount(.baseline, rate)))
  }

  private func frameCount(_ side: ComparisonSide, _ rate: RefreshRate) -> Int {
    switch benchmark.work {
    case .benchmark: 0
    case .scenario(let traits):
      traits[side].frameCount(at: rate, most: benchmark.mostFrames)
    }
  }

  /// One repetition of each side; no turn of it starts at or after `end`, if that is given.
  private func pair(
    _ workers: WorkerSides, _ rate: RefreshRate, _ order: PairOrder.Turn,
    until end: ContinuousClock.Instant?
  ) async throws -> PairedFrames.Pair {
    let count = max(frameCount(.baseline, rate), frameCount(.candidate, rate))
    let perTurn = framesPerTurn(of: count)
    if perTurn == count && lockstep.effort.slowdown == nil {
      let workNs = try await order.take { try await wholeRepetition(workers[$0], rate) }
      return PairedFrames.Pair(
        rate: rate, baseline: workNs.baseline, candidate: workNs.candidate)
    }
    // The side that renders first has its scene built first. The first frame of either side then
    // comes after work of the other; right after its own scene was built, it would find that in the
    // caches.
    _ = try await order.take { side in
      try await workers[side].ask(StartScene(at: rate, benchmark.state))
    }
    var workNs = BySide<[Int64]>(both: [])
    for (index, _) in stride(from: 0, to: count, by: perTurn).enumerated() {
      if let end, benchmark.now() >= end { break }
      let part = try await order.part(index).take { try await turn($0, workers[$0], perTurn) }
      workNs.baseline += part.baseline
      workNs.candidate += part.candidate
    }
    return PairedFrames.Pair(
      rate: rate, baseline: workNs.baseline, candidate: workNs.candidate, framesPerTurn: perTurn)
  }

  /// All frames of a new scene, without the clock's cost.
  private func wholeRepetition(
    _ worker: any WorkerConnection, _ rate: RefreshRate
  ) async throws -> [Int64] {
    withoutClock(try await worker.ask(TimeFrames(at: rate, repetitions: 1, benchmark.state))[0])
  }

  /// How much slower to make the frames of a side, as a share; nil outside of trials.
  private func injected(on side: ComparisonSide) -> Double? {
    // Both sides run the same code in trials; only the candidate waits.
    lockstep.effort.slowdown.map { side == .candidate ? $0 : 0 }
  }

  /// The number of frames that last about as long as a turn should, or all if a repetition lasts
  /// little longer.
  private func framesPerTurn(of count: Int) -> Int {
    let turnNs = LaunchLimits.turnNs * Double(plan.lengthening)
    let frames = (turnNs / max(1, plan.longestFrameNs)).rounded(.up)
    return frames * 2 >= Double(count) ? count : Int(frames)
  }

  /// The next frames of the scene of one side, without the clock's cost.
  private func turn(
    _ side: ComparisonSide, _ worker: any WorkerConnection, _ count: Int
  ) async throws -> [Int64] {
    withoutClock(try await worker.ask(TimeNextFrames(count, slowedBy: injected(on: side))))
  }

  private func withoutClock(_ workNs: [Int64]) -> [Int64] {
    workNs.map { max(0, $0 - benchmark.sides.clockCostNs) }
  }
}
