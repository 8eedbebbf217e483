import Foundation
import FramegateKit

/// A tool of its own, as a user would build one, whose benchmarks go wrong in every way there is.
@main
struct MisbehavingBenchmarks: FramegateMain {
  static func register(in registry: inout BenchmarkRegistry) {
    if getenv("HANG_REGISTERING") != nil { while CommandLine.isWorker { sleep(1) } }
    registry.benchmark("good.empty") {}
    registry.benchmark(
      "wait.forFile", work: .init(setup: { FirstProcess.wait(forFile: "go") }, body: { _ in }))
    registry.environmentVariable("LEVEL", values: ["low", "high"])
    registry.benchmark(
      "variable.level",
      work: .init(
        setup: {
          guard let level = getenv("LEVEL") else { throw Unavailable("LEVEL is not set") }
          return String(cString: level)
        }, body: { (_: inout String) in }))
    if getenv("REGISTER_NONSENSE") != nil { registerNonsense(in: &registry) }
    if getenv("ATTACK") != nil { Attacks.register(in: &registry) }
    registry.benchmark(
      "good.allocating",
      work: .init(
        setup: { 100 },
        body: { size in blackHole([UInt8](repeating: 1, count: size)) }))
    for (size, alignment) in [
      (0, 64), (100, 64), (5_000, 4_096), (8_192, 8_192), (13_000, 4_096), (14_336, 2_048),
      (16_000, 64), (20_000, 16_384), (100_000, 65_536),
    ] {
      registry.benchmark("aligned.s\(size).a\(alignment)") {
        let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: alignment)
        blackHole(Int(bitPattern: block) & 1)
        block.deallocate()
      }
    }
    registry.benchmark("threads.25") { FourThreads.run(allocationsEach: 25) }
    registry.benchmark("threads.50") { FourThreads.run(allocationsEach: 50) }
    registry.scenario("threads.frames", duration: .milliseconds(100)) { _ in
      Scenario { frame in FourThreads.run(allocationsEach: frame.index % 3) }
    }
    registry.benchmark("explain.sum", operations: 10) { blackHole(Summing.sum()) }
    registry.scenario("explain.frames", duration: .milliseconds(50)) { _ in
      Scenario { _ in blackHole(Summing.sum()) }
    }
    HashBenchmarks.register(in: &registry)
    ProcessBenchmarks.register(in: &registry)
    Scenes.register(in: &registry)
    KindsOfBenchmarks.register(in: &registry)
    registry.benchmark("bad.crash") { fatalError("this benchmark crashes") }
    registry.benchmark("bad.exit") { exit(7) }
    registry.benchmark("bad.hang") { while true { sleep(1) } }
    registry.benchmark("bad.threads") { Thread.detachNewThread { while true { sleep(1) } } }
    registry.benchmark(
      "bad.child", work: .init(setup: { try FirstProcess.startSleeping() }, body: { _ in }))
    registry.benchmark("bad.print") { print("a benchmark that prints") }
    registry.benchmark(
      "bad.garbage", work: .init(setup: {}, body: { _ in Self.writeToEveryDescriptor("garbage\n") })
    )
    registry.benchmark(
      "absent.here",
      work: .init(
        setup: { throw Unavailable("this machine has no such thing") },
        body: { (_: inout Int) in }))
    registry.scenario(
      "good.scenario", duration: .milliseconds(50), budget: [.noDroppedFrames(at: .hz60)]
    ) { _ in Scenario { _ in } }
    registry.scenario(
      "late.once", duration: .milliseconds(50), budget: [.largestWork(.milliseconds(5), at: .hz60)]
    ) { _ in
      let isLate = FirstProcess.isThis
      return Scenario { _ in if isLate { FirstProcess.work(forMilliseconds: 8) } }
    }
    registry.scenario(
      "hang.again", duration: .milliseconds(50), budget: [.largestWork(.milliseconds(5), at: .hz60)]
    ) { _ in
      if !FirstProcess.isThis { FirstProcess.wait(forFile: "go") }
      return Scenario { _ in FirstProcess.work(forMilliseconds: 8) }
    }
    registry.scenario(
      "bad.budget", duration: .milliseconds(50),
      budget: [.largestWork(.nanoseconds(1), at: .hz60), .allocationsPerFrame(0)]
    ) { _ in
      Scenario { frame in blackHole((0..<100).map { $0 + frame.index }) }
    }
    registry.scenario("bad.scene", duration: .milliseconds(50)) { _ in throw SceneError() }
  }

  /// Adds registrations that are refused, in lines of their own.
  private static func registerNonsense(in registry: inout BenchmarkRegistry) {
    registry.benchmark("bad.näme") {}
    registry.benchmark("good.empty") {}
    registry.scenario("bad.duration", duration: .zero) { _ in Scenario { _ in } }
  }

  static func writeToEveryDescriptor(_ text: String) {
    for descriptor in Int32(3)..<16 {
      _ = text.withCString { write(descriptor, $0, strlen($0)) }
    }
  }

  private struct SceneError: Error, CustomStringConvertible {
    let description = "the scene cannot be built. Build another."
  }
}

extension CommandLine {
  /// Whether this process measures, rather than being the tool itself.
  fileprivate static var isWorker: Bool { arguments.dropFirst().first == "worker" }
}
