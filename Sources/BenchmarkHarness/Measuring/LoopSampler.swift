/// Times a ``MeasuredLoop``.
struct LoopSampler {
  private let loop: MeasuredLoop
  private let overhead: Overhead

  /// What a sample costs when there is nothing in it, in nanoseconds.
  struct Overhead {
    let wall: Double
    let cpu: Double
    let perIteration: Double
  }

  init(_ loop: MeasuredLoop) {
    self.loop = loop
    overhead = Self.measureOverhead(of: loop.empty)
  }

  /// One measurement of `iterations` iterations.
  func sample(iterations: Int) -> Sample {
    let raw = Self.time(iterations, loop.run)
    let loopCost = overhead.perIteration * Double(iterations)
    return Sample(
      wallNs: max(0, raw.wallNs - overhead.wall - loopCost),
      cpuNs: max(0, raw.cpuNs - overhead.cpu - loopCost))
  }

  /// How many iterations a sample needs to last at least `nanoseconds`.
  ///
  /// Counts what the clock shows, loop included, so that an empty body ends as well.
  func iterations(lasting nanoseconds: Double) -> Int {
    var iterations = 1
    while true {
      // Twice: cold code, or a preemption, makes one of them too long.
      let elapsed = min(
        Self.time(iterations, loop.run).wallNs, Self.time(iterations, loop.run).wallNs)
      if elapsed >= nanoseconds { return iterations }
      // A tenth more than the proportion, since the next sample may run a little faster; at most
      // tenfold, since the first ones are cold.
      let factor = min(10, max(1.1, 1.1 * nanoseconds / max(elapsed, 1)))
      iterations = Int((Double(iterations) * factor).rounded(.up))
    }
  }

  // The wall clock is innermost: the CPU clock is a system call.
  private static func time(_ iterations: Int, _ run: (Int) -> Void) -> Sample {
    let cpu = Clock.threadCPU
    let wall = Clock.wall
    run(iterations)
    let wallEnd = Clock.wall
    let cpuEnd = Clock.threadCPU
    return Sample(wallNs: Double(wallEnd - wall), cpuNs: Double(cpuEnd - cpu))
  }

  /// Minima: whatever disturbs an empty loop only makes it longer.
  private static func measureOverhead(of empty: (Int) -> Void) -> Overhead {
    let none = (0..<64).map { _ in time(0, empty) }
    let wall = none.map(\.wallNs).min() ?? 0
    let cpu = none.map(\.cpuNs).min() ?? 0
    let iterations = 100_000
    let loops = (0..<16).map { _ in time(iterations, empty).wallNs - wall }
    return Overhead(
      wall: wall, cpu: cpu, perIteration: max(0, (loops.min() ?? 0) / Double(iterations)))
  }
}
