import BenchmarkModel
import BenchmarkResults
import Foundation
import FrameTiming
import FramegateKit
import TestSupport
import Testing
import WorkerClient
import WorkerProtocol

@testable import BenchmarkRunner

@Suite("Counting in two processes", .enabled(if: Jemalloc.path != nil, "needs jemalloc"))
struct CounterPassTests {
  /// Counts the allocations of a benchmark in two processes, which run a script for every line that
  /// they read.
  ///
  /// - Parameter script: Answers `$line`, and may write to the file `$log`.
  /// - Returns: What was counted, and the lines of the log.
  /// - Throws: What the pass throws.
  private func count(
    _ script: String
  ) async throws -> (counts: Measured<MetricResult>?, log: [Substring]) {
    let (metrics, log) = try await logged(script) { pass in
      try await pass.metrics(of: "a", BenchmarkTraits(), WorkTime())
    }
    return (metrics[Metric.mallocCountTotal.name], log)
  }

  /// Counts with processes that run a script for every line that they read, without a time limit
  /// that matters.
  ///
  /// - Parameters:
  ///   - script: Answers `$line`, and may write to the file `$log`; `meet` waits until the other
  ///     process does the same.
  ///   - metrics: What is measured.
  ///   - allocator: What the processes say that they can read the counters of.
  ///   - body: Counts.
  /// - Returns: What was counted, and the lines of the log.
  /// - Throws: What the pass throws.
  private func logged<Counted: Sendable>(
    _ script: String, metrics: MetricChoice? = nil, allocator: String = "jemalloc",
    _ body: (CounterPass) async throws -> Counted
  ) async throws -> (counted: Counted, log: [Substring]) {
    let folder = try TemporaryFolder()
    let log = folder.url.appending(path: "log")
    let pipe = folder.url.appending(path: "pipe").path
    try Data().write(to: log)
    try #require(mkfifo(pipe, 0o600) == 0)
    let launch = ShellWorker.launch(
      """
      log='\(log.path)'
      # Opening a pipe waits for its other end. One of the two processes makes the folder, and reads.
      meet() {
        if mkdir '\(pipe).reader' 2>/dev/null; then read -r met <'\(pipe)'; else echo >'\(pipe)'; fi
      }
      echo '\(ShellWorker.hello(allocator: allocator))'
      while read -r line; do \(script)
      done
      echo "end $$" >>"$log"
      """, timeout: .seconds(3_600))
    let counted = try await CounterPass.with(
      Workload {
        $0.chosenRates = [.hz60]
        $0.chosenMetrics = metrics
      }, WorkerSource(launch), .run, body)
    return (counted, try String(contentsOf: log, encoding: .utf8).split(separator: "\n"))
  }

  @Test("One process has ended before the other gets the benchmark ready")
  func oneAtATime() async throws {
    let (counts, log) = try await count(
      """
      case $line in
        *'"ask":"prepare"'*) echo "prepare $$" >>"$log"; echo '{"answer":"done"}';;
        *'"what":"allocations"'*) echo '{"answer":{"bytes":80,"count":20}}';;
      esac
      """)

    #expect(counts?.value?.median == 2)
    let words = log.map { $0.split(separator: " ") }
    #expect(words.map(\.first) == ["prepare", "end", "prepare", "end"])
    try #require(words.count == 4)
    #expect(words[0].last == words[1].last && words[2].last == words[3].last)
    #expect(words[0].last != words[2].last)
  }

  /// Counts a scenario of two frames, and shows which process does what.
  ///
  /// - Parameters:
  ///   - memory: What one process uses, in bytes.
  ///   - waits: Whether a process counts only when both have the scenario ready.
  /// - Returns: The number of allocations in each frame, and the steps: what is done, and by which
  ///   process.
  /// - Throws: What the pass throws.
  private func countFrames(
    memory: Int?, waits: Bool
  ) async throws -> (counts: [Int64]?, steps: [[Substring]]) {
    let (counters, log) = try await logged(
      """
      case $line in
        *'"ask":"prepare"'*) echo "prepare $$" >>"$log"; echo '{"answer":"done"}';;
        *'"what":"frameAllocations"'*)
          \(waits ? "meet" : ":")
          echo '{"answer":[{"bytes":8,"count":1},{"bytes":0,"count":0}]}';;
      esac
      """
    ) { pass in
      try await pass.frames(
        of: "a", ScenarioTraits(duration: .milliseconds(33)), at: [.hz60], memory: memory,
        WorkTime())
    }
    let counts = counters.first?.mallocCountTotal.value
    #expect(counters.first?.recount == nil)
    return (counts, log.map { $0.split(separator: " ") })
  }

  @Test("Two processes whose data fit into the memory have them at the same time")
  func together() async throws {
    let (counts, steps) = try await countFrames(memory: 1 << 20, waits: true)

    #expect(counts == [1, 0])
    #expect(steps.map(\.first) == ["prepare", "prepare", "end", "end"])
  }

  @Test(
    "Without knowing that data fit into the memory, one process at a time has them",
    arguments: [nil, 1 << 60])
  func inTurns(memory: Int?) async throws {
    let (counts, steps) = try await countFrames(memory: memory, waits: false)

    #expect(counts == [1, 0])
    #expect(steps.map(\.first) == ["prepare", "end", "prepare", "end"])
    try #require(steps.count == 4)
    #expect(steps[0].last == steps[1].last && steps[2].last == steps[3].last)
  }

  @Test("What a second process counts differently is kept beside the first one's count")
  func recount() async throws {
    // The first of them counts one allocation, the second two.
    let (counters, _) = try await logged(
      """
      case $line in
        *'"ask":"prepare"'*) echo "prepare $$" >>"$log"; echo '{"answer":"done"}';;
        *'"what":"frameAllocations"'*)
          count=2
          [ "$(head -n 1 "$log")" = "prepare $$" ] && count=1
          echo '{"answer":[{"bytes":8,"count":'$count'}]}';;
      esac
      """
    ) { pass in
      try await pass.frames(
        of: "a", ScenarioTraits(duration: .milliseconds(16)), at: [.hz60], memory: nil, WorkTime())
    }
    #expect(counters.first?.mallocCountTotal.value == [1])
    #expect(
      counters.first?.recount
        == FrameCosts.Recount(mallocCountTotal: [2], mallocBytesCount: nil))
  }

  @Test(
    "A worker that reads no counters of jemalloc is started with the library that counts",
    arguments: [("jemalloc", 2), (WorkerHello.systemAllocator, 4)])
  func restart(allocator: String, processes: Int) async throws {
    let (metrics, log) = try await logged(
      """
      case $line in
        *'"ask":"prepare"'*) echo '{"answer":"done"}';;
        *'"what":"allocations"'*)
          echo "counts with $LD_PRELOAD" >>"$log"
          echo '{"answer":{"bytes":8,"count":1}}';;
      esac
      """, allocator: allocator
    ) { pass in
      try await pass.metrics(of: "a", BenchmarkTraits(), WorkTime())
    }
    let jemalloc = try #require(Jemalloc.path)

    #expect(metrics[Metric.mallocCountTotal.name]?.value?.median == 0.1)
    #expect(log.count { $0.hasPrefix("end") } == processes)
    let counting = log.filter { $0.hasPrefix("counts") }
    #expect(counting.count == 2)
    #expect(counting.allSatisfy { $0.contains(jemalloc) == (allocator == "jemalloc") })
  }

  #if os(Linux)
    @Test("Without jemalloc, a worker that reads no counters is started once")
    func withoutJemalloc() async {
      await #expect(processExitsWith: .success) {
        await recordingErrors {
          setenv("FRAMEGATE_JEMALLOC", "/nowhere/at/all", 1)
          let folder = try TemporaryFolder()
          let log = folder.url.appending(path: "log")
          let launch = ShellWorker.launch(
            """
            echo start >>'\(log.path)'
            echo '\(ShellWorker.hello())'
            while read line; do echo '{"answer":"done"}'; done
            """)

          try await WorkerSource(launch).withCountingWorker { _ = try await $0.prepare("a") }

          #expect(try String(contentsOf: log, encoding: .utf8) == "start\n")
        }
      }
    }
  #endif

  @Test("Five processes ask the kernel, and what the system does not tell has its reason")
  func kernel() async throws {
    let (counters, log) = try await logged(
      """
      case $line in
        *'"ask":"prepare"'*) echo "prepare $$" >>"$log"; echo '{"answer":"done"}';;
        *'"what":"kernel"'*)
          count=2
          [ "$(head -n 1 "$log")" = "prepare $$" ] && count=1
          echo '{"answer":{"counts":{"syscalls":[['$count']]},"missing":{"pageFaults":"off"}}}';;
      esac
      """, metrics: [.syscalls, .pageFaults]
    ) { pass in
      let frames = try await pass.frames(
        of: "a", ScenarioTraits(duration: .milliseconds(16)), at: [.hz60], memory: nil, WorkTime())
      return (frames, try await pass.metrics(of: "a", BenchmarkTraits(operations: 1), WorkTime()))
    }
    let frames = try #require(counters.0.first)
    #expect(Set(frames.counts(of: .syscalls)?.value ?? []) == [[1], [2]])
    #expect(frames.counts(of: .pageFaults)?.reason == "off")
    #expect(counters.1["syscalls"]?.value?.samples == [0.2])
    #expect(counters.1["pageFaults"]?.reason == "off")
    #expect(log.count { $0.hasPrefix("prepare") } == 10)
  }

  /// The counts of so many frames, each with an allocation, as a worker answers.
  private static func counts(_ frames: Int) -> String {
    Array(repeating: #"{"bytes":8,"count":1}"#, count: frames).joined(separator: ",")
  }

  @Test(
    "Counts of fewer or more frames than the scenario has are refused",
    arguments: [(1, false), (3, false), (2, true)])
  func otherFrames(count: Int, isAccepted: Bool) async throws {
    let calls = Array(repeating: "1", count: count)
    let (counters, _) = try await logged(
      """
      case $line in
        *'"ask":"prepare"'*) echo '{"answer":"done"}';;
        *'"what":"frameAllocations"'*) echo '{"answer":[\(Self.counts(count))]}';;
        *'"what":"kernel"'*)
          echo '{"answer":{"counts":{"syscalls":[[\(calls.joined(separator: ","))]]},"missing":{}}}';;
      esac
      """, metrics: [.wallClock, .mallocCountTotal, .syscalls]
    ) { pass in
      try await pass.frames(
        of: "a", ScenarioTraits(duration: .milliseconds(33)), at: [.hz60], memory: nil, WorkTime())
    }
    let costs = try #require(counters.first)

    #expect((costs.mallocCountTotal.value == [1, 1]) == isAccepted)
    #expect((costs.counts(of: .syscalls)?.value == [[1, 1]]) == isAccepted)
    guard !isAccepted else { return }
    for reason in [costs.mallocCountTotal.reason, costs.counts(of: .syscalls)?.reason] {
      #expect(reason?.contains("gave an answer that no measurement gives") == true)
    }
  }

  /// A quarter of the usual minute is enough for 75 frames of 0.1 s, each of which is rendered
  /// twice.
  @Test("The rate with the most frames decides how many are counted")
  func fewFrames() async throws {
    // A second has 60 frames at 60 Hz, and more than 75 at 120 Hz.
    let (sixty, most) = (Self.counts(60), Self.counts(75))
    let (_, log) = try await logged(
      """
      case $line in
        *'"ask":"prepare"'*) echo "$line" >>"$log"; echo '{"answer":"done"}';;
        *'"rate":60'*) echo '{"answer":[\(sixty)]}';;
        *'"what":"frameAllocations"'*) echo '{"answer":[\(most)]}';;
      esac
      """, metrics: [.mallocCountTotal]
    ) { pass in
      try await pass.frames(
        of: "a", ScenarioTraits(duration: .seconds(1)), at: [.hz60, .hz120], memory: nil,
        WorkTime(frameNs: 1e8))
    }
    let questions = log.filter { $0.contains("prepare") }
    #expect(questions.count == 2)
    #expect(questions.allSatisfy { $0.contains(#""mostFrames":75"#) }, "\(questions)")
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

  @Test("A process that fails ends the one that counts beside it", .timeLimit(.minutes(1)))
  func failureBesideAnother() async throws {
    let (counters, log) = try await logged(
      """
      case $line in
        *'"ask":"prepare"'*) echo "prepare $$" >>"$log"; echo '{"answer":"done"}';;
        # The first of them fails as soon as both are ready; the other never answers.
        *'"what":"frameAllocations"'*)
          meet
          [ "$(head -n 1 "$log")" = "prepare $$" ] && exit 5
          sleep 3600;;
      esac
      """
    ) { pass in
      try await pass.frames(
        of: "a", ScenarioTraits(duration: .milliseconds(33)), at: [.hz60], memory: 1 << 20,
        WorkTime())
    }

    guard case .unavailable(let reason)? = counters.first?.mallocCountTotal else {
      Issue.record("\(counters)")
      return
    }
    #expect(reason.contains("code 5"))
    #expect(log.count == 2)
  }
}
