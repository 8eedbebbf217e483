import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation
import FrameTiming
import WorkerProtocol

/// What a command measures, with how much effort, and by which rules it judges: everything that its
/// options say, resolved before anything is built.
///
/// Only this file makes plans, from options or from another plan.
struct Plan: Sendable {
  /// What is measured, and where its results are.
  fileprivate(set) var program: MeasuredProgram

  /// Which benchmarks and scenarios are measured.
  fileprivate(set) var selection: Selection

  /// The part of the selection that this job measures, or nil for all of it.
  fileprivate(set) var shard: ShardPlan?

  fileprivate(set) var workload: Workload
  fileprivate(set) var effort: Effort
  fileprivate(set) var rules: Rules
  fileprivate(set) var revisions = Revisions()
  fileprivate(set) var trials = Trials()
  fileprivate(set) var storage: Storage
  let allowsDebugBuild: Bool
  let isQuiet: Bool
}

extension Plan {
  /// By which rules results are judged.
  struct Rules: Sendable {
    /// Which changes matter.
    var comparison = ComparisonRules()

    /// Why the stored calibration is ignored; nil if there is none, or if it is used.
    var ignoredCalibration: MeasuringWarning?

    /// What a reader should know about the thresholds.
    var warnings: [MeasuringWarning] {
      [comparison.raisingTolerance.map { .raisedThresholds(tolerance: $0) }, ignoredCalibration]
        .compactMap(\.self)
    }

    /// Which findings pass.
    var policy = GatePolicy()
  }

  /// How revisions are built, and what is reported on a change besides its size.
  struct Revisions: Hashable, Codable, Sendable {
    /// Whether to measure revisions whose sources or code are equal.
    var measuresEqual = false

    /// Whether the baseline is built with the candidate's benchmarks, even if it has some of its
    /// own.
    var sharesBenchmarks = false

    /// Whether to name the functions that made benchmarks slower or faster.
    var explains = false

    /// Whether a report shows stacks, which take seconds of samples for every change.
    var showsStacks = false

    /// Whether to check changes that may come only from the order in which code is linked.
    ///
    /// False for processes of commands, which are not linked here.
    var judgesLayouts = true

    /// The number of orders of linking by which every change of a time is judged; nil to judge only
    /// changes of times without changes of instructions.
    var layouts: Int?
  }

  /// What `calibrate` compares, besides benchmarks.
  struct Trials: Sendable {
    /// How much slower one side of every second trial is unless the user says otherwise, as a
    /// share.
    static let usualSlowdown = 0.05

    /// The number of trials of each kind, or nil for as many as the time allows.
    var count: Int?

    /// The state of the caches before each frame; with cold caches, only scenarios are compared.
    var state = CacheState.warm
  }

  /// Whether a run is saved.
  enum Storage {
    /// Saved; if that is impossible, nothing is measured.
    case required

    /// Saved if possible; otherwise it is still measured and judged.
    case wanted

    /// Not saved.
    case none
  }
}

// MARK: From options

extension Plan {
  /// The plan of the options that all measuring commands share.
  fileprivate init(
    _ options: MeasuringOptions, of program: MeasuredProgram, isQuiet: Bool
  ) throws {
    self.program = program
    selection = try options.selection.selection()
    shard = try options.effort.shards.plan(program.store)
    workload = try options.workload()
    effort = options.effort.quick ? .quick : .normal
    rules = Rules()
    // A shard has a file of its own, which contains the run.
    storage = shard == nil ? .required : .none
    allowsDebugBuild = options.effort.allowDebugBuild
    self.isQuiet = isQuiet
  }

  /// The plan that calibrations share: they are never divided among jobs, and save no run.
  fileprivate init(
    _ selection: Selection, _ workload: Workload, of program: MeasuredProgram, isQuiet: Bool
  ) {
    self.program = program
    self.selection = selection
    self.workload = workload
    effort = .normal
    rules = Rules()
    storage = .none
    allowsDebugBuild = false
    self.isQuiet = isQuiet
  }

  /// Judges changes by rules and, unless they say otherwise, by what this machine can detect.
  fileprivate mutating func judge(by comparison: ComparisonRules) {
    let calibrated = program.store.usableCalibration(of: MachineProbe.machine())
    rules.ignoredCalibration = calibrated.warning
    rules.comparison = comparison.raised(to: calibrated.calibration?.tolerance.value ?? 0)
  }

  /// Sets how long each benchmark is compared; nil for the default.
  fileprivate mutating func compare(seconds: Double?) {
    effort.timeLimit = .seconds(seconds ?? (effort.isQuick ? 1 : Effort.usualSeconds))
    effort.coldTimeLimit =
      workload.isWarm || effort.isQuick ? nil : .seconds(seconds ?? Effort.usualColdSeconds)
  }

  /// The plan of the options that `check` and `compare` share.
  fileprivate init(
    _ options: ComparingOptions, of program: MeasuredProgram, writesStacks: Bool, isQuiet: Bool
  ) throws {
    try self.init(options.measuring, of: program, isQuiet: isQuiet)
    if storage == .required { storage = .wanted }
    judge(by: options.gate.comparison(of: workload))
    rules.policy = options.gate.policy
    let lockstep = options.lockstep
    compare(seconds: lockstep.time.time ?? lockstep.totalTime)
    effort.totalTime = lockstep.totalTime.map { .seconds($0) }
    revisions.measuresEqual = lockstep.measureEqual
    revisions.sharesBenchmarks = lockstep.benchmarks == .candidate
    revisions.explains = lockstep.explain || writesStacks
    // 'merge' may write stacks, so a shard always samples them.
    revisions.showsStacks = writesStacks || shard != nil
    revisions.layouts = lockstep.layouts
  }
}

extension Framegate.Run {
  func plan(of program: MeasuredProgram) throws -> Plan {
    var plan = try Plan(measuring, of: program, isQuiet: report.output.quiet)
    plan.effort.pacedSeconds = timer.pacedSeconds
    plan.effort.findsCapacity = capacity
    return plan
  }
}

extension Framegate.Check {
  func plan(of program: MeasuredProgram) throws -> Plan {
    var plan = try Plan(
      options, of: program, writesStacks: report.writes(.folded), isQuiet: report.output.quiet)
    plan.workload.budgets = try budgets.rules(program.store)
    plan.effort.pacedSeconds = timer.pacedSeconds
    plan.effort.slowdown = slowdown.inject
    if slowdown.inject != nil { plan.storage = .none }
    return plan
  }
}

extension Framegate.Compare {
  func plan(of program: MeasuredProgram) throws -> Plan {
    var plan = try Plan(
      options, of: program, writesStacks: report.writes(.folded), isQuiet: report.output.quiet)
    if !commands.command.isEmpty {
      // By default, commands are only timed.
      plan.workload.chosenMetrics = plan.workload.chosenMetrics ?? [.wallClock, .cpuTotal]
      plan.revisions.judgesLayouts = false
    }
    return plan
  }
}

extension HistoryOptions {
  /// The plan for comparing commits by all numbers, or only by `metric`.
  func plan(
    of program: MeasuredProgram, searching metric: String? = nil, isQuiet: Bool
  ) throws -> Plan {
    var plan = try Plan(measuring, of: program, isQuiet: isQuiet)
    let derived = metric.flatMap { HistorySeries.Quantity(derived: $0) }
    // Dropped slots are computed from the work of frames; answers are compared whatever is timed.
    if derived != nil { plan.workload.chosenMetrics = [.cpuTotal] }
    plan.judge(by: threshold.comparison(of: plan.workload))
    plan.compare(seconds: time.time)
    if derived == .answers {
      plan.effort.timeLimit = .milliseconds(100)
      plan.effort.coldTimeLimit = nil
    }
    plan.effort.isPrecise = true
    plan.revisions.measuresEqual = true
    return plan
  }
}

extension Framegate.Calibrate {
  /// The plan of the trials.
  func plan(of program: MeasuredProgram) throws -> Plan {
    var plan = try Plan(
      selection.selection(), scenarios.workload(), of: program, isQuiet: output.quiet)
    plan.workload.chosenRates = [.hz60]
    plan.effort.slowdown = slowdown.inject ?? Plan.Trials.usualSlowdown
    plan.effort.timeLimit = .seconds(
      limit.time ?? (cold ? Effort.usualColdSeconds : Effort.usualSeconds))
    plan.rules.comparison = threshold.comparison(of: plan.workload)
    plan.trials = Plan.Trials(count: trials, state: cold ? .cold : .warm)
    return plan
  }

  /// The plan that measures here what was measured on a device.
  func plan(of program: MeasuredProgram, as device: ResultFile) throws -> Plan {
    var plan = try Plan(
      selection.selection(), scenarios.workload(), of: program, isQuiet: output.quiet)
    plan.selection.only = Set(device.benchmarks.map(\.name))
    let rates = Set(device.benchmarks.flatMap { $0.frames.map(\.rate) })
    if !rates.isEmpty { plan.workload.chosenRates = rates.sorted() }
    plan.workload.chosenMetrics = [.cpuTotal]
    return plan
  }
}

// MARK: From other plans

extension Plan {
  /// This plan for measuring the times of some scenarios once more, without keeping a file.
  func again(_ names: Set<String>) -> Plan {
    var plan = self
    plan.selection.only = names
    plan.shard = nil
    plan.storage = .none
    plan.workload.chosenMetrics = [.cpuTotal]
    return plan
  }

  /// This plan for another program.
  func measuring(_ choice: MeasuredProgram.Choice) -> Plan {
    var plan = self
    plan.program = program.replaced(by: choice)
    return plan
  }

  /// This plan for one benchmark only, unless the user also selected some.
  func taking(only name: String?) -> Plan {
    guard let name else { return self }
    var plan = self
    plan.selection.take(only: name)
    return plan
  }

  /// This plan for some benchmarks of one pair of builds, and for `factor` times as long.
  func comparing(_ names: Set<String>, times factor: Int) -> Plan {
    var plan = self
    plan.selection.only = names
    plan.shard = nil
    plan.effort = effort.times(factor)
    return plan
  }
}

// MARK: Comparing

extension Plan {
  /// Compares builds with this effort and by these rules.
  var lockstep: Lockstep { Lockstep(workload, effort, rules.comparison) }
}

// MARK: Keys

extension Plan {
  /// How long a benchmark may be compared, in seconds.
  var seconds: Double { effort.timeLimit / .seconds(1) }

  /// The stored comparisons that this plan reuses and extends.
  ///
  /// `variables` are the environment variables that the candidate's benchmarks read.
  func pairStore(_ variables: [WorkerVariable]) -> PairStore {
    PairStore(program.store, setting: pairSetting(variables), machine: MachineProbe.machine())
  }

  /// A hash of everything that comparisons of one pair of builds depend on.
  func pairSetting(_ variables: [WorkerVariable]) -> String {
    var workload = workload.setting(variables)
    // It changes no number, and a failure asks to raise it.
    workload.timeout = Workload().timeout
    let key = PairKey(
      program: program.name, workload: workload, rules: rules.comparison,
      comparesColdFrames: effort.coldTimeLimit != nil)
    return Self.hash(of: key)
  }

  /// A hash that tells values apart.
  ///
  /// - Precondition: All numbers in it are finite; no option accepts others.
  static func hash(of value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    do {
      let json = try encoder.encode(value)
      return StableHash(of: [String(decoding: json, as: UTF8.self)]).digits
    } catch {
      preconditionFailure("\(value) cannot be encoded: \(error)")
    }
  }

  private struct PairKey: Encodable {
    let program: String?
    let workload: Workload
    let rules: ComparisonRules
    let comparesColdFrames: Bool
  }
}

extension Plan {
  /// Refuses to measure a part of a stored candidate; nil means a new run.
  func requireWhole(ifStored candidate: String?) throws {
    if candidate != nil, shard != nil { throw ShardError.nothingToDivide }
  }

  /// Refuses options that need builds where stored results take their place.
  func requireNoBuilds() throws {
    guard revisions.explains else { return }
    throw CommandError(
      """
      '--explain' and 'folded' explain a change between two revisions. Name the base as one, in \
      'check' with '--against', or leave them out.
      """)
  }
}
