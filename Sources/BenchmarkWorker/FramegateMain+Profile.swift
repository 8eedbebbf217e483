package import BenchmarkHarness
import BenchmarkModel
import Foundation
import FrameModel

extension FramegateMain {
  /// Runs one benchmark or scenario in this process if the arguments are `profile NAME [SECONDS]`,
  /// so that a debugger or a profiler sees it alone.
  ///
  /// - Returns: Whether they were.
  package static func profileIfAsked() -> Bool {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.first == "profile" else { return false }
    guard let name = arguments.dropFirst().first, arguments.count <= 3,
      let seconds = arguments.count < 3 ? 10 : arguments.last.flatMap(Double.init),
      (0...86_400).contains(seconds)
    else {
      complain("Usage: profile NAME [SECONDS]. Without seconds, it runs for ten.")
      exit(ToolExit.wrongUsage.rawValue)
    }
    var registry = BenchmarkRegistry()
    register(in: &registry)
    let worker = Worker(registry: registry)
    do {
      try worker.prepare(name, ScenarioParameters())
      complain("Running '\(name)' for \(seconds) s in process \(getpid()).")
      let count = try worker.repeatPrepared(for: seconds)
      complain("Ran it \(count) times.")
    } catch {
      complain("Error: \(error)")
      exit(ToolExit.benchmarkFailed.rawValue)
    }
    return true
  }

  /// Lists what is registered if there are no arguments.
  ///
  /// - Returns: Whether there were none.
  package static func listIfAsked() -> Bool {
    guard CommandLine.arguments.count < 2 else { return false }
    var registry = BenchmarkRegistry()
    register(in: &registry)
    for benchmark in registry.listing.benchmarks { print(benchmark.name) }
    complain(
      """
      'check' judges frame budgets, 'run' measures everything, 'compare main' compares with a \
      revision, and '--help' lists the other commands.
      """)
    return true
  }

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}

extension Worker {
  /// Runs what is prepared again and again.
  ///
  /// - Returns: How many iterations of a benchmark, or animations of a scenario, it was.
  fileprivate func repeatPrepared(for seconds: Double) throws -> Int {
    let end = Clock.wall + Int64(seconds * 1e9)
    var count = 0
    while Clock.wall < end {
      if preparedScenario != nil {
        _ = try frameSampler(at: .hz60).sample(repetitions: 1, .warm, slowedBy: nil)
        count += 1
      } else {
        let iterations = try loopSampler.iterations(lasting: 1e7)
        _ = try loopSampler.sample(iterations: iterations)
        count += iterations
      }
    }
    return count
  }
}
