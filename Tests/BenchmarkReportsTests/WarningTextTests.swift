import BenchmarkResults
import Foundation
import ReportText
import ResultTestSupport
import TestSupport
import Testing

@testable import BenchmarkReports
@testable import BenchmarkVerdicts

@Suite("Warnings in words")
struct WarningTextTests {
  /// A warning of the case after another one's, so that the compiler asks for a new one here.
  private static func next(after warning: MeasuringWarning) -> MeasuringWarning? {
    switch warning {
    case .unoptimizedBuild: .busyMachine(load: 3.5, cores: 1)
    case .busyMachine: .busyDuringRun(otherCores: 1.25, stolenCores: 0, cores: 2)
    case .busyDuringRun: .wideIntervals(benchmarks: ["kernel.a", "kernel.b"])
    case .wideIntervals: .fragileScenarios(["transition.fragile"])
    case .fragileScenarios:
      .differentMachines(baseline: "CPU 1 (2 cores)", candidate: "CPU 2 (8 cores)")
    case .differentMachines: .differentBuilds(baseline: "release", candidate: "debug")
    case .differentBuilds: .differentAllocators(baseline: "system", candidate: "jemalloc")
    case .differentAllocators: .differentVariables(baseline: "none", candidate: "LEVEL=high")
    case .differentVariables:
      .differentCompilers(
        baseline: "Swift 6.2", candidate: "Swift 6.3", countersAreCompared: true)
    case .differentCompilers: .uncommittedChanges(.baseline)
    case .uncommittedChanges: .randomAddresses
    case .randomAddresses: .measuredApart("kernel.large")
    case .measuredApart: .longSamples("kernel.large", factor: 8)
    case .longSamples: .commonShift(CommonShift(count: 11, total: 12, ratio: 1.052))
    case .commonShift: .explainedInPart(reason: "the disk is full")
    case .explainedInPart: .coldFramesNotCompared(reason: "no")
    case .coldFramesNotCompared: .notCompared(benchmark: "kernel.wide", reason: "it needs AVX-512")
    case .notCompared: .raisedThresholds(tolerance: 0.0234)
    case .raisedThresholds:
      .ignoredCalibration(
        file: "calibration.json", reason: "its tolerance 1e+308 is not a share between 0 and 0.5")
    case .ignoredCalibration:
      .benchmarkFailed(
        Ending.Failure(name: "kernel.spring.l2.simd", reason: "signal 11"))
    case .benchmarkFailed: .fragileBudgets(scenarios: ["transition.fragile"])
    case .fragileBudgets: .noBudget(scenarios: ["transition.a", "transition.b"])
    case .noBudget: .noBaseline(reason: "main has no benchmarks.")
    case .noBaseline:
      .differentRuns(commits: 2, course: "feed", commit: "c0", range: "70.0 … 115 ns")
    case .differentRuns: .differentProcessors(["CPU 1", "CPU 2"])
    case .differentProcessors: .recorded("A sentence of a worker.")
    case .recorded: nil
    }
  }

  @Test("Every case has its text, with advice")
  func texts() throws {
    let first = MeasuringWarning.unoptimizedBuild(configuration: "debug")
    let warnings =
      Array(sequence(first: first, next: Self.next(after:))) + [
        .busyDuringRun(otherCores: 0.5, stolenCores: 0.125, cores: 2),
        .differentCompilers(
          baseline: "Swift 6.2", candidate: "Swift 6.3", countersAreCompared: false),
        .uncommittedChanges(.candidate),
      ]

    try expectGolden(warnings.map { $0.text(Fixtures.tool) + "\n" }.joined(), "warnings.txt")
  }

  @Test(
    "What the hypervisor withheld is told from half a hundredth of a core",
    arguments: [(0.0049, false), (0.005, true)])
  func withheld(stolenCores: Double, isTold: Bool) {
    let warning = MeasuringWarning.busyDuringRun(
      otherCores: 1.25, stolenCores: stolenCores, cores: 2)
    #expect(warning.text(Fixtures.tool).contains("withheld") == isTold)
  }

  @Test("A run without problems has no warnings")
  func usual() throws {
    #expect(RunReport(ReplayedResult(Fixtures.usual())).warnings.isEmpty)
  }

  @Test("A run with problems has one warning for each")
  func troubled() throws {
    #expect(
      RunReport(ReplayedResult(Fixtures.troubled())).warnings == [
        .unoptimizedBuild(configuration: "debug"),
        .busyMachine(load: 3.5, cores: 2),
        .wideIntervals(benchmarks: ["kernel.concat.l2.struct"]),
        .fragileScenarios(["transition.fragile"]),
      ])
  }

  @Test("What others used during the run decides, not the load before it")
  func busy() throws {
    var file = Fixtures.usual()
    file.environment.loadAtStart = .value(9)
    file.environment.machineUse.otherCores = 0.25
    file.environment.machineUse.stolenCores = 0.125
    #expect(RunReport(ReplayedResult(file)).warnings.isEmpty)

    file.environment.machineUse.otherCores = 0.5
    #expect(
      RunReport(ReplayedResult(file)).warnings
        == [.busyDuringRun(otherCores: 0.5, stolenCores: 0.125, cores: 2)])
  }

  private static let use = {
    var use = MachineUse()
    use.usableCores = 1
    use.coreQuota = 0.2
    use.niceness = 19
    use.otherCores = 0.5
    use.stolenCores = 0.125
    return use
  }()

  @Test("A comparison that was measured says on what, as text, Markdown and JSON")
  func comparison() throws {
    let file = Fixtures.usual()
    let machine = file.environment.machine
    let label = ResultLabel("main", file)
    func report(_ conditions: MachineConditions?) -> CompareReport {
      CompareReport(
        Gate(Comparison(entries: [], conditions: conditions)), baseline: label, candidate: label)
    }
    let measured = report(MachineConditions(machine: machine, use: Self.use))
    let words =
      """
      \(machine.summary) · 1 core usable, quota 0.200 cores, nice 19 · others used 0.500 cores, \
      the hypervisor withheld 0.125
      """

    #expect(measured.text().content.contains("\nMachine:   \(words)\n"))
    #expect(measured.markdown().content.contains("Measured on \(words)."))
    #expect(String(decoding: try measured.json(), as: UTF8.self).contains(#""niceness" : 19"#))
    #expect(!report(nil).text().content.contains("Machine:"))
    #expect(
      Self.use.warning(cores: 2)
        == .busyDuringRun(otherCores: 0.5, stolenCores: 0.125, cores: 2))
    #expect(Self.use.warning(cores: 3) == nil)
    #expect(MachineUse().warning(cores: 1) == nil)
  }

  @Test("A calibration says what it could use, keeps that in its file, and warns")
  func calibration() throws {
    let machine = Fixtures.usual().environment.machine
    var calibration = Calibration(
      [], inject: 0.05, machine: machine,
      time: Date(timeIntervalSince1970: 1_000), loadAtStart: .value(0.5))
    let earlier = calibration.text().content
    #expect(earlier.hasPrefix("\(machine.summary), load 0.500 → "))
    #expect(!earlier.contains("Warning: "))

    calibration.machineUse = Self.use
    let text = calibration.text().content
    #expect(text.hasPrefix("\(machine.summary) · 1 core usable, quota 0.200 cores, nice 19 · "))
    #expect(text.contains("Warning: During the run, other processes used 0.500 of 2 cores"))
    let json = try PrettyJSON.encode(calibration)
    #expect(try PrettyJSON.decode(Calibration.self, from: json) == calibration)
  }

  @Test("The header says what the run could use")
  func header() throws {
    var file = Fixtures.usual()
    file.environment.machineUse = Self.use
    file.environment.machineUse.otherCores = 0.25
    let header = RunReport(ReplayedResult(file)).header

    #expect(header[1].contains("(2 cores) · 1 core usable, quota 0.200 cores, nice 19 · "))
    #expect(header[2].hasSuffix(" · others used 0.250 cores, the hypervisor withheld 0.125"))
  }
}
