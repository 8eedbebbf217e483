import BenchmarkHarness
import BenchmarkModel
import BenchmarkResults
import FrameTiming
import Foundation
import SampleStatistics
import Testing

@testable import BenchmarkRunner

/// Launches of two workers played by scripts, which write down what they are asked.
@Suite("Lockstep benchmark")
struct LockstepBenchmarkTests {
  /// The requests of one launch: which side was asked, and the line.
  private typealias Requests = [(side: Character, line: Substring)]

  private func listed(_ kind: BenchmarkKind) -> ListedBenchmark {
    ListedBenchmark(
      name: "scripted", runsByDefault: true, location: SourceLocation(file: "f", line: 1),
      work: kind == .benchmark
        ? .benchmark(BenchmarkTraits()) : .scenario(ScenarioTraits(duration: .milliseconds(50))))
  }

  /// Draws pairs in `count` launches.
  private func requests(
    of kind: BenchmarkKind, launches count: Int, seed: UInt64
  ) async throws -> [Requests] {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "framegate-tests-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let log = folder.appending(path: "log").path
    let settings = LockstepSettings(
      MeasuringSettings(), baseline: try worker("A", in: folder, log: log),
      candidate: try worker("B", in: folder, log: log), timeLimit: .seconds(6_000), seed: seed)
    let sides = LockstepSession.Sides(
      baseline: BenchmarkListing(benchmarks: [listed(kind)]),
      candidate: BenchmarkListing(benchmarks: [listed(kind)]), isDebugBuild: false, clockCostNs: 0,
      launcher: nil)
    var benchmark = try #require(
      LockstepBenchmark(listed(kind), listed(kind), of: sides, settings: settings))
    var set = benchmark.emptySet(at: SequentialLevel(family: 0.01))
    var launches: [Requests] = []
    for _ in 0..<count {
      try await benchmark.launch(into: &set)
      let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
      launches.append(lines.map { (side: $0.first ?? " ", line: $0.dropFirst()) })
      try FileManager.default.removeItem(atPath: log)
    }
    return launches
  }

  private func worker(_ side: String, in folder: URL, log: String) throws -> String {
    let path = folder.appending(path: side).path
    try """
    #!/bin/sh
    echo '\(ShellWorker.hello())'
    while read -r line; do
      case $line in
        '{"prepare"'*) echo '{"prepared":{}}';;
        '{"calibrate"'*) echo '{"iterations":{"_0":7}}';;
        '{"sample"'*) echo '\(side)'"$line" >>'\(log)'
          echo '{"samples":{"_0":[{"wallNs":1000,"cpuNs":1000}]}}';;
        '{"frames"'*) echo '\(side)'"$line" >>'\(log)'
          echo '{"frames":{"_0":[[100,200,300]]}}';;
        *) echo '{"done":{}}';;
      esac
    done
    """.write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  /// Every pair asks both sides, and each order follows the other.
  private func expectTurns(_ requests: Requests) {
    let sides = requests.map(\.side)
    let pairs = stride(from: 0, to: sides.count, by: 2).map { String(sides[$0..<$0 + 2]) }
    let first = pairs.first == "AB" ? ["AB", "BA"] : ["BA", "AB"]
    #expect(pairs == pairs.indices.map { first[$0 % 2] })
    // Three to warm up, and an even number that counts.
    #expect(pairs.count % 2 == 1)
    #expect((16 + 3...256 + 3).contains(pairs.count))
  }

  @Test("Pairs are drawn A B B A with the same iterations on both sides, in every launch")
  func benchmark() async throws {
    for requests in try await requests(of: .benchmark, launches: 3, seed: 7) {
      expectTurns(requests)
      #expect(requests.allSatisfy { $0.line.contains(#""iterations":7"#) })
    }
  }

  @Test("Each rate of a scenario has turns of its own, and the rates take turns")
  func scenario() async throws {
    for requests in try await requests(of: .scenario, launches: 3, seed: 7) {
      let rates = requests.map { $0.line.contains("120") ? 120 : 60 }
      #expect(rates == rates.indices.map { $0 % 4 < 2 ? 60 : 120 })
      for rate in [60, 120] {
        expectTurns(zip(requests, rates).filter { $0.1 == rate }.map(\.0))
      }
    }
  }

  @Test("Which side begins is left to chance")
  func begins() async throws {
    var first: Set<Character> = []
    for seed in UInt64(0)..<8 {
      first.insert(
        try #require(try await requests(of: .benchmark, launches: 1, seed: seed).first?.first?.side)
      )
    }
    #expect(first == ["A", "B"])
  }
}
