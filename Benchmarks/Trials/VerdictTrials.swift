import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation
import FrameTiming
import FramegateKit
import ReportText
import SampleStatistics
import WorkerClient
import WorkerProtocol

/// The options that say what trials of verdicts compare, and for how long.
struct ComparisonOptions: ParsableArguments {
  @Option(help: "Compare only benchmarks whose name matches this regular expression.")
  var filter = #"concat\.l1\.latency|cornerPush\.push$"#

  @Option(help: "Compare for at most this many seconds each.")
  var time = 5.0

  @Option(help: "Ignore changes of times smaller than this, in percent.")
  var threshold: Double?

  func validate() throws {
    guard (0.1...3_600).contains(time), (0...1_000).contains(threshold ?? 0) else {
      throw ValidationError("'--time' must be 0.1 to 3600, '--threshold' 0 to 1000.")
    }
  }

  var comparison: ComparisonRules { ComparisonRules(threshold: threshold.map { $0 / 100 }) }

  /// Prepares trials of two executables, and finds the benchmarks to compare.
  func trials(
    of baseline: String, and candidate: String
  ) async throws -> (trials: CalibrationTrials, chosen: [ListedBenchmark]) {
    for executable in [baseline, candidate] { ProgramImage.pin(executable) }
    var workload = Workload()
    workload.chosenRates = [.hz60]
    let lockstep = Lockstep(workload, Effort { $0.timeLimit = .seconds(time) }, comparison)
    let trials = try await CalibrationTrials(
      lockstep, of: BySide(baseline: baseline, candidate: candidate))
    guard !trials.isDebugBuild else { throw TrialsError.debugBuild }
    let pattern = try Regex(filter)
    let chosen = trials.listing.benchmarks.filter { $0.name.contains(pattern) }
    guard !chosen.isEmpty else {
      throw TrialsError(description: "No benchmark matches '\(filter)'. Give another '--filter'.")
    }
    return (trials, chosen)
  }
}

/// Compares identical and slower code, and judges windows of the recorded pairs again.
struct JudgeWindows: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "windows",
    abstract: "Compare a tool with itself and with slower code, and judge windows of its pairs.")

  @Option(help: "Compare this executable instead of the 'FramegateSuites' beside this one.")
  var tool: String?

  @Option(help: "Make one side slower by this share.")
  var inject = 0.05

  @Option(help: "Run this many trials with identical code, and as many with slower code.")
  var trials = 40

  @Option(help: "Judge this many windows of the recorded pairs, per benchmark.")
  var windows = 1_000

  @OptionGroup var options: ComparisonOptions

  func validate() throws {
    guard inject > 0, inject <= 10, trials > 0, windows >= 0 else {
      throw ValidationError(
        "'--inject' must be above 0 and at most 10, '--trials' above 0, '--windows' 0 or more.")
    }
  }

  func run() async throws {
    let suites = URL(filePath: Trials.executable).deletingLastPathComponent()
      .appending(path: "FramegateSuites")
    let tool = tool.map { URL(filePath: $0) } ?? suites
    var (done, chosen) = try await options.trials(of: tool.path, and: tool.path)
    let (start, load, watch) = (Date(), MachineProbe.load, MachineWatch())
    var recorded = chosen.map { _ in [any PairedSeries]() }
    for trial in 0..<trials {
      let index = trial % chosen.count
      recorded[index] += try await done.run(chosen[index], injected: 0, inject)[0]
    }
    var calibration = Calibration(
      done.trials, inject: inject, machine: MachineProbe.machine(), time: start,
      loadAtStart: load)
    calibration.loadAtEnd = MachineProbe.load
    calibration.machineUse = watch.use
    var verdicts = ResampledVerdicts()
    var generator = SplitMix64(seed: .random(in: 0 ... .max))
    for (listed, sets) in zip(chosen, recorded) {
      guard let first = sets.first else { continue }
      let rule = options.comparison.pairedRule(for: listed.name, kind: listed.kind)
      func judge<Series: PairedSeries>(_ first: Series) {
        var all = first.emptied
        for launch in sets.compactMap({ $0 as? Series }).flatMap(\.launches) {
          all.add(launch: launch)
        }
        verdicts.judge(all, rule: rule, count: windows, using: &generator)
      }
      judge(first)
    }
    Trials.say(calibration.text(setsThresholds: false))
    guard verdicts.windows > 0 else { return }
    Trials.say(
      """

      Windows of identical code called regressed: \(verdicts.regressedRate.summary)
      Windows of identical code called improved: \(verdicts.improvedRate.summary)

      """)
  }
}

/// Compares the same code, linked in several orders.
struct CompareLayouts: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layouts",
    abstract: "Relink the package in other orders, and measure how much that changes times.",
    discussion: """
      Compiles the working tree of the package in the working folder once, and needs lld. Takes up to \
      '--time' for each order and benchmark.
      """)

  @Option(help: "Link in this many other orders.")
  var count = 4

  @Option(help: "Link this executable product.")
  var product = "framegate"

  @OptionGroup var options: ComparisonOptions

  func validate() throws {
    guard (1...8).contains(count) else { throw ValidationError("'--count' must be 1 to 8.") }
  }

  func run() async throws {
    let folder = FileManager.default.currentDirectoryPath
    let builds = try await RevisionBuilder(
      packageRoot: URL(filePath: folder), product: product, observer: BuildSteps()
    ).layouts(count: count + 1)[0]
    var entries: [ComparisonEntry] = []
    for other in builds.dropFirst() {
      var (trials, chosen) = try await options.trials(of: builds[0], and: other)
      for benchmark in chosen { try await trials.run(benchmark, injected: 0) }
      entries += trials.trials.map(\.entry)
    }
    guard let shifts = LayoutShifts(entries) else {
      throw TrialsError(description: "No comparison has a ratio. Give more '--time'.")
    }
    Trials.say(
      """
      Layout: the median difference of \(shifts.comparisons) comparisons is \
      \(NumberText.format(shifts.median * 100)) %, the largest \
      \(NumberText.format(shifts.largest * 100)) %; both include noise.

      """)
  }
}

/// Shows the steps of builds.
private struct BuildSteps: RevisionBuilder.Observer {
  func begins(_ step: String) { Trials.say("\(step) …\n") }
  func progress(_ line: String) {}
  func fails(with diagnostics: String) { Trials.say("\(lines: diagnostics)\n") }
}

/// The changes in times when the same code is linked in another order.
///
/// Changing one function moves others to new addresses, and a processor runs some of them faster or
/// slower there. Such a difference is real, but the change itself did not cause it.
struct LayoutShifts: Hashable {
  /// The number of comparisons of one order with another.
  let comparisons: Int

  /// The median and the largest difference, as shares; they include measuring noise.
  let median, largest: Double

  /// Summarizes comparisons; nil if none of them has a ratio.
  init?(_ entries: [ComparisonEntry]) {
    let shifts = entries.compactMap(\.distance)
    guard let median = SortedSamples(shifts)?.median, let largest = shifts.max() else { return nil }
    comparisons = shifts.count
    self.median = median
    self.largest = largest
  }
}
