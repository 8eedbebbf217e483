import CMeasure

/// A region of code whose instructions a profiler counts when it runs this process.
///
/// The profiler finds a C function by its name and counts everything that the function calls on its
/// thread. Without a profiler, the function only calls its body.
enum CountedRegion {
  /// Runs `body` inside the region.
  @inline(never)
  static func run(_ body: () -> Void) {
    withoutActuallyEscaping(body) { body in
      var body = body
      withUnsafeMutablePointer(to: &body) { body in
        framegate_counted_region(
          { context in context.assumingMemoryBound(to: (() -> Void).self).pointee() }, body)
      }
    }
  }
}

extension MeasuredLoop {
  /// Runs two regions of `iterations` iterations each: first the empty loop, then the body's.
  ///
  /// Both reach their loop by the same path, so the difference belongs to the body.
  func runCounted(iterations: Int) {
    // The first iteration does one-time work (metadata, caches, symbols) that no operation repeats.
    run(1)
    for loop in [empty, run] {
      CountedRegion.run { loop(iterations) }
    }
  }
}

extension FrameSampler {
  /// Runs one region for a frame that does nothing, then one per frame, after a warm-up repetition.
  func runCounted() throws {
    let warm = try work.makeScenario(parameters)
    for frame in frames { warm.render(frame) }

    let nothing = Scenario { _ in }
    let scenario = try work.makeScenario(parameters)
    for (scene, frame) in [(nothing, frames[0])] + frames.map({ (scenario, $0) }) {
      CountedRegion.run { scene.render(frame) }
    }
  }

  /// The number of regions that ``runCounted()`` runs.
  var countedRegions: Int { frames.count + 1 }
}
