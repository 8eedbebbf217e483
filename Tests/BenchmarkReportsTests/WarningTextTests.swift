import BenchmarkResults
import TestSupport
import Testing

@testable import BenchmarkReports

@Suite("Warnings in words")
struct WarningTextTests {
  @Test("Every case has its text, with advice")
  func texts() throws {
    let failure = Gate.Failure(name: "kernel.spring.l2.simd", reason: "signal 11")
    let warnings: [MeasuringWarning] = [
      .unoptimizedBuild(configuration: "debug"),
      .busyMachine(load: 3.5, cores: 1),
      .busyDuringRun(otherCores: 1.25, stolenCores: 0, cores: 2),
      .busyDuringRun(otherCores: 0.5, stolenCores: 0.125, cores: 2),
      .wideIntervals(benchmarks: ["kernel.a", "kernel.b"]),
      .fragileScenarios(["transition.fragile"]),
      .differentMachines(baseline: "CPU 1 (2 cores)", candidate: "CPU 2 (8 cores)"),
      .differentBuilds(baseline: "release", candidate: "debug"),
      .differentAllocators(baseline: "system", candidate: "jemalloc"),
      .differentVariables(baseline: "none", candidate: "LEVEL=high"),
      .differentCompilers(
        baseline: "Swift 6.2", candidate: "Swift 6.3", countersAreCompared: true),
      .differentCompilers(
        baseline: "Swift 6.2", candidate: "Swift 6.3", countersAreCompared: false),
      .uncommittedChanges(.baseline),
      .uncommittedChanges(.candidate),
      .randomAddresses,
      .measuredApart("kernel.large"),
      .endedEarly(reason: "the disk is full"),
      .notCompared(benchmark: "kernel.wide", reason: "it needs AVX-512"),
      .raisedThresholds(tolerance: 0.0234),
      .ignoredCalibration(
        file: "calibration.json", reason: "its tolerance 1e+308 is not a share between 0 and 0.5"),
      .benchmarkFailed(failure),
      .fragileBudgets,
      .noBudget(scenarios: ["transition.a", "transition.b"]),
    ]

    try expectGolden(warnings.map { $0.text + "\n" }.joined(), "warnings.txt")
  }

  @Test("A run without problems has no warnings")
  func usual() throws {
    #expect(RunReport(try Fixtures.usual()).warnings.isEmpty)
  }

  @Test("A run with problems has one warning for each")
  func troubled() throws {
    #expect(
      RunReport(try Fixtures.troubled()).warnings == [
        .unoptimizedBuild(configuration: "debug"),
        .busyMachine(load: 3.5, cores: 2),
        .wideIntervals(benchmarks: ["kernel.concat.l2.struct"]),
        .fragileScenarios(["transition.fragile"]),
      ])
  }

  @Test("What others used during the run decides, not the load before it")
  func busy() throws {
    var file = try Fixtures.usual()
    file.environment.loadAtStart = .value(9)
    file.environment.machineUse = MachineUse(otherCores: 0.25, stolenCores: 0.125)
    #expect(RunReport(file).warnings.isEmpty)

    file.environment.machineUse?.otherCores = 0.5
    #expect(
      RunReport(file).warnings
        == [.busyDuringRun(otherCores: 0.5, stolenCores: 0.125, cores: 2)])
  }

  @Test("The header says what the run could use")
  func header() throws {
    var file = try Fixtures.usual()
    file.environment.machineUse = MachineUse(
      usableCores: 1, coreQuota: 0.2, niceness: 19, otherCores: 0.25, stolenCores: 0.125)
    let header = RunReport(file).header

    #expect(header[1].contains("(2 cores) · 1 core usable, quota 0.200 cores, nice 19 · "))
    #expect(header[2].hasSuffix(" · others used 0.250 cores, the hypervisor withheld 0.125"))
  }
}
