import ArgumentParser
import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import FrameTiming
import ReportText
import ResultTestSupport
import TestSupport
import Testing

@testable import framegate

@Suite("Merged shards")
struct MergedShardsTests {
  /// What all shards of a check have in common.
  private static func plan(_ options: [String] = []) throws -> Plan {
    let check = try #require(
      try Framegate.parseAsRoot(["check", "--against", "base.json"] + options) as? Framegate.Check)
    return try check.plan(of: .unnamed)
  }

  private static let tool = MeasuredProgram.unnamed.tool

  /// What a check without budgets has measured.
  private static func check(_ run: Measurements.Run, isPaced: Bool = false) -> Measurements.OfCheck
  {
    Measurements.OfCheck(
      budgets: .init(), isPaced: isPaced, policy: .init(), run: run, ending: .init())
  }

  /// Two results that differ in some benchmarks, and what the baseline alone has.
  private static let base = result(slower: 1, "kernel.removed")
  private static let candidate = result(slower: 2, "kernel.new")

  private static func result(slower factor: Int64, _ extra: String) -> ResultFile {
    var benchmarks: [BenchmarkResult] = []
    for index in 0..<9 {
      let time = 10 + Double(index)
      benchmarks.append(
        Fixtures.kernel("kernel.k\(index)", time: index == 3 ? time * Double(factor) : time))
    }
    for index in 0..<4 {
      let workNs: Int64 = index == 2 ? 900_000 * factor : 900_000
      benchmarks.append(Fixtures.scenario("scene.s\(index)", workNs: workNs))
    }
    return Fixtures.result(benchmarks + [Fixtures.kernel(extra)])
  }

  private static var whole: Comparison { compare(base, candidate) }

  private static func compare(_ base: ResultFile, _ candidate: ResultFile) -> Comparison {
    Comparison.compare(base: base, candidate: candidate, spread: .none)
  }

  /// The files of all shards, as the command writes them.
  private static func files(
    _ total: Int, _ change: (Int, inout Measurements.OfCheck) -> Void = { _, _ in }
  ) throws -> [MergedShards.Named] {
    let names = candidate.benchmarks.map(\.name)
    let plan = CommonPlan(try plan())
    return try (1...total).map { index in
      let shard = ShardPlan(shard: try Shard(index: index, total: total), costs: [:])
      let division = shard.division(of: names)
      var result = candidate
      result.benchmarks = division.positions.map { candidate.benchmarks[$0] }
      var judged = check(Measurements.Run(division: division, result: result))
      judged.compared = Measurements.Compared(
        division: division, baseline: ResultLabel("base.json", base),
        candidate: ResultLabel("this run", result),
        comparison: compare(division.part(of: base, measuredBy: shard.shard), result))
      change(index, &judged)
      var file = MeasuredShard(shard.shard, of: plan, .check(judged), by: tool)
      file.seconds = 20
      let name = "\(index).json"
      return (name, try MeasuredShard(json: PrettyJSON.encode(file), file: name))
    }
  }

  @Test("Have the results and the verdicts of one run", arguments: [1, 2, 3, 5, 30])
  func equalToOneRun(total: Int) throws {
    let merged = try MergedShards(Self.files(total).reversed()).merged()
    #expect(merged.run?.result == Self.candidate)
    let compared = try #require(merged.compared)
    let order = Dictionary(
      uniqueKeysWithValues: compared.comparison.entries.enumerated().map { ($1, $0) })
    #expect(Set(compared.comparison.entries) == Set(Self.whole.entries))
    #expect(order.count == Self.whole.entries.count)
    // Changed frames, too, which the text of a report names.
    #expect(compared.comparison.entries.contains { !$0.changedFrames.isEmpty })
    let gate = Gate(compared.comparison)
    #expect(gate.severity == Gate(Self.whole).severity && gate.exit == .regression)
    #expect(compared.comparison.locations == Self.whole.locations)
  }

  /// What is wrong with one of three shards, and the message.
  private struct Flaw: Sendable {
    let advice: String
    let change: @Sendable (Int, inout Measurements.OfCheck) -> Void
  }

  private static let flaws: [Flaw] = [
    Flaw(advice: "'2.json' was interrupted, or lacks results of its benchmarks. ") {
      index, judged in
      judged.ending.isInterrupted = index == 2
    },
    Flaw(advice: "'1.json' and '3.json' have different commits, ") { index, judged in
      if index == 3 { judged.run.result.environment.commit = .value("0123456789abcdef") }
    },
    Flaw(advice: "'1.json' and '2.json' have different compilers, ") { index, judged in
      if index == 2 { judged.run.result.environment.toolchain = "another" }
    },
    Flaw(advice: "'2.json' was interrupted, or lacks results of its benchmarks. ") {
      index, judged in
      if index == 2 { judged.run.result.benchmarks.removeLast() }
    },
  ]

  @Test("Are refused by name where one does not belong to the others", arguments: flaws.indices)
  func flawed(index: Int) throws {
    let flaw = Self.flaws[index]
    let files = try Self.files(3, flaw.change)
    #expect {
      try MergedShards(files)
    } throws: { error in
      let message = (error as? MergeError)?.message ?? ""
      return message.hasPrefix(flaw.advice)
    }
  }

  @Test("Are refused where a number, the command, the division or a total differs")
  func foreign() throws {
    let files = try Self.files(3)
    func message(_ files: [MergedShards.Named]) -> String {
      do {
        _ = try MergedShards(files)
        return "accepted"
      } catch { return "\(error)" }
    }
    #expect(message([]).hasPrefix("Shard 1 of 1 is missing. "))
    #expect(
      message([files[0], files[2]])
        == "Shard 2 of 3 is missing. Measure what is missing, and name all files.")
    #expect(
      message([files[2]]).hasPrefix("Shards 1 and 2 of 3 are missing. "))
    #expect(message(files + [files[1]]).hasPrefix("'2.json' and '2.json' are both shard 2/3"))
    let others = try Self.files(4)
    #expect(
      message([files[0], others[1]])
        == """
        '1.json' and '2.json' have different totals, '3' and '4'. Leave out the one that \
        does not belong to the others, or measure its shard again.
        """)
    for (options, difference) in [
      (["--warm"], "effort.coldTimeLimit.0, '0' and 'none'"),
      (["--quick"], "effort.coldTimeLimit.0, '0' and 'none'"),
      (["--layers", "9"], "workload.layers, '200' and '9'"),
      (["--threshold", "3"], "changes.threshold, 'none' and '0.03'"),
    ] {
      let plan = CommonPlan(try Self.plan(options))
      let other = MeasuredShard(
        files[1].file.shard, of: plan, files[1].file.measured, by: Self.tool)
      #expect(message([files[0], ("x", other)]).contains("different plan.\(difference)"))
    }
    let second = files[1].file
    let run = try #require(second.measured.run)
    var other = MeasuredShard(
      second.shard, of: second.plan, .check(Self.check(run, isPaced: true)), by: Self.tool)
    #expect(
      message([files[0], ("x", other)])
        .contains("different judging.check.isPaced, 'false' and 'true'"))
    let shard = ShardPlan(
      shard: try Shard(index: 2, total: 3),
      costs: ["kernel.k1": 9, "kernel.k2": 1, "kernel.k3": 1])
    let division = shard.division(of: Self.candidate.benchmarks.map(\.name))
    var elsewhere = Self.check(Measurements.Run(division: division, result: run.result))
    elsewhere.compared = second.measured.compared
    other = MeasuredShard(second.shard, of: second.plan, .check(elsewhere), by: Self.tool)
    #expect(
      message([files[0], ("x", other)]).contains("have different selections or '--shard-by', "))
  }

  @Test("Ten thousand shards are one, and a hole among them is named")
  func many() throws {
    let total = Shard.mostShards
    let result = Fixtures.result([Fixtures.kernel("kernel.k0")])
    let plan = CommonPlan(try Self.plan())
    var files = try (1...total).map { index -> MergedShards.Named in
      var own = result
      own.benchmarks = [Fixtures.kernel("kernel.k\(index)")]
      let run = Measurements.Run(
        division: ShardDivision(
          digest: "d", count: total, names: ["kernel.k\(index)"], positions: [index - 1]),
        result: own)
      let file = MeasuredShard(
        try Shard(index: index, total: total), of: plan,
        .run(Measurements.OfRun(display: .init(), run: run, ending: .init())), by: Self.tool)
      return ("\(index).json", file)
    }
    let merged = try MergedShards(files.reversed()).merged()
    #expect(
      merged.run?.result.benchmarks.map(\.name) == (1...total).map { "kernel.k\($0)" })
    files.remove(at: 5_000)
    #expect { try MergedShards(files) } throws: { error in
      "\(error)".hasPrefix("Shard 5001 of 10000 is missing. ")
    }
  }

  @Test("Missing shards are named by number, at most ten of them")
  func missing() {
    func message(_ shards: [Int]) -> String { "\(MergeError.missing(shards, total: 20))" }
    #expect(message([2]).hasPrefix("Shard 2 of 20 is missing. "))
    #expect(message([1, 3, 5]).hasPrefix("Shards 1, 3 and 5 of 20 are missing. "))
    #expect(
      message(Array(1...13)).hasPrefix(
        "Shards 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 3 more of 20 are missing. "))
  }

  @Test("A later attempt replaces an earlier one, also an interrupted one")
  func retried() throws {
    let late = Self.later(try Self.files(2)[1].file, by: 60)
    let files = try Self.files(2) { index, judged in judged.ending.isInterrupted = index == 2 }
    let merged = try MergedShards([("late.json", late)] + files)
    #expect(merged.replaced == ["2.json"])
    #expect(merged.merged().run?.result.benchmarks.count == Self.candidate.benchmarks.count)
    // Two jobs that measured the same part at the same time leave another part out.
    #expect(throws: MergeError.self) {
      try MergedShards(files + [("late.json", Self.later(files[1].file, by: 10))])
    }
  }

  /// The same measurement, made later.
  private static func later(_ file: MeasuredShard, by seconds: Double) -> MeasuredShard {
    var copy = MeasuredShard(
      file.shard, of: file.plan, file.measured, by: file.tool,
      at: file.time.addingTimeInterval(seconds))
    copy.seconds = file.seconds
    return copy
  }

  @Test("Of different processors have no processor, and say so")
  func processors() throws {
    let merged = try MergedShards(
      Self.files(2) { index, judged in
        if index == 2 { judged.run.result.environment.machine.cpuModel = .value("Other CPU") }
      }
    ).merged()
    let machine = try #require(merged.run?.result.environment.machine)
    #expect(
      machine.cpuModel.reason
        == "shards ran on Other CPU (2 cores) and Test CPU 3000 (2 cores)")
    #expect(!machine.isSame(as: machine))
  }

  @Test("What failed in the run and in the comparison counts once")
  func failures() throws {
    let refused = Ending.Failure(name: "Suite.swift:3", reason: "a name twice")
    var result = Self.candidate
    result.benchmarks[0].status = .failed("it crashed")
    let name = result.benchmarks[0].name
    var ending = Ending(failures: [refused])
    ending.add(.init(failures: [refused, .init(name: name, reason: "it crashed here, too")]))

    let gate = try Gate(result, ending: ending)

    #expect(gate.ending.failures.map(\.name) == [name, refused.name])
  }

  @Test("A file that is none of a shard is refused, whatever it has")
  func unusable() throws {
    let file = try #require(
      try Self.files(2).map(\.file).first { file in
        file.measured.compared?.comparison.entries.contains { !$0.changedFrames.isEmpty } ?? false
      })
    let json = try PrettyJSON.encode(file)
    func message(_ json: Data) -> String {
      do {
        _ = try MeasuredShard(json: json, file: "f")
        return "accepted"
      } catch { return (error as? any ToolError)?.message ?? "\(error)" }
    }
    #expect(message(Data()).hasPrefix("'f' is empty."))
    #expect(message(try Self.candidate.json()).hasPrefix("'f' is not a shard. "))
    #expect(message(json.prefix(json.count / 2)).hasPrefix("'f' is not a result file: "))
    for (text, other) in [
      ("\"index\" : \(file.shard.index)", "\"index\" : 3"), ("\"total\" : 2", "\"total\" : 0"),
      ("\"shardSchemaVersion\" : 5", "\"shardSchemaVersion\" : 2"),
      ("\"verdict\" : \"regressed\"", "\"verdict\" : \"kept\""),
      ("\"last\" : ", "\"last\" : 9"), ("\"command\" : ", "\"other\" : "),
      // Without its results, or those of another command.
      ("\"run\" : ", "\"other\" : "), ("\"command\" : \"check\"", "\"command\" : \"trend\""),
      ("\"command\" : \"check\"", "\"command\" : \"list\""),
    ] {
      let whole = String(decoding: json, as: UTF8.self)
      let changed = whole.replacing(text, with: other, maxReplacements: 1)
      #expect(changed != whole)
      #expect(message(Data(changed.utf8)) != "accepted", "\(other)")
    }
  }
}
