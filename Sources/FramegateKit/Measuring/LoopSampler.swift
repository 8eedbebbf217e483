package import WorkerProtocol

/// Times a ``MeasuredLoop``.
package struct LoopSampler {
  /// About how long an empty loop may last, far less than a time slice of the scheduler.
  private static let longestEmptyNs = 200_000.0

  private let loop: MeasuredLoop
  private let overhead: Overhead

  /// The cost of an empty sample, in nanoseconds.
  struct Overhead {
    let wall: Double
    let cpu: Double
    let perIteration: Sample
  }

  package init(_ loop: MeasuredLoop) throws {
    self.loop = loop
    overhead = try Self.measureOverhead(of: loop)
  }

  package func sample(iterations: Int, slowedBy share: Double = 0) throws -> Sample {
    var wallNs = 0.0
    var cpuNs = 0.0
    var waitedNs: Double? = 0
    try loop.inBatches(iterations) { count in
      let start = ThreadWaits.now
      let raw = try share > 0 ? slowed(count, by: share) : Self.measured(count, loop.run, of: loop)
      let waits = ThreadWaits.now
      wallNs += max(0, raw.wallNs - overhead.wall - overhead.perIteration.wallNs * Double(count))
      cpuNs += max(0, raw.cpuNs - overhead.cpu - overhead.perIteration.cpuNs * Double(count))
      waitedNs = waitedNs.flatMap { sum in
        waits.waitedNs(since: start, awayNs: raw.wallNs - raw.cpuNs).map { sum + $0 }
      }
    }
    return Sample(wallNs: wallNs, cpuNs: cpuNs, waitedNs: waitedNs)
  }

  /// The number of iterations that makes a sample last at least `nanoseconds`.
  ///
  /// The time includes the loop's own cost, so that the search ends for an empty body, and the time
  /// that marks leave out, so that a sample does not take much longer than `nanoseconds`.
  package func iterations(lasting nanoseconds: Double) throws -> Int {
    var iterations = 1
    while true {
      let first = try wallNs(of: iterations)
      if iterations == 1, first >= FindIterations.longestRepeatedNs { return 1 }
      // Measured twice, because the first time may be cold, load data or be preempted.
      var elapsed = min(first, try wallNs(of: iterations))
      // A large difference shows that the first was disturbed; the second may be, too.
      if first > 10 * elapsed { elapsed = min(elapsed, try wallNs(of: iterations)) }
      if elapsed >= nanoseconds { return iterations }
      iterations = FindIterations.next(
        after: iterations, lastingNs: elapsed, wantedNs: nanoseconds)
    }
  }

  private func wallNs(of iterations: Int) throws -> Double {
    var elapsed = 0.0
    try loop.inBatches(iterations) { elapsed += try Self.time($0, loop.run).wallNs }
    return elapsed
  }

  // The wall clock is read next to the loop: reading the CPU clock is a system call, and not timed.
  private static func time(_ iterations: Int, _ run: (Int) throws -> Void) throws -> Sample {
    let cpu = Clock.threadCPU
    let wall = Clock.wall
    try run(iterations)
    let wallEnd = Clock.wall
    let cpuEnd = Clock.threadCPU
    return Sample(wallNs: try Clock.elapsed(wall, wallEnd), cpuNs: Double(cpuEnd - cpu))
  }

  /// The times of a loop, without what the marks of its body leave out.
  private static func measured(
    _ iterations: Int, _ run: (Int) throws -> Void, of loop: MeasuredLoop
  ) throws -> Sample {
    let (all, excluded) = try metered(iterations, run, of: loop)
    return Sample(
      wallNs: all.wallNs - Double(excluded.wallNs), cpuNs: all.cpuNs - Double(excluded.cpuNs))
  }

  /// The times of a whole loop, and what the marks of its body leave out of them.
  private static func metered(
    _ iterations: Int, _ run: (Int) throws -> Void, of loop: MeasuredLoop
  ) throws -> (all: Sample, excluded: MeasuredPart.Excluded) {
    guard let part = loop.part else { return (try time(iterations, run), .init()) }
    part.meter = .times
    defer { part.meter = .nothing }
    _ = part.takeExcluded()
    let all = try time(iterations, run)
    return (all, part.takeExcluded())
  }

  private func slowed(_ iterations: Int, by share: Double) throws -> Sample {
    let slowedRun = { (iterations: Int) in
      let start = Clock.wall
      try loop.run(iterations)
      Clock.wait(for: share, ofTimeSince: start + (loop.part?.excludedWallNs ?? 0))
    }
    return try Self.measured(iterations, slowedRun, of: loop)
  }

  /// Measures empty loops; takes minima, because every disturbance makes a loop longer.
  ///
  /// The loops are short: on a busy core, one that outlasts its time slice includes other threads'.
  private static func measureOverhead(of loop: MeasuredLoop) throws -> Overhead {
    func shortest(_ count: Int, of iterations: Int) throws -> Sample {
      let samples = try (0..<count).map { _ in try measured(iterations, loop.empty, of: loop) }
      return Sample(
        wallNs: samples.map(\.wallNs).min() ?? 0, cpuNs: samples.map(\.cpuNs).min() ?? 0)
    }
    let none = try shortest(64, of: 0)
    // Marks, which read the clocks, make an iteration take a hundred times as long.
    let hundred = try (0..<8).map { _ in try metered(100, loop.empty, of: loop).all.wallNs }.min()
    let iterations = Int(min(100_000, max(100, 100 * longestEmptyNs / max(1, hundred ?? 0))))
    let many = try shortest(64, of: iterations)
    func cost(_ time: KeyPath<Sample, Double>) -> Double {
      max(0, (many[keyPath: time] - none[keyPath: time]) / Double(iterations))
    }
    // Without marks, both costs are equal, and the wall clock is the finer one.
    let isMarked = loop.part?.isMarked ?? false
    return Overhead(
      wall: none.wallNs, cpu: none.cpuNs,
      perIteration: Sample(
        wallNs: cost(\.wallNs), cpuNs: cost(isMarked ? \.cpuNs : \.wallNs)))
  }
}
