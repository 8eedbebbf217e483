import BenchmarkModel
import Foundation
import FrameModel

extension FramegateMain {
  /// If the arguments are `profile NAME [SECONDS]`, runs that benchmark or scenario in this
  /// process, so that a debugger or a profiler sees nothing else.
  ///
  /// - Returns: Whether the arguments were these.
  package static func profileIfAsked() -> Bool {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.first == "profile" else { return false }
    guard let name = arguments.dropFirst().first, arguments.count <= 3,
      let seconds = arguments.count < 3 ? 10 : arguments.last.flatMap(Double.init),
      (0...86_400).contains(seconds)
    else {
      StandardError.say("Usage: profile NAME [SECONDS]. Without seconds, it runs for ten.")
      exit(ToolExit.wrongUsage.rawValue)
    }
    let registry = registry
    for problem in registry.listing.problems { StandardError.say("Error: \(problem)") }
    guard registry.entry(named: name) != nil else {
      StandardError.say(
        "Error: No benchmark is called '\(name)'. Start this program without arguments to list all."
      )
      exit(ToolExit.wrongUsage.rawValue)
    }
    let worker = Worker(registry: registry)
    do {
      try worker.prepare(name)
      StandardError.say("Running '\(name)' for \(seconds) s in process \(getpid()).")
      let count = try worker.repeatPrepared(for: seconds)
      StandardError.say("Ran it \(count) times.")
    } catch {
      StandardError.say("Error: \(error)")
      exit(ToolExit.benchmarkFailed.rawValue)
    }
    return true
  }

  /// If there are no arguments, lists what is registered, and what was refused.
  ///
  /// - Returns: Whether there were no arguments.
  package static func listIfAsked() -> Bool {
    guard CommandLine.arguments.count < 2 else { return false }
    let registry = registry
    for benchmark in registry.listing.benchmarks { print(benchmark.name) }
    for problem in registry.listing.problems { StandardError.say("Error: \(problem)") }
    StandardError.say(
      """
      'check' judges frame budgets, 'run' measures everything, 'compare main' compares with a \
      revision, and '--help' lists the other commands.
      """)
    return true
  }
}

extension Worker {
  /// Runs the prepared benchmark or scenario again and again.
  ///
  /// - Returns: How many iterations of the benchmark, or repetitions of the scenario, it ran.
  fileprivate func repeatPrepared(for seconds: Double) throws -> Int {
    let repeatOnce: () throws -> Int
    if preparedScenario != nil {
      let sampler = try frameSampler(at: .hz60)
      repeatOnce = {
        _ = try sampler.sample(repetitions: 1, .warm, slowedBy: nil)
        return 1
      }
    } else {
      let sampler = try loopSampler
      // Found only once, so that a profile shows the benchmark and not the search.
      let iterations = try sampler.iterations(lasting: 1e7)
      repeatOnce = {
        _ = try sampler.sample(iterations: iterations)
        return iterations
      }
    }
    let end = Clock.wall + Int64(seconds * 1e9)
    var count = 0
    while Clock.wall < end { count += try repeatOnce() }
    return count
  }
}
