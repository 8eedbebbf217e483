import BenchmarkHarness
import BenchmarkModel
import BenchmarkResults
import Foundation
import FrameTiming
import Testing

@testable import BenchmarkRunner

@Suite("Counting in two processes", .enabled(if: Jemalloc.path != nil, "needs jemalloc"))
struct CounterPassTests {
  /// Counts the allocations of a benchmark in two processes, which run a script for every line that they read.
  ///
  /// - Parameter script: Answers `$line`, and may write to the file `$log`.
  /// - Returns: What was counted, and the lines of the log.
  /// - Throws: What the pass throws.
  private func count(
    _ script: String
  ) async throws -> (counts: Recorded<MetricResult>?, log: [Substring]) {
    let log = FileManager.default.temporaryDirectory
      .appending(path: "framegate-tests-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: log) }
    try Data().write(to: URL(filePath: log))
    let launch = ShellWorker.launch(
      """
      log='\(log)'
      echo '\(ShellWorker.hello())'
      while read -r line; do \(script)
      done
      echo "end $$" >>"$log"
      """)
    let metrics = try await CounterPass.with(
      MeasuringSettings(rates: [.hz60]), WorkerSource(launch)
    ) { pass in try await pass.metrics(of: "a", BenchmarkTraits()) }
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    return (metrics[Metric.mallocCountTotal.name], lines)
  }

  @Test("One process has ended before the other gets the benchmark ready")
  func oneAtATime() async throws {
    let (counts, log) = try await count(
      """
      case $line in
        '{"prepare"'*) echo "prepare $$" >>"$log"; echo '{"prepared":{}}';;
        '{"countAllocations"'*)
          echo '{"allocations":{"_0":{"bytes":80,"count":20},"iterations":10}}';;
      esac
      """)

    #expect(counts?.value?.median == 2)
    let words = log.map { $0.split(separator: " ") }
    #expect(words.map(\.first) == ["prepare", "end", "prepare", "end"])
    try #require(words.count == 4)
    #expect(words[0].last == words[1].last && words[2].last == words[3].last)
    #expect(words[0].last != words[2].last)
  }

  @Test("Where one process fails, its failure is the reason")
  func failure() async throws {
    let (counts, _) = try await count("exit 5")

    guard case .unavailable(let reason)? = counts else {
      Issue.record("\(String(describing: counts))")
      return
    }
    #expect(reason.contains("the process that counts failed"))
    #expect(reason.contains("code 5"))
  }
}
