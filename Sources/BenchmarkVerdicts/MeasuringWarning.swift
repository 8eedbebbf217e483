import BenchmarkModel
package import BenchmarkResults
package import ReportText

/// Something that makes numbers or verdicts doubtful.
///
/// ``text(_:)`` words every case, with advice.
package enum MeasuringWarning: Hashable, Sendable {
  case unoptimizedBuild(configuration: String)
  case busyMachine(load: Double, cores: Int)

  /// Others used this many cores on average during the run.
  case busyDuringRun(otherCores: Double, stolenCores: Double, cores: Int)
  case wideIntervals(benchmarks: [String])
  case fragileScenarios([String])
  case differentMachines(baseline: String, candidate: String)
  case differentBuilds(baseline: String, candidate: String)
  case differentAllocators(baseline: String, candidate: String)
  case differentVariables(baseline: String, candidate: String)
  case differentCompilers(baseline: String, candidate: String, countersAreCompared: Bool)
  case uncommittedChanges(ComparisonSide)
  case randomAddresses

  /// The caches lose the benchmark's data between samples, so its samples are longer by this
  /// factor.
  case longSamples(String, factor: Int)
  case measuredApart(String)

  /// Nearly all times moved alike, so the machine or the build is the cause.
  case commonShift(CommonShift)

  /// Some changes could not be explained.
  case explainedInPart(reason: String)
  case noBaseline(reason: String)
  case notCompared(benchmark: String, reason: String)
  case coldFramesNotCompared(reason: String)

  /// The machine's tolerance, as a share, replaces default thresholds that are lower.
  case raisedThresholds(tolerance: Double)
  case ignoredCalibration(file: String, reason: String)
  case benchmarkFailed(Ending.Failure)
  case fragileBudgets(scenarios: [String])
  case noBudget(scenarios: [String])

  /// Runs of one commit have different values, most of all those of `course` at `commit`.
  case differentRuns(commits: Int, course: String, commit: String, range: String)

  /// Shards of one comparison ran on these processors.
  case differentProcessors([String])

  /// A sentence that another process or the reader of a log has written.
  case recorded(String)
}

extension MeasuringWarning {
  /// Whether it is about the thresholds of a command, and not about what was measured.
  var isOfThresholds: Bool {
    switch self {
    case .raisedThresholds, .ignoredCalibration: true
    default: false
    }
  }

  /// How to build programs whose times mean something.
  package static let releaseAdvice = "Build with 'swift build -c release' or, in C, with '-O2'"

  package func text(_ tool: ToolName) -> String {
    switch self {
    case .unoptimizedBuild(let configuration):
      "This is a \(configuration) build, whose times mean nothing. \(Self.releaseAdvice)."
    case .busyMachine(let load, let cores):
      """
      The load was up to \(NumberText.format(load)) on \(Words.count(cores, "core")): \
      other processes kept the machine busy. Stop them and measure again.
      """
    case .busyDuringRun(let others, let stolen, let cores):
      """
      During the run, other processes used \(NumberText.format(others)) of \
      \(Words.count(cores, "core"))\(stolen >= 0.005
        ? ", and the hypervisor withheld \(NumberText.format(stolen))" : ""). Stop them and measure \
      again.
      """
    case .wideIntervals(let benchmarks):
      """
      The interval is wider than 5 % of the median for \(benchmarks.joined(separator: ", ")). \
      Measure longer, or on a quieter machine.
      """
    case .fragileScenarios(let scenarios):
      """
      Dropped frames marked ~ depend on frames that end almost exactly at their deadline: \
      \(scenarios.joined(separator: ", ")). One more or less is noise; look at the headroom.
      """
    case .differentMachines(let baseline, let candidate):
      """
      The baseline is from \(baseline), the candidate from \(candidate): times are inconclusive, \
      allocations are compared. Measure both on one machine.
      """
    case .differentBuilds(let baseline, let candidate):
      """
      The baseline was built as '\(baseline)', the candidate as '\(candidate)': times are \
      inconclusive, allocations are compared. Build both the same way.
      """
    case .differentAllocators(let baseline, let candidate):
      """
      The baseline ran on the allocator '\(baseline)', the candidate on '\(candidate)': times are \
      inconclusive. Measure both on the system's allocator.
      """
    case .differentVariables(let baseline, let candidate):
      """
      The baseline ran with the variables '\(baseline)', the candidate with '\(candidate)': times and \
      counters are inconclusive. Set the same ones with '--env'.
      """
    case .differentCompilers(let baseline, let candidate, countersAreCompared: true):
      """
      The compilers differ ('\(baseline)' and '\(candidate)'): counters may change although the \
      code does not. Record a baseline with this compiler.
      """
    case .differentCompilers(let baseline, let candidate, countersAreCompared: false):
      """
      The compilers differ ('\(baseline)' and '\(candidate)'): counters are inconclusive. Record a \
      baseline with this compiler, or compare them anyway with '--across-toolchains'.
      """
    case .uncommittedChanges(let side):
      """
      The \(side.rawValue) was measured with uncommitted changes, so its commit does not identify \
      it. Commit them and measure again.
      """
    case .randomAddresses:
      """
      The system placed both sides at random memory addresses, so verdicts take longer. Install \
      util-linux, or allow the container to call personality.
      """
    case .longSamples(let benchmark, let factor):
      """
      The data of \(benchmark) leaves the caches between its samples, so each one takes \(factor) times as \
      long, and so does its verdict. Nothing needs to be done.
      """
    case .measuredApart(let benchmark):
      """
      Two processes of \(benchmark) do not fit into memory together, so they ran one after the other, \
      and its verdict takes longer. Let it use less memory, or allow more time with '--time'.
      """
    case .explainedInPart(let reason): "The explanation ended early: \(reason)"
    case .coldFramesNotCompared(let reason):
      "Frames with cold caches are not compared: \(reason.withoutFullStop)."
    case .notCompared(let benchmark, let reason):
      "\(benchmark) is not compared: \(reason.withoutFullStop)."
    case .commonShift(let shift):
      """
      \(shift.count) of \(Words.count(shift.total, "benchmark")) moved alike, by about \
      \(NumberText.change(shift.ratio)): this is the machine or the build (compiler, flags, a \
      dependency), not one change of the code. Compare instructions, with '--metric instructions'.
      """
    case .raisedThresholds(let tolerance):
      """
      Thresholds below \((tolerance * 1_000).rounded() / 10) % were raised to it, the tolerance \
      that '\(tool.command) calibrate' measured on this machine. Use '--threshold' to choose another \
      one.
      """
    case .ignoredCalibration(let file, let reason):
      """
      \(file) is ignored: \(reason). Run '\(tool.command) calibrate' again, with more '--trials' if \
      there are too few.
      """
    case .benchmarkFailed(let failure): "\(failure.name) failed: \(failure.reason)"
    case .fragileBudgets(let scenarios):
      """
      Verdicts on budgets of \(scenarios.joined(separator: ", ")) (~) rest on frames that end almost \
      exactly at their deadline. One dropped frame more or less is noise.
      """
    case .differentProcessors(let processors):
      """
      Shards ran on different processors (\(processors.joined(separator: "; "))). Verdicts on pairs \
      hold, because each pair ran on one of them; do not compare times between rows.
      """
    case .differentRuns(let commits, let course, let commit, let range):
      """
      \(Words.count(commits, "commit")) \(commits == 1 ? "has" : "have") several different values of a \
      benchmark; those of \(course) at \(commit) differ most: \(range). A row shows their median.
      """
    case .recorded(let sentence): sentence
    case .noBaseline(let reason):
      """
      Nothing was compared: \(reason) Until then only budgets are judged, which '--fail-on no-base' \
      makes a failure.
      """
    case .noBudget(let scenarios):
      """
      No budget is declared for \(scenarios.joined(separator: ", ")). \
      Add 'budget: [.noDroppedFrames(at: .hz60)]' to the scenario, or use '--budget'.
      """
    }
  }
}

extension MachineUse {
  /// The warning that a measurement needs when others used more than a quarter of the cores.
  package func warning(cores: Int) -> MeasuringWarning? {
    guard let otherCores else { return nil }
    let stolen = stolenCores ?? 0
    guard otherCores + stolen > Double(cores) / 4 else { return nil }
    return .busyDuringRun(otherCores: otherCores, stolenCores: stolen, cores: cores)
  }
}
