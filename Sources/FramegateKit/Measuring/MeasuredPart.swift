import CMeasure
import Foundation

/// The part of an iteration that is measured, if the body marks it.
///
/// Whatever a body does before ``start()`` and after ``stop()`` is left out of the wall-clock time,
/// the CPU time and all counts. A body that calls neither is measured as a whole. The first
/// iteration, unmeasured, shows which of the two comes first; it must be the same in all others.
///
/// Marks that another thread sets do not change CPU time and instructions, because those belong to
/// the thread that measures.
package final class MeasuredPart {
  /// What is being measured, and therefore has to be left out during a pause.
  enum Meter {
    case nothing
    case times
    case allocations(AllocationCounter)

    /// Something that the closure turns on and off, such as sampling.
    case switched((_ starts: Bool) -> Void)
    case instructions
    case kernel
  }

  struct Excluded {
    var wallNs: Int64 = 0
    var cpuNs: Int64 = 0
    var allocations = Allocations.zero
    var kernel = KernelReading.zero
  }

  /// Set by the sampler, before the iterations.
  var meter = Meter.nothing

  /// Whether a body has called ``start()`` or ``stop()``.
  private(set) var isMarked = false

  /// Whether iterations begin with a part that is not measured.
  private var beginsPaused = false

  /// The thread that runs the iterations, and whether another one sets the marks.
  private let thread = Thread.current
  private var isMarkedElsewhere = false

  private var isPaused = false

  /// The number of pauses in all iterations so far, and in each one.
  private var pauseCount = 0
  private var pausesPerIteration = 0
  private var pause = Excluded()
  private var excluded = Excluded()

  package init() {}

  /// From here on, this iteration is measured.
  package func start() {
    if isPaused { resume() } else if !isMarked { beginsPaused = true }
    noteMarks()
  }

  /// From here on, this iteration is not measured.
  package func stop() {
    noteMarks()
    if !isPaused { leaveOut() }
  }

  /// Records that the body sets marks, and on which thread.
  private func noteMarks() {
    guard !isMarked else { return }
    isMarked = true
    isMarkedElsewhere = Thread.current != thread
  }

  @inline(__always)
  func iteration(_ body: () throws -> Void) rethrows {
    if beginsPaused { leaveOut() }
    defer { if isPaused { resume() } }
    try body()
  }

  @inline(__always)
  func iteration(_ body: () async throws -> Void) async rethrows {
    if beginsPaused { leaveOut() }
    defer { if isPaused { resume() } }
    try await body()
  }

  /// Assumes that every iteration pauses as often as the first one.
  fileprivate func learnMarks() { pausesPerIteration = pauseCount + (beginsPaused ? 1 : 0) }

  /// Pauses as often as the marks of an iteration do, in the loop without a body.
  func mark() {
    if isPaused { resume() }
    for _ in (beginsPaused ? 1 : 0)..<pausesPerIteration {
      leaveOut()
      resume()
    }
  }

  /// What was left out since the last call.
  func takeExcluded() -> Excluded {
    defer { excluded = Excluded() }
    return excluded
  }

  /// What has been left out since ``takeExcluded()``, in nanoseconds.
  var excludedWallNs: Int64 { excluded.wallNs }

  // As around the loop, the wall clock is read closer to the measured code than the CPU clock.
  private func leaveOut() {
    isPaused = true
    pauseCount += 1
    switch meter {
    case .nothing: break
    case .times:
      pause.wallNs = Clock.wall
      if !isMarkedElsewhere { pause.cpuNs = Clock.threadCPU }
    case .allocations(let counter): pause.allocations = counter.total
    case .kernel: pause.kernel = .now
    case .switched(let meter): meter(false)
    case .instructions: if !isMarkedElsewhere { framegate_toggle_counting() }
    }
  }

  private func resume() {
    isPaused = false
    switch meter {
    case .nothing: break
    case .times:
      if !isMarkedElsewhere { excluded.cpuNs += Clock.threadCPU - pause.cpuNs }
      excluded.wallNs += Clock.wall - pause.wallNs
    case .allocations(let counter): excluded.allocations += counter.total - pause.allocations
    case .kernel: excluded.kernel += .now - pause.kernel
    case .switched(let meter): meter(true)
    case .instructions: if !isMarkedElsewhere { framegate_toggle_counting() }
    }
  }
}

extension MeasuredLoop {
  /// Creates a loop whose body may mark the part of it that is measured.
  ///
  /// Runs the setup and one iteration, unmeasured, to see whether there are marks.
  ///
  /// `nothing` is what the harness itself does in an iteration; its cost is subtracted.
  ///
  /// - Throws: What `setup` and `body` throw, and `Unavailable`.
  package convenience init(
    part: MeasuredPart, setup: (() async throws -> Void)?, teardown: (() async throws -> Void)?,
    nothing: @escaping () throws -> Void, body: @escaping () throws -> Void
  ) throws {
    let hooks = try Hooks(setup: setup, teardown: teardown)
    self.init(
      run: { try Self.iterate($0, part, body) },
      empty: { iterations in
        guard part.isMarked else { return try Self.iterate(iterations, part, nothing) }
        try Self.iterate(iterations, part) {
          part.mark()
          try nothing()
        }
      },
      part: part, release: { _ = hooks })
    try run(1)
    part.learnMarks()
  }

  /// Creates a loop whose asynchronous body may mark the part of it that is measured.
  package convenience init(
    part: MeasuredPart, setup: (() async throws -> Void)?, teardown: (() async throws -> Void)?,
    nothing: @escaping () async throws -> Void, asyncBody: @escaping () async throws -> Void
  ) throws {
    let executor = try ThreadExecutor.make()
    let hooks = try Hooks(setup: setup, teardown: teardown)
    self.init(
      run: { iterations in
        try executor.run { try await Self.iterate(iterations, part, asyncBody) }
      },
      empty: { iterations in
        try executor.run {
          guard part.isMarked else { return try await Self.iterate(iterations, part, nothing) }
          try await Self.iterate(iterations, part) {
            part.mark()
            try await nothing()
          }
        }
      },
      part: part, release: { _ = hooks })
    try run(1)
    part.learnMarks()
  }

  @inline(never)
  private static func iterate(
    _ iterations: Int, _ part: MeasuredPart, _ body: () throws -> Void
  ) rethrows { for _ in 0..<iterations { try part.iteration(body) } }

  @inline(never)
  private static func iterate(
    _ iterations: Int, _ part: MeasuredPart, _ body: () async throws -> Void
  ) async rethrows { for _ in 0..<iterations { try await part.iteration(body) } }

  /// Runs the setup when it is created, and the teardown when its last reference is released.
  private final class Hooks {
    private let teardown: (() async throws -> Void)?

    init(setup: (() async throws -> Void)?, teardown: (() async throws -> Void)?) throws {
      self.teardown = teardown
      if let setup { try ThreadExecutor.make().run(setup) }
    }

    deinit {
      guard let teardown else { return }
      do { try ThreadExecutor.make().run(teardown) } catch {
        // No answer can report this any more, but a crash fails the benchmark.
        fatalError("The teardown failed: \(error)")
      }
    }
  }
}
