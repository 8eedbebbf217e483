import ArgumentParser
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation
import FramegateKit
import ReportText
import WorkerProtocol

/// The measurements of one benchmark, compared with itself with a known share of additional work.
struct TimeRecording: Codable {
  /// New processes of both sides, and how long they took, including their start.
  struct Launch: Codable {
    let seconds: Double
    let pairs: [PairedTimes.Pair]
  }

  /// A loop as many people write it by hand: one process per side, and blocks of CPU time in turn.
  struct Loop: Codable {
    let seconds: Double

    /// The nanoseconds per iteration of each block.
    let baseline, candidate: [Double]
  }

  let benchmark: String

  /// The number of busy loops that ran at the same time, and the load of the machine before.
  let busyLoops: Int
  let load: Double

  /// The share by which the candidate does more work.
  let injected: Double
  var launches: [Launch] = []
  var loops: [Loop] = []
}

/// Records pairs of samples, and also a loop as many people write it by hand.
struct RecordTimes: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record samples of benchmarks for 'estimators'.")

  @Option(help: "Write to this file.")
  var output: String

  @Option(help: "Record only benchmarks whose name matches this regular expression.")
  var filter = "."

  @Option(help: "Launch each benchmark this many times.")
  var launches = 14

  @Option(help: "Record that this many busy loops run beside the benchmarks.")
  var busyLoops = 0

  @Option(help: "Add this much work, in percent; separate several shares with commas.")
  var injected = "0,1,3,10"

  /// The time for which a comparison with default settings measures a benchmark.
  private static let timeLimit = Duration.seconds(5)

  private static let blockNs = 50_000_000
  private static let blocks = 12

  /// The shares of work to add; NaN for a part of the option that is not a number.
  private var shares: [Double] {
    injected.split(separator: ",").map { (Double($0) ?? .nan) / 100 }
  }

  func validate() throws {
    guard launches >= 2, !shares.isEmpty, shares.allSatisfy({ (0...10).contains($0) }) else {
      throw ValidationError(
        "'--launches' must be 2 or more, '--injected' numbers from 0 to 1000, with commas between.")
    }
  }

  func run() async throws {
    let lockstep = Lockstep(Workload(), Effort { $0.timeLimit = Self.timeLimit })
    let tool = Trials.executable
    let trials = try await CalibrationTrials(lockstep, of: BySide(both: tool))
    guard !trials.isDebugBuild else { throw TrialsError.debugBuild }
    let pattern = try Regex(filter)
    var recordings: [TimeRecording] = []
    for code in TimedCode.allCases where code.name.contains(pattern) {
      guard let listed = trials.listing.benchmarks.first(where: { $0.name == code.name }) else {
        continue
      }
      // If work grows with the iterations, more of them do not add the same share of work.
      for share in code == .growing ? [0] : shares {
        var recording = TimeRecording(
          benchmark: code.name, busyLoops: busyLoops, load: MachineProbe.load.value ?? 0,
          injected: share)
        let launched = try await trials.record(listed, injected: share, launches: launches)
        recording.launches = launched.map {
          TimeRecording.Launch(seconds: $0.seconds, pairs: $0.pairs)
        }
        for _ in 0..<max(1, launches / 7) {
          recording.loops.append(try await loop(listed.name, share))
        }
        recordings.append(recording)
        Trials.say("\(code.name) +\(Int(share * 100)) %, load \(Int(recording.load))\n")
      }
    }
    try JSONEncoder().encode(recordings).write(to: URL(filePath: output))
  }

  private func loop(_ name: String, _ share: Double) async throws -> TimeRecording.Loop {
    let source = WorkerSource(Workload().launch(Trials.executable))
    let start = ContinuousClock.now
    return try await source.withWorker { old in
      try await source.withWorker { new in
        try await old.prepare(name)
        try await new.prepare(name)
        let found = try await old.ask(FindIterations(lastingNs: Self.blockNs))
        // A multiple of 100, so that each share is a whole number of iterations.
        let iterations = (found / 100 + 1) * 100
        let more = iterations + Int((Double(iterations) * share).rounded())
        var (baseline, candidate): ([Double], [Double]) = ([], [])
        for _ in 0..<Self.blocks {
          let (one, other) = (
            try await old.ask(TakeSamples(1, iterations: iterations))[0],
            try await new.ask(TakeSamples(1, iterations: more))[0]
          )
          baseline.append(one.cpuNs / Double(iterations))
          candidate.append(other.cpuNs / Double(iterations))
        }
        return TimeRecording.Loop(
          seconds: start.duration(to: .now) / .seconds(1), baseline: baseline,
          candidate: candidate)
      }
    }
  }
}
