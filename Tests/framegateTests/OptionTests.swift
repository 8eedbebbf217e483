import ArgumentParser
import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation
import FrameLogs
import FrameTiming
import ReportText
import TestSupport
import Testing
import WorkerProtocol

@testable import framegate

@Suite("Options")
struct OptionTests {
  private func workload(_ arguments: [String]) throws -> Workload {
    try MeasuringOptions.parse(arguments).workload()
  }

  @Test("Become one value, with the defaults of a workload")
  func defaults() throws {
    let workload = try workload([])
    #expect(workload.rates == [.hz60, .hz120])
    #expect(workload.layers == 200)
    #expect(workload.screen == .standard)
    #expect(workload.timeout == .seconds(60))
    #expect(workload.environment.isEmpty)
  }

  @Test("Without '--rate', a scenario is sampled at the rates of its budgets, too")
  func rates() throws {
    let budgets: [FrameBudget] = [
      .noDroppedFrames(at: RefreshRate(hertz: 90)), .noDroppedFrames(at: .hz60),
      .allocationsPerFrame(0),
    ]
    let scenario = ScenarioTraits(duration: .seconds(1), budgets: budgets)
    func hertz(_ workload: Workload) -> [Int] {
      workload.rates(of: scenario).map(\.hertz)
    }

    #expect(hertz(try workload([])) == [60, 90, 120])
    #expect(hertz(try workload(["--rate", "120,60"])) == [120, 60])
    var judged = try workload([])
    judged.budgets.overriding = [.noDroppedFrames(at: RefreshRate(hertz: 75))]
    #expect(hertz(judged) == [60, 75, 120])
  }

  @Test("Options that a log or a stored result has no use for have the names of their properties")
  func names() throws {
    let help = Framegate.helpMessage(for: Framegate.Compare.self, includeHidden: true)
    let words = Set(help.split { $0.isWhitespace || $0 == "," || $0 == "/" }.map(String.init))
    let names = Set(
      try (MeasuringOptions.parse([]).options + LockstepOptions.parse([]).options).map(\.name))

    #expect(names.count > 15 && names.isSubset(of: words), "\(names.subtracting(words))")
    #expect(ComparingOptions.usedByResults.isSubset(of: names))
  }

  @Test("Naming the default metrics is not the same as naming none")
  func metrics() throws {
    #expect(try workload([]).chosenMetrics == nil)
    let names = Metric.measuredByDefault.map(\.name).joined(separator: ",")
    #expect(
      try workload(["--metric", names]).chosenMetrics
        == MetricChoice(Set(Metric.measuredByDefault)))
    #expect(try workload(["--metric", "instructions"]).chosenMetrics == [.instructions])
  }

  @Test("Variables are set by name and value; a value may contain '='")
  func variables() throws {
    #expect(
      try workload(["--env", "A=1", "--env", "B=x=y", "--env", "C="]).environment
        == ["A": "1", "B": "x=y", "C": ""])
  }

  @Test("The seed of hashing can be left random")
  func hashing() throws {
    #expect(try !workload([]).hashesRandomly)
    let random = try workload(["--env", "FRAMEGATE_HASH_SEED=random", "--env", "A=1"])
    #expect(random.hashesRandomly)
    #expect(random.environment == ["A": "1"])
  }

  @Test("'inspect' measures nothing, so it refuses '--warm'")
  func inspectWarm() {
    let error = #expect(throws: (any Error).self) {
      try Framegate.parseAsRoot(["inspect", "transition.x", "--warm"])
    }
    #expect(error.map { Framegate.exitCode(for: $0).rawValue } == 64)
  }

  /// Arguments of `calibrate` of which one would be ignored, and the end of the message.
  private static let contradictions: [(arguments: [String], advice: String)] = [
    (["--cold", "--warm"], "Leave '--warm' out to compare cold frames."),
    (["r.json", "--device", "d", "--cold"], "Leave '--cold' out."),
    (["r.json", "--device", "d", "--trials", "3"], "Leave '--trials' out."),
    (["r.json", "--device", "d", "--inject", "0.1"], "Leave '--inject' out."),
    (["r.json", "--device", "d", "--time", "1"], "Leave '--time' out."),
    (["r.json", "--device", "d", "--threshold", "1"], "Leave '--threshold' out."),
    (["--device", "d"], "a '--device' to store it as."),
    (["r.json"], "a '--device' to store it as."),
  ]

  @Test("'calibrate' refuses what it would ignore", arguments: contradictions)
  func contradiction(_ arguments: [String], _ advice: String) {
    do {
      _ = try Framegate.parseAsRoot(["calibrate"] + arguments)
      Issue.record("not refused")
    } catch {
      let message = Framegate.message(for: error)
      #expect(message.hasSuffix(advice), "\(message)")
      #expect(Framegate.exitCode(for: error).rawValue == 64)
    }
  }

  /// Options that say how to measure, with a value where they have one.
  private static let measuring: [[String]] = [
    ["--filter", "x"], ["--skip", "x"], ["--tag", "x"], ["--skip-tag", "x"], ["--all"],
    ["--layers", "7"], ["--scene", "heavy"], ["--variant", "simd"], ["--screen", "100x200"],
    ["--rate", "90"], ["--quick"], ["--timeout", "5"], ["--env", "A=1"], ["--allow-debug-build"],
    ["--time", "1"], ["--total-time", "9"], ["--measure-equal"], ["--explain"],
    ["--layouts", "3"], ["--benchmarks", "candidate"],
  ]

  /// Those of them that say something of a stored result, too.
  private static let used = [["--metric", "cpuTotal"], ["--warm"], ["--shard", "1/2"]]

  private static let log = ["--log", "log.csv", "--budget", "noDroppedFrames@60"]

  @Test("A log takes no option that says how to measure", arguments: measuring + used)
  func log(_ options: [String]) {
    let error = #expect(throws: (any Error).self) {
      try Framegate.parseAsRoot(["check"] + Self.log + options)
    }
    let message = error.map { Framegate.message(for: $0) } ?? ""
    #expect(message.hasSuffix("Leave '\(options[0])' out with '--log'."), "\(message)")
  }

  @Test("A stored result takes no option that says how to measure", arguments: measuring)
  func stored(_ options: [String]) {
    let error = #expect(throws: (any Error).self) {
      try Framegate.parseAsRoot(["check", "--result", "r.json"] + options)
    }
    let message = error.map { Framegate.message(for: $0) } ?? ""
    #expect(message.hasSuffix("Leave '\(options[0])' out."), "\(message)")
  }

  @Test("What says how to judge is taken for results and logs")
  func judging() throws {
    for options in Self.used + [["--threshold", "3"], ["--allow-missing"]] {
      _ = try Framegate.parseAsRoot(["check", "--result", "r.json", "--against", "b"] + options)
    }
    _ = try Framegate.parseAsRoot(["check", "--result", "r.json", "--allow-missing"])
    _ = try Framegate.parseAsRoot(["check"] + Self.log + ["--fail-on", "inconclusive"])
  }

  @Test("No threshold is another one than zero: verdicts of one are no verdicts of the other")
  func thresholdOfPairs() throws {
    let settings = try [[], ["--threshold", "0"], ["--threshold", "2"]].map { threshold in
      let compare = try #require(
        try Framegate.parseAsRoot(["compare", "a", "b"] + threshold) as? Framegate.Compare)
      return try compare.plan(of: .unnamed).pairSetting([])
    }
    #expect(Set(settings).count == 3)
  }

  @Test("A key of pairs that cannot be made traps, because an empty one would be that of others")
  func impossibleKey() async {
    #expect(Plan.hash(of: [1.0]) != Plan.hash(of: [2.0]))
    await #expect(processExitsWith: .failure) { _ = Plan.hash(of: [Double.nan]) }
  }

  @Test("A value that is refused cannot control the terminal that shows it")
  func controls() {
    let types: [any ArgumentText.Type] = [
      ScreenSize.self, ShardChoice.self, ReserveTime.self, ReplaySettings.self, NamePattern.self,
      ResultName.self, RateList.self, MetricChoice.self, VariableAssignment.self,
      ReportCopy<Framegate.Check>.self, FrameBudget.self, LogFormat.self, FractionList.self,
      Retention.self, StartPolicy.self, FrameQueue.self,
    ]
    func expectRefusal<Value: ArgumentText>(_ type: Value.Type) {
      let error = #expect(throws: ValidationError.self) {
        try Checked<Value>("x[\u{1B}[2J\n").value
      }
      #expect(error?.message.unicodeScalars.contains(where: \.isControl) == false, "\(type)")
    }
    for type in types { expectRefusal(type) }
  }

  @Test("The extension of a format that a command does not write is refused")
  func extensions() throws {
    for arguments in [["list", "--path", "x.csv"], ["calibrate", "--path", "x.xml"]] {
      #expect(throws: (any Error).self) { try Framegate.parseAsRoot(arguments) }
      _ = try Framegate.parseAsRoot(arguments + ["--format", "text"])
    }
    _ = try Framegate.parseAsRoot(["check", "--path", "x.xml"])
  }

  @Test("Whatever changes a verdict on a pair is part of its key")
  func keysOfPairs() throws {
    let options: [[String]] = [
      [], ["--warm"], ["--layers", "7"], ["--rate", "90"], ["--metric", "cpuTotal"],
      ["--env", "A=1"], ["--screen", "100x200"], ["--scene", "heavy"], ["--variant", "simd"],
      ["--allow-different"],
    ]
    let keys = try options.map { options in
      let compare = try #require(
        try Framegate.parseAsRoot(["compare", "a", "b"] + options) as? Framegate.Compare)
      return try compare.plan(of: .unnamed).pairSetting([])
    }
    #expect(Set(keys).count == options.count)
    let same = try #require(
      try Framegate.parseAsRoot(["compare", "a", "b", "--measure-equal", "--quiet"])
        as? Framegate.Compare)
    #expect(try same.plan(of: .unnamed).pairSetting([]) == keys[0])

    // A variable that workers inherit counts like one that '--env' sets.
    let plan = try same.plan(of: .unnamed)
    let read = ["PATH", "FRAMEGATE_NOT_SET"].map { WorkerVariable(name: $0, values: []) }
    #expect(plan.pairSetting([read[0]]) != keys[0])
    #expect(plan.pairSetting([read[1]]) == keys[0])
  }

  /// The program that the arguments of a comparison name.
  private func program(_ arguments: [String]) throws -> MeasuredProgram {
    let compare = try #require(
      try Framegate.parseAsRoot(["compare", "a", "b"] + arguments) as? Framegate.Compare)
    return compare.report.output.program.named
  }

  @Test("A command keeps its program and package, whatever another one names")
  func programs() throws {
    let folder = try TemporaryFolder()
    let package = folder.url.appending(path: "Package.swift")
    try Data("// swift-tools-version: 6.2\n".utf8).write(to: package)
    let feed = try program(["--product", "Feed", "--package-path", folder.url.path])
    let file = try program(["--worker", "bin/Feed"])
    let made = try program(["--worker", "bin/demo", "--build", "make demo"])
    let unnamed = try program([])

    #expect([feed, file, made, unnamed].map(\.name) == ["Feed", "Feed", "demo", nil])
    #expect([feed, file, made, unnamed].map(\.isChosen) == [true, true, true, false])
    #expect(feed.packageRoot.path == folder.url.standardizedFileURL.path)
    #expect(unnamed.packageRoot.path != feed.packageRoot.path)
    #expect(feed.store.tool == "Feed")
  }

  @Test("Verdicts on one program are no verdicts on another")
  func programOfPairs() throws {
    let compare = try #require(
      try Framegate.parseAsRoot(["compare", "a", "b"]) as? Framegate.Compare)
    let names = [[], ["--product", "Feed"], ["--worker", "bin/Other"]]
    let plans = try names.map { try compare.plan(of: program($0)) }

    #expect(Set(plans.map { $0.pairSetting([]) }).count == plans.count)
    #expect(plans[0].measuring(.product("Feed")).pairSetting([]) == plans[1].pairSetting([]))
  }

  @Test("'check' compares at the rates of the budgets that it judges")
  func ratesOfBudgets() throws {
    let check = try #require(
      try Framegate.parseAsRoot(["check", "--against", "a", "--budget", "noDroppedFrames@90"])
        as? Framegate.Check)
    let plan = try check.plan(of: .unnamed)
    let budgets = [FrameBudget.noDroppedFrames(at: RefreshRate(hertz: 90))]
    #expect(plan.workload.budgets.overriding == budgets)
  }

  @Test("Each mode of 'calibrate' alone is accepted")
  func calibration() throws {
    for arguments in [["--cold"], ["--warm"], ["r.json", "--device", "d"], ["--trials", "3"]] {
      #expect(throws: Never.self) { try Framegate.parseAsRoot(["calibrate"] + arguments) }
    }
  }

  /// Arguments that are malformed, and the end of the message.
  private static let malformed: [(arguments: [String], advice: String)] = [
    (["--env", "A"], "such as LEVEL=high."),
    (["--env", "=1"], "such as LEVEL=high."),
    (["--rate", "60,60"], "such as 60,120."),
    (["--metric", "the speed"], "peakMemoryResident."),
    (["--timeout", "0"], "got 0.0."),
  ]

  @Test("Malformed arguments are refused with advice", arguments: malformed)
  func refused(_ arguments: [String], _ advice: String) {
    do {
      _ = try MeasuringOptions.parse(arguments)
      Issue.record("not refused")
    } catch {
      let message = MeasuringOptions.message(for: error)
      #expect(message.hasSuffix(advice), "\(message)")
    }
  }

  /// What the help page of a command says, as one line.
  private func help(_ command: any ParsableCommand.Type) -> String {
    Framegate.helpMessage(for: command, includeHidden: true, columns: 200)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test("Defaults stand in the help as they are used")
  func defaultsInHelp() throws {
    let compare = try #require(
      try Framegate.parseAsRoot(["compare", "a", "b"]) as? Framegate.Compare)
    let calibrate = try #require(try Framegate.parseAsRoot(["calibrate"]) as? Framegate.Calibrate)
    let plan = try compare.plan(of: .unnamed)
    let slowdown = try #require(try calibrate.plan(of: .unnamed).effort.slowdown)
    let cold = try #require(plan.effort.coldTimeLimit) / .seconds(1)
    let rates = plan.workload.rates.map { "\($0.hertz)" }.joined(separator: " and ")
    let comparing = help(Framegate.Compare.self)
    let calibrating = help(Framegate.Calibrate.self)

    #expect(comparing.contains("not \(rates) Hz."))
    #expect(comparing.contains("(default: \(plan.workload.timeout / .seconds(1)))"))
    #expect(comparing.contains("(default: \(plan.workload.screen))"))
    #expect(comparing.contains("not \(Int(plan.seconds)) s (cold \(Int(cold)))."))
    let percents = [
      ComparisonRules.pairedThreshold(of: .benchmark),
      ComparisonRules.pairedThreshold(of: .scenario), ComparisonRules.separateRunsThreshold,
    ].map { Int(($0 * 100).rounded()) }
    #expect(
      comparing.contains(
        "Default: \(percents[0]) (benchmarks), \(percents[1]) (scenarios), \(percents[2]) (stored)."
      ))
    #expect(
      calibrating.contains(
        "doing more of the same work: \(ArgumentHelp.number(slowdown * 100)) % more"))
    #expect(calibrating.contains("to \(CalibrationMeasurement.standardTrials), as"))
  }

  @Test("Budgets, depth and reserve replace the declared ones")
  func budgets() throws {
    let options = try BudgetOptions.parse(
      ["--budget", "noDroppedFrames@120", "--depth", "2", "--reserve", "1.5ms"])
    #expect(try options.budget.map { try $0.value } == [.noDroppedFrames(at: .hz120)])
    #expect(try options.display.replay.reserve?.value.nanoseconds == 1_500_000)
  }
}

@Suite("Exit codes")
struct ExitTests {
  @Test("Options say which outcomes pass")
  func policy() throws {
    #expect(try GateOptions.parse([]).policy == GatePolicy())
    #expect(
      try GateOptions.parse(["--fail-on", "no-base"]).policy == GatePolicy(failing: [.noBase]))
    #expect(
      try GateOptions.parse(["--fail-on", "improvement", "--allow-missing"]).policy
        == GatePolicy(allowsMissing: true, failing: [.improved]))
    #expect(
      try GateOptions.parse(["--fail-on", "improvement", "--fail-on", "inconclusive"]).policy
        == GatePolicy(failing: [.improved, .inconclusive]))
  }

  @Test("Codes are those that scripts depend on")
  func codes() {
    #expect(ToolExit.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 7, 64, 130])
    for exit in ToolExit.allCases { #expect(ToolExit.table.contains("\(exit.rawValue) ")) }
  }
}
