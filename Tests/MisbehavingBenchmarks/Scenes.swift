import Foundation
import FramegateKit

/// Scenes of every kind of cost: at another rate, of many milliseconds, with and without layers.
enum Scenes {
  static func register(in registry: inout BenchmarkRegistry) {
    registry.scenario(
      "rate.90", duration: .milliseconds(50),
      budget: [.noDroppedFrames(at: RefreshRate(hertz: 90))]
    ) { _ in Scenario { _ in } }
    registry.scenario(
      "rate.changes", duration: .milliseconds(100), budget: [.noDroppedFrames(at: .hz120)],
      frameRates: [.from(.milliseconds(25), minimum: 60, maximum: 80)]
    ) { _ in Scenario { _ in } }
    registry.scenario("stops.itself", duration: .milliseconds(500)) { _ in
      var stopper = Stopper()
      return Scenario { stopper.render($0) }
    }
    registry.scenario("heavy.frames", duration: .milliseconds(50)) { _ in
      Scenario { _ in FirstProcess.work(forMilliseconds: 150) }
    }
    registry.scenario("random.frames", duration: .milliseconds(50)) { _ in
      let count = Int.random(in: 1...20_000)
      return Scenario { _ in for _ in 0..<count { blackHole([UInt8](repeating: 1, count: count)) } }
    }
    registry.scenario("layers.used", duration: .milliseconds(20)) { parameters in
      Scenario { _ in
        for _ in 0..<(50 * parameters.layers) { blackHole(1) }
      }
    }
    registry.scenario("layers.ignored", duration: .milliseconds(20)) { _ in
      Scenario { _ in for _ in 0..<10_000 { blackHole(1) } }
    }
  }
}

/// Stops its own process for a moment, in a frame that a real timer drives.
private struct Stopper {
  private var start: ContinuousClock.Instant?
  private var hasStopped = false

  mutating func render(_ frame: Frame) {
    let first = start ?? .now
    start = first
    // Without a timer, the frames so far do not last as long.
    guard !hasStopped, frame.index > 5, first.duration(to: .now) > .milliseconds(25) else { return }
    hasStopped = true
    // Continues this process as soon as it has stopped.
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c",
      """
      until grep -q '^State:.T' /proc/$0/status; do sleep 0.01; done
      sleep 0.1
      kill -CONT $0
      """, "\(getpid())",
    ]
    do { try process.run() } catch { return }
    kill(getpid(), SIGSTOP)
  }
}
