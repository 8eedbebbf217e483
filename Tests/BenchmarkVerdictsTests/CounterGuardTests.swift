import BenchmarkModel
import FrameTiming
import ResultTestSupport
import TestSupport
import Testing

@testable import BenchmarkResults
@testable import BenchmarkVerdicts

@Suite("Counter guard")
struct CounterGuardTests {
  /// What differs between two environments, and which counters can still be compared.
  struct Difference: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let allocations: Bool
    let instructions: Bool
    let change: @Sendable (inout MeasuringEnvironment) -> Void
  }

  private static let differences = [
    Difference(testDescription: "nothing", allocations: true, instructions: true) { _ in },
    Difference(testDescription: "the commit", allocations: true, instructions: true) {
      $0.commit = .value("0000000")
    },
    Difference(testDescription: "the compiler", allocations: false, instructions: false) {
      $0.toolchain = "Swift version 6.4"
    },
    Difference(testDescription: "the processor", allocations: true, instructions: false) {
      $0.machine.cpuModel = .value("Other CPU")
    },
    Difference(testDescription: "the system", allocations: true, instructions: false) {
      $0.machine.os = "Other Linux"
    },
    Difference(testDescription: "the variables", allocations: false, instructions: false) {
      $0.variables = ["LEVEL": "high"]
    },
    Difference(testDescription: "the build", allocations: true, instructions: false) {
      $0.buildFlags = ["-Xswiftc", "-Ounchecked"]
    },
  ]

  @Test("Only counters with the same meaning are compared", arguments: differences)
  func compares(_ difference: Difference) throws {
    var base = Fixtures.file([counted(3), scenario])
    difference.change(&base.environment)
    let candidate = Fixtures.file([counted(4), scenario])

    let comparison = Comparison.compare(base: base, candidate: candidate)

    let kernel = "kernel.compose.l2.simd"
    for (name, verdict) in [(kernel, Verdict.regressed), (scenario.name, .unchanged)] {
      for (metric, compares) in [
        (Metric.mallocCountTotal, difference.allocations),
        (Metric.instructions, difference.instructions),
      ] {
        let entry = try #require(
          comparison.entries.first { $0.benchmark == name && $0.metric == metric.name })
        #expect(entry.verdict == (compares ? verdict : .inconclusive))
        #expect((entry.reason == nil) == compares)
      }
    }
  }

  @Test("Different compilers are compared on request, with a warning either way")
  func acrossToolchains() throws {
    var base = Fixtures.file([counted(3)])
    base.environment.toolchain = "Swift version 6.4"
    let candidate = Fixtures.file([counted(4)])

    let strict = Comparison.compare(base: base, candidate: candidate)
    let told = Comparison.compare(
      base: base, candidate: candidate, rules: .init(acrossToolchains: true))

    func warning(countersAreCompared: Bool) -> MeasuringWarning {
      .differentCompilers(
        baseline: "Swift version 6.4", candidate: "Swift version 6.3.1",
        countersAreCompared: countersAreCompared)
    }
    #expect(strict.warnings == [warning(countersAreCompared: false)])
    #expect(!strict.entries.contains { $0.verdict == .regressed })
    #expect(told.warnings == [warning(countersAreCompared: true)])
    #expect(told.entries.count { $0.verdict == .regressed } == 2)
  }

  @Test("A scenario's instructions are compared frame by frame")
  func frames() throws {
    var more = scenario
    more.changeFrames {
      $0[0].instructions = .value((0..<30).map { $0 == 12 ? 1_001 : 1_000 })
    }

    let comparison = Comparison.compare(
      base: Fixtures.file([scenario]), candidate: Fixtures.file([more]))

    let entry = try #require(
      comparison.entries.first { $0.metric == "instructions" && $0.rate == .hz60 })
    #expect(entry.verdict == .regressed)
    #expect(entry.changedFrames.map(\.first) == [12])
    #expect(entry.baseline == 30_000)
  }

  /// What counted both sides, and how a difference of bytes and of the number of blocks is judged.
  struct Programs: CustomTestStringConvertible, Sendable {
    let baseline, candidate: String?
    let bytes, blocks: Verdict

    var testDescription: String { "\(baseline ?? "unknown") and \(candidate ?? "unknown")" }
  }

  @Test(
    "Allocations that differ are compared if one program counted both",
    arguments: [
      Programs(baseline: "jemalloc", candidate: "jemalloc", bytes: .regressed, blocks: .regressed),
      Programs(
        baseline: "jemalloc", candidate: "counting library", bytes: .inconclusive,
        blocks: .inconclusive),
      Programs(baseline: nil, candidate: nil, bytes: .regressed, blocks: .regressed),
      Programs(baseline: nil, candidate: "jemalloc", bytes: .inconclusive, blocks: .regressed),
      Programs(baseline: "jemalloc", candidate: nil, bytes: .inconclusive, blocks: .regressed),
    ])
  func programs(_ programs: Programs) throws {
    func file(_ count: Int, by program: String?) -> ResultFile {
      var (kernel, scene) = (counted(Double(count)), scenario)
      kernel.changeTimed { timed in
        timed.metrics["mallocBytesCount"] = Fixtures.metric("B/op", [Double(64 * count)])
        for name in ["mallocCountTotal", "mallocBytesCount"] {
          guard case .value(var metric)? = timed.metrics[name] else { continue }
          metric.countedBy = program
          timed.metrics[name] = .value(metric)
        }
      }
      scene.changeFrames { frames in
        for index in frames.indices {
          let counts = frames[index].workNs.map { _ in Int64(count) }
          frames[index].mallocCountTotal = .value(counts)
          frames[index].mallocBytesCount = .value(counts.map { 64 * $0 })
          frames[index].countedBy = program
        }
      }
      return Fixtures.file([kernel, scene])
    }
    func verdicts(_ comparison: Comparison, of metric: Metric) -> Set<Verdict?> {
      Set(comparison.entries.filter { $0.metric == metric.name }.map(\.verdict))
    }
    let old = file(3, by: programs.baseline)
    let more = Comparison.compare(base: old, candidate: file(4, by: programs.candidate))
    #expect(verdicts(more, of: .mallocBytesCount) == [programs.bytes])
    #expect(verdicts(more, of: .mallocCountTotal) == [programs.blocks])
    let reasons = Set(more.entries.filter { $0.verdict == .inconclusive }.compactMap(\.reason))
    #expect(reasons.isEmpty == (programs.bytes == .regressed))
    #expect(
      reasons.allSatisfy {
        $0.contains("which program counted") || $0.contains("different programs")
      })

    let same = Comparison.compare(base: old, candidate: file(3, by: programs.candidate))
    #expect(verdicts(same, of: .mallocBytesCount) == [.unchanged])
    #expect(verdicts(same, of: .mallocCountTotal) == [.unchanged])
  }

  private func counted(_ count: Double) -> BenchmarkResult {
    var kernel = Fixtures.kernel()
    kernel.changeTimed {
      $0.metrics["mallocCountTotal"] = Fixtures.metric("count/op", [count])
      $0.metrics["instructions"] = Fixtures.metric("count/op", [count])
    }
    return kernel
  }

  private var scenario: BenchmarkResult {
    var scenario = Fixtures.scenario()
    scenario.changeFrames { frames in
      for index in frames.indices {
        frames[index].instructions = .value(frames[index].workNs.map { _ in 1_000 })
      }
    }
    return scenario
  }
}
