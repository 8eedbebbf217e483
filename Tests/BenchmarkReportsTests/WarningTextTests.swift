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
      .wideIntervals(benchmarks: ["kernel.a", "kernel.b"]),
      .fragileScenarios(["transition.fragile"]),
      .differentMachines(baseline: "CPU 1 (2 cores)", candidate: "CPU 2 (8 cores)"),
      .differentBuilds(baseline: "release", candidate: "debug"),
      .differentAllocators(baseline: "system", candidate: "jemalloc"),
      .differentCompilers(
        baseline: "Swift 6.2", candidate: "Swift 6.3", countersAreCompared: true),
      .differentCompilers(
        baseline: "Swift 6.2", candidate: "Swift 6.3", countersAreCompared: false),
      .uncommittedChanges(.baseline),
      .uncommittedChanges(.candidate),
      .randomAddresses,
      .endedEarly(reason: "the disk is full"),
      .notCompared(benchmark: "kernel.wide", reason: "it needs AVX-512"),
      .raisedThresholds(tolerance: 0.0234),
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
}
