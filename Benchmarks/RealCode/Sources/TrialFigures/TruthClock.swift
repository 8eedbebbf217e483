#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The CPU time of the calling thread, which does not include the time of other processes.
public enum TruthClock {
  /// The CPU time so far, in nanoseconds.
  public static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

extension TruthClock {
  /// The shortest time of one call, in nanoseconds.
  ///
  /// - Parameters:
  ///   - seconds: About how long to repeat samples of at least 2 ms; there are at least three
  ///     samples.
  ///   - body: The code to time; it is called once before.
  /// - Returns: The time of the fastest sample, divided by its calls.
  public static func shortest(within seconds: Double, _ body: () -> Void) -> Double {
    var calls = 1
    var time = sample(calls, body)
    while time < 2_000_000 {
      calls *= 2
      time = sample(calls, body)
    }
    var shortest = UInt64.max
    var spent = 0.0
    var samples = 0
    while samples < 3 || spent < seconds * 1e9 {
      let time = sample(calls, body)
      shortest = min(shortest, time)
      spent += Double(time)
      samples += 1
    }
    return Double(shortest) / Double(calls)
  }

  /// The shortest time of every frame, in nanoseconds.
  ///
  /// - Parameters:
  ///   - seconds: About how long to repeat the animation, at least three times after the first.
  ///   - frames: The number of frames.
  ///   - makeRender: Builds a new scene, untimed; what it returns renders a frame.
  /// - Returns: One time per frame.
  public static func shortest(
    within seconds: Double, frames: Int, _ makeRender: () -> (_ frame: Int) -> Void
  ) -> [Double] {
    var shortest = [UInt64](repeating: .max, count: frames)
    var spent: UInt64 = 0
    var repetitions = 0
    while repetitions < 4 || Double(spent) < seconds * 1e9 {
      let render = makeRender()
      for frame in 0..<frames {
        let time = sample(1) { render(frame) }
        spent += time
        // The first repetition warms up.
        if repetitions > 0 { shortest[frame] = min(shortest[frame], time) }
      }
      repetitions += 1
    }
    return shortest.map(Double.init)
  }

  private static func sample(_ calls: Int, _ body: () -> Void) -> UInt64 {
    let start = now
    for _ in 0..<calls { body() }
    return now - start
  }
}
