import CMeasure

/// A stretch of work whose instructions are counted by a tool that runs this process.
///
/// The tool watches for a C function by its name; what that function calls is counted, on the
/// calling thread. Without a tool it only calls its body.
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
  /// Runs two regions of `iterations` iterations each: the loop over nothing, then over the body.
  ///
  /// Both take the same way to their loop, so that their difference is the body's.
  func runCounted(iterations: Int) {
    // What the first iterations do for good (metadata, caches, symbols) is not an operation's.
    run(1)
    for loop in [empty, run] {
      CountedRegion.run { loop(iterations) }
    }
  }
}

extension FrameSampler {
  /// Runs a region per frame, after one for a frame that does nothing; once the code is warm.
  func runCounted() throws {
    let warm = try work.makeScenario(parameters)
    for frame in frames { warm.render(frame) }

    let nothing = Scenario { _ in }
    let scenario = try work.makeScenario(parameters)
    for (scene, frame) in [(nothing, frames[0])] + frames.map({ (scenario, $0) }) {
      CountedRegion.run { scene.render(frame) }
    }
  }

  /// Regions that ``runCounted()`` runs.
  var countedRegions: Int { frames.count + 1 }
}
