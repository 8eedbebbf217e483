/// Times a ``MeasuredLoop``.
struct LoopSampler {
  private let loop: MeasuredLoop
  private let overhead: Overhead

  /// The cost of an empty sample, in nanoseconds.
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
  ///
  /// - Parameters:
  ///   - iterations: How many.
  ///   - share: How much longer to make it, as a share of its own time, for trials.
  /// - Returns: Their time.
  func sample(iterations: Int, slowedBy share: Double = 0) -> Sample {
    let raw = share > 0 ? slowed(iterations, by: share) : Self.time(iterations, loop.run)
    let loopCost = overhead.perIteration * Double(iterations)
    return Sample(
      wallNs: max(0, raw.wallNs - overhead.wall - loopCost),
      cpuNs: max(0, raw.cpuNs - overhead.cpu - loopCost))
  }

  /// The number of iterations that makes a sample last at least `nanoseconds`.
  ///
  /// Includes the loop's own cost, so that the search also ends for an empty body.
  func iterations(lasting nanoseconds: Double) -> Int {
    var iterations = 1
    while true {
      // Measured twice, because cold code or a preemption makes one of them too long.
      var elapsed = Self.time(iterations, loop.run).wallNs
      // Neither cold code nor a preemption makes it this much too long.
      if iterations == 1, elapsed >= 100 * nanoseconds { return 1 }
      elapsed = min(elapsed, Self.time(iterations, loop.run).wallNs)
      if elapsed >= nanoseconds { return iterations }
      // 10 % more than the proportion, because the next sample may run a little faster; at most
      // tenfold, because the first samples are cold.
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

  /// The times of a body that is slower by `share`.
  private func slowed(_ iterations: Int, by share: Double) -> Sample {
    Self.time(iterations) { iterations in
      let start = Clock.wall
      loop.run(iterations)
      Clock.wait(for: share, ofTimeSince: start)
    }
  }

  /// Takes minima, because every disturbance makes an empty loop longer.
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

/// One measurement over many iterations, without the cost of the loop and the clocks.
package struct Sample: Hashable, Codable, Sendable {
  /// Nanoseconds on the monotonic clock, for all iterations together.
  package let wallNs: Double

  /// Nanoseconds of thread CPU time, for all iterations together.
  package let cpuNs: Double

  package init(wallNs: Double, cpuNs: Double) {
    self.wallNs = wallNs
    self.cpuNs = cpuNs
  }
}
