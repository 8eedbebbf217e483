import CMeasure

/// A region of code whose instructions a profiler counts when it runs this process.
///
/// The profiler finds a C function by its name and counts everything that the function calls on its
/// thread. Without a profiler, the function only calls its body.
enum CountedRegion {
  @inline(never)
  static func run(_ body: () throws -> Void) throws {
    var failure: (any Error)?
    withoutActuallyEscaping(body) { throwing in
      var body = { do { try throwing() } catch { failure = error } }
      withUnsafeMutablePointer(to: &body) { body in
        framegate_counted_region(
          { context in context.assumingMemoryBound(to: (() -> Void).self).pointee() }, body)
      }
    }
    if let failure { throw failure }
  }
}

extension MeasuredLoop {
  /// Runs two regions of `iterations` iterations each: first the empty loop, then the body's.
  ///
  /// Both reach their loop by the same path, so the difference belongs to the body.
  ///
  /// - Returns: The number of regions.
  package func runCounted(iterations: Int) throws -> Int {
    // The first iteration does one-time work (metadata, caches, symbols) that no operation repeats.
    try inBatches(1) { try run($0) }
    try prepare(iterations)
    // The loop without a body has one-time work of its own when it sets marks.
    if part != nil { try empty(1) }
    part?.meter = .instructions
    defer { part?.meter = .nothing }
    let loops = [empty, run]
    for loop in loops { try CountedRegion.run { try loop(iterations) } }
    return loops.count
  }
}

extension FrameSampler {
  /// After a warm-up repetition, runs one region for an empty frame, then one per frame.
  package func runCounted() throws -> Int {
    let warm = try work.makeScenario(parameters)
    for frame in frames { warm.render(frame) }

    let nothing = Scenario { _ in }
    let scenario = try work.makeScenario(parameters)
    let rendered = [(nothing, frames[0])] + frames.map { (scenario, $0) }
    for (scene, frame) in rendered { try CountedRegion.run { scene.render(frame) } }
    return rendered.count
  }
}
