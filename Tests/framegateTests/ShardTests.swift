import ArgumentParser
import BenchmarkModel
import ReportText
import SampleStatistics
import Testing

@testable import framegate

@Suite("Shards")
struct ShardTests {
  @Test(
    "Are written as number and total",
    arguments: [("1/1", 1, 1), ("3/8", 3, 8), ("10000/10000", 10_000, 10_000)])
  func parsing(text: String, index: Int, total: Int) throws {
    let shard = try Shard(parsing: text)
    #expect(shard.index == index && shard.total == total)
    #expect("\(shard)" == text)
  }

  @Test(
    "Are refused with advice where they are no part",
    arguments: [
      ("0/8", "a number from 1 to the total."), ("9/8", "a number from 1 to the total."),
      ("-1/8", "such as 3/8, or auto."), ("1/0", "a number from 1 to the total."),
      ("1/10001", "a number from 1 to the total."), ("3", "such as 3/8, or auto."),
      ("", "such as 3/8, or auto."), ("3/", "such as 3/8, or auto."),
      ("3/8/2", "such as 3/8, or auto."), ("a/b", "such as 3/8, or auto."),
      ("99999999999999999999/8", "such as 3/8, or auto."), ("+3/8", "such as 3/8, or auto."),
    ])
  func refused(text: String, advice: String) {
    #expect {
      try Shard(parsing: text)
    } throws: { error in
      (error as? ShardError).map { $0.message.hasSuffix(advice) && $0.exitCode == .wrongUsage }
        ?? false
    }
  }

  /// Variables of a scheduler, and the part that they mean.
  private static let schedulers: [(variables: [String: String], shard: String)] = [
    (["TEST_SHARD_INDEX": "2", "TEST_TOTAL_SHARDS": "8"], "3/8"),
    (["GTEST_SHARD_INDEX": "0", "GTEST_TOTAL_SHARDS": "2"], "1/2"),
    (["GITLAB_CI": "true", "CI_NODE_INDEX": "3", "CI_NODE_TOTAL": "8"], "3/8"),
    (["CI_NODE_INDEX": "3", "CI_NODE_TOTAL": "8"], "4/8"),
    (["GITLAB_CI": "true", "CI_NODE_TOTAL": "1"], "1/1"),
    (["CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "4"], "1/4"),
    (["BUILDKITE_PARALLEL_JOB": "3", "BUILDKITE_PARALLEL_JOB_COUNT": "4"], "4/4"),
    (["SEMAPHORE_JOB_INDEX": "4", "SEMAPHORE_JOB_COUNT": "4"], "4/4"),
    (["BITBUCKET_PARALLEL_STEP": "1", "BITBUCKET_PARALLEL_STEP_COUNT": "4"], "2/4"),
    (["SYSTEM_JOBPOSITIONINPHASE": "2", "SYSTEM_TOTALJOBSINPHASE": "4"], "2/4"),
    (["AWS_BATCH_JOB_ARRAY_INDEX": "7", "AWS_BATCH_JOB_ARRAY_SIZE": "8"], "8/8"),
    (["CLOUD_RUN_TASK_INDEX": "0", "CLOUD_RUN_TASK_COUNT": "8"], "1/8"),
    (["BATCH_TASK_INDEX": "5", "BATCH_TASK_COUNT": "8"], "6/8"),
    (slurm(id: 1, 1, 8, step: 1, count: 8), "1/8"), (slurm(id: 0, 0, 7, step: 1, count: 8), "1/8"),
    (slurm(id: 20, 10, 40, step: 10, count: 4), "2/4"),
    (
      ["SGE_TASK_ID": "3", "SGE_TASK_FIRST": "1", "SGE_TASK_LAST": "5", "SGE_TASK_STEPSIZE": "2"],
      "2/3"
    ),
    // Outside of an array, SGE sets this word.
    (["SGE_TASK_ID": "undefined", "CIRCLE_NODE_INDEX": "1", "CIRCLE_NODE_TOTAL": "2"], "2/2"),
    // What runs the test is nearer than what scheduled the job.
    (
      [
        "TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "2", "GITLAB_CI": "true",
        "CI_NODE_INDEX": "3", "CI_NODE_TOTAL": "8",
      ], "2/2"
    ),
    // A single job of one scheduler inside of a part of another.
    (
      [
        "CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "1", "BUILDKITE_PARALLEL_JOB": "1",
        "BUILDKITE_PARALLEL_JOB_COUNT": "3",
      ], "2/3"
    ),
    (
      [
        "SYSTEM_JOBPOSITIONINPHASE": "0", "SYSTEM_TOTALJOBSINPHASE": "0", "LSB_JOBINDEX": "0",
        "CIRCLE_NODE_INDEX": "1", "CIRCLE_NODE_TOTAL": "2",
      ], "2/2"
    ),
  ]

  private static func slurm(
    id: Int, _ first: Int, _ last: Int, step: Int, count: Int
  ) -> [String: String] {
    [
      "SLURM_ARRAY_TASK_ID": "\(id)", "SLURM_ARRAY_TASK_MIN": "\(first)",
      "SLURM_ARRAY_TASK_MAX": "\(last)", "SLURM_ARRAY_TASK_STEP": "\(step)",
      "SLURM_ARRAY_TASK_COUNT": "\(count)",
    ]
  }

  @Test("Are read from the variables of schedulers, each with its own first number")
  func schedulers() throws {
    for (variables, shard) in Self.schedulers {
      #expect(try "\(SchedulerShard.find(in: variables))" == shard, "\(variables)")
    }
  }

  /// Variables that do not say which part a job is.
  private static let unclear: [(variables: [String: String], error: ShardError)] = [
    ([:], .noScheduler), (["GITLAB_CI": "true"], .noScheduler),
    (
      ["GITLAB_CI": "true", "CI_NODE_TOTAL": "8"],
      .noIndex(total: "CI_NODE_TOTAL", count: 8, index: "CI_NODE_INDEX")
    ),
    (
      ["TEST_TOTAL_SHARDS": "2", "TEST_SHARD_INDEX": ""],
      .noIndex(total: "TEST_TOTAL_SHARDS", count: 2, index: "TEST_SHARD_INDEX")
    ),
    (["JOB_COMPLETION_INDEX": "2"], .noTotal(index: "JOB_COMPLETION_INDEX", number: 3)),
    (["LSB_JOBINDEX": "2"], .noTotal(index: "LSB_JOBINDEX", number: 2)),
    (
      ["CIRCLE_NODE_INDEX": "x", "CIRCLE_NODE_TOTAL": "2"],
      .notANumber(variable: "CIRCLE_NODE_INDEX", value: "x")
    ),
    (["CIRCLE_NODE_INDEX": "2", "CIRCLE_NODE_TOTAL": "2"], .outside(index: 3, total: 2)),
    (
      ["GITLAB_CI": "true", "CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "2"],
      .outside(index: 0, total: 2)
    ),
    // '--array=1,5,9'
    (slurm(id: 5, 1, 9, step: 1, count: 3), .irregular(variables: slurmNames)),
    (slurm(id: 2, 1, 9, step: 4, count: 3), .irregular(variables: slurmNames)),
    (["SLURM_ARRAY_TASK_ID": "2"], .irregular(variables: slurmNames)),
    (
      [
        "CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "2", "BUILDKITE_PARALLEL_JOB": "1",
        "BUILDKITE_PARALLEL_JOB_COUNT": "3",
      ], .irregular(variables: ["CIRCLE_NODE_INDEX", "BUILDKITE_PARALLEL_JOB"])
    ),
  ]

  private static let slurmNames = [
    "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX",
  ]

  @Test("Are refused where variables leave open which part it is")
  func unclear() {
    for (variables, error) in Self.unclear {
      #expect(throws: error, "\(variables)") { try SchedulerShard.find(in: variables) }
    }
  }

  @Test(
    "Where a report goes, and what else only a job knows, is no part of the plan that shards share",
    arguments: [
      ["--shard", "3/8"], ["--shard=3/8", "--format", "json", "--also=junit=a.xml", "--quiet"],
      ["--path", "x", "--wide"],
    ])
  func sharedPlan(_ own: [String]) throws {
    func plan(_ options: [String]) throws -> CommonPlan {
      let compare = try #require(
        try Framegate.parseAsRoot(["compare", "main", "--time", "2"] + options)
          as? Framegate.Compare)
      return CommonPlan(try compare.plan(of: .unnamed))
    }
    // What a shard may have to show is prepared in every one of them.
    #expect(try plan(own + ["--shard", "1/8"]) == plan(["--shard", "2/8"]))
    #expect(try plan(["--shard", "1/8", "--quick"]) != plan(["--shard", "1/8"]))
  }

  @Test("Values are told apart by their path, also where one has more of them")
  func paths() throws {
    let one = try ValuesByPath(["a": ["b": [1, 2]]])
    #expect(one.texts == ["a.b.0": "1", "a.b.1": "2"])
    let more = try ValuesByPath(["a": ["b": [1, 2, 3]]])
    let difference = try #require(one.difference(from: more))
    #expect(difference == ("a.b.2", "none", "3"))
    #expect(one.difference(from: one) == nil)
  }
}

@Suite("Division among shards")
struct ShardDivisionTests {
  private static func shards(_ total: Int) throws -> [Shard] {
    try (1...total).map { try Shard(index: $0, total: total) }
  }

  @Test("Every benchmark is in exactly one shard, in the order of the selection", arguments: 0..<60)
  func exactlyOnce(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let names = (0..<Int.random(in: 0...80, using: &generator)).map { "b\($0)" }
    var costs: [String: Double] = [:]
    for name in names where Bool.random(using: &generator) {
      costs[name] = .random(in: 0...20, using: &generator)
    }
    let shards = try Self.shards(.random(in: 1...12, using: &generator))
    let parts = shards.map { ShardDivision(of: names, for: $0, costs: costs) }

    #expect(parts.flatMap(\.names).sorted() == names.sorted())
    #expect(Set(parts.map(\.digest)).count == 1)
    for part in parts {
      #expect(part.positions == part.positions.sorted())
      #expect(part.positions.map { names[$0] } == part.names)
      #expect(part.count == names.count)
      #expect(part.others == Set(names).subtracting(part.names))
    }
    // Balanced: nothing that was given last to one shard fits into another that has less to do.
    let loads = parts.map { $0.names.map { costs[$0] ?? 0 }.reduce(0, +) }
    if costs.count == names.count, let most = loads.max(), let least = loads.min() {
      #expect(most - least <= costs.values.max() ?? 0)
    }
    // The order of registration does not matter.
    let shuffled = names.shuffled(using: &generator)
    for (shard, part) in zip(shards, parts) {
      #expect(
        Set(ShardDivision(of: shuffled, for: shard, costs: costs).names) == Set(part.names))
    }
  }

  @Test("Without times, numbers differ by at most one")
  func even() throws {
    let names = (0..<500).map { "b\($0)" }
    let counts = try Self.shards(8).map { ShardDivision(of: names, for: $0).names.count }
    #expect(counts.max() == 63 && counts.min() == 62)
  }

  @Test("One benchmark that takes as long as all others has a shard of its own")
  func long() throws {
    let names = ["long"] + (0..<10).map { "b\($0)" }
    let costs = Dictionary(uniqueKeysWithValues: names.map { ($0, $0 == "long" ? 10.0 : 1) })
    let parts = try Self.shards(2).map { ShardDivision(of: names, for: $0, costs: costs).names }
    #expect(parts == [["long"], Array(names.dropFirst())])
  }

  @Test("Another selection, total or time is another division")
  func digest() throws {
    let names = (0..<6).map { "b\($0)" }
    let first = try Shard(index: 1, total: 2)
    let digests = [
      ShardDivision(of: names, for: first), ShardDivision(of: names.dropLast(), for: first),
      ShardDivision(of: names, for: try Shard(index: 1, total: 3)),
      ShardDivision(of: names, for: first, costs: ["b5": 100, "b4": 1]),
    ].map(\.digest)
    #expect(Set(digests).count == digests.count)
  }

  @Test("More shards than benchmarks leave some empty")
  func empty() throws {
    let parts = try Self.shards(5).map { ShardDivision(of: ["a", "b"], for: $0).names }
    #expect(parts == [["a"], ["b"], [], [], []])
  }
}
