/// Times a ``MeasuredLoop``.
struct LoopSampler {
  /// An iteration that takes this long is not tried again.
  private static let longestRepeatedNs = 5e9

  private let loop: MeasuredLoop
  private let overhead: Overhead

  /// The cost of an empty sample, in nanoseconds.
  struct Overhead {
    let wall: Double
    let cpu: Double
    let perIteration: Sample
  }

  init(_ loop: MeasuredLoop) throws {
    self.loop = loop
    overhead = try Self.measureOverhead(of: loop)
  }

  /// One measurement of `iterations` iterations.
  func sample(iterations: Int, slowedBy share: Double = 0) throws -> Sample {
    var wallNs = 0.0
    var cpuNs = 0.0
    try loop.inBatches(iterations) { count in
      let raw = try share > 0 ? slowed(count, by: share) : Self.measured(count, loop.run, of: loop)
      wallNs += max(0, raw.wallNs - overhead.wall - overhead.perIteration.wallNs * Double(count))
      cpuNs += max(0, raw.cpuNs - overhead.cpu - overhead.perIteration.cpuNs * Double(count))
    }
    return Sample(wallNs: wallNs, cpuNs: cpuNs)
  }

  /// The number of iterations that makes a sample last at least `nanoseconds`.
  ///
  /// Includes the loop's own cost, so that the search also ends for an empty body, and what the
  /// body leaves out, so that no sample takes much longer than what is measured of it.
  func iterations(lasting nanoseconds: Double) throws -> Int {
    var iterations = 1
    while true {
      let first = try wallNs(of: iterations)
      if iterations == 1, first >= Self.longestRepeatedNs { return 1 }
      // Measured twice, because the first may be cold, load data or be preempted.
      var elapsed = min(first, try wallNs(of: iterations))
      // Such different times show that one was disturbed, and the other may be, too.
      if first > 10 * elapsed { elapsed = min(elapsed, try wallNs(of: iterations)) }
      if elapsed >= nanoseconds { return iterations }
      // 10 % more than the proportion, because the next sample may run a little faster; at most
      // tenfold, because the first samples are cold.
      let factor = min(10, max(1.1, 1.1 * nanoseconds / max(elapsed, 1)))
      iterations = Int((Double(iterations) * factor).rounded(.up))
    }
  }

  private func wallNs(of iterations: Int) throws -> Double {
    var elapsed = 0.0
    try loop.inBatches(iterations) { elapsed += try Self.time($0, loop.run).wallNs }
    return elapsed
  }

  // The wall clock is innermost: the CPU clock is a system call.
  private static func time(_ iterations: Int, _ run: (Int) throws -> Void) rethrows -> Sample {
    let cpu = Clock.threadCPU
    let wall = Clock.wall
    try run(iterations)
    let wallEnd = Clock.wall
    let cpuEnd = Clock.threadCPU
    return Sample(wallNs: Double(wallEnd - wall), cpuNs: Double(cpuEnd - cpu))
  }

  /// The times of what a loop measures, without what its body leaves out.
  private static func measured(
    _ iterations: Int, _ run: (Int) throws -> Void, of loop: MeasuredLoop
  ) throws -> Sample {
    guard let part = loop.part else { return try time(iterations, run) }
    part.meter = .times
    defer { part.meter = .nothing }
    _ = part.takeExcluded()
    let all = try time(iterations, run)
    let excluded = part.takeExcluded()
    return Sample(
      wallNs: all.wallNs - Double(excluded.wallNs), cpuNs: all.cpuNs - Double(excluded.cpuNs))
  }

  /// The times of a body that is slower by `share`.
  private func slowed(_ iterations: Int, by share: Double) throws -> Sample {
    let slowedRun = { (iterations: Int) in
      let start = Clock.wall
      try loop.run(iterations)
      Clock.wait(for: share, ofTimeSince: start + (loop.part?.excludedWallNs ?? 0))
    }
    return try Self.measured(iterations, slowedRun, of: loop)
  }

  /// Takes minima, because every disturbance makes an empty loop longer.
  private static func measureOverhead(of loop: MeasuredLoop) throws -> Overhead {
    let none = try (0..<64).map { _ in try measured(0, loop.empty, of: loop) }
    let wall = none.map(\.wallNs).min() ?? 0
    let cpu = none.map(\.cpuNs).min() ?? 0
    let isMarked = loop.part?.isMarked ?? false
    // An iteration with marks reads both clocks up to four times.
    let iterations = isMarked ? 2_000 : 100_000
    let loops = try (0..<16).map { _ in try measured(iterations, loop.empty, of: loop) }
    func cost(_ time: KeyPath<Sample, Double>, beyond once: Double) -> Double {
      max(0, ((loops.map { $0[keyPath: time] }.min() ?? 0) - once) / Double(iterations))
    }
    let perIteration = cost(\.wallNs, beyond: wall)
    // Only the marks cost more CPU time than time.
    return Overhead(
      wall: wall, cpu: cpu,
      perIteration: Sample(
        wallNs: perIteration, cpuNs: isMarked ? cost(\.cpuNs, beyond: cpu) : perIteration))
  }
}

/// One measurement over many iterations, without the cost of the loop and the clocks.
package struct Sample: Hashable, Codable, Sendable {
  /// Nanoseconds on the monotonic clock, for all iterations together.
  package let wallNs: Double

  /// Nanoseconds of thread CPU time, for all iterations together.
  package let cpuNs: Double
}
