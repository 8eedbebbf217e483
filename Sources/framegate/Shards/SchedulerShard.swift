import BenchmarkModel

/// Reads from the variables of schedulers which part of the work this job has.
///
/// Only for `--shard auto`: a job that has such variables for reasons of its own measures
/// everything.
enum SchedulerShard {
  /// The variables with the job's number and the total, and the number of the first job.
  ///
  /// Instead of a total, a scheduler may set the first and the last number, and a step.
  private struct Variables {
    let index: String
    var total: String?
    var base = 0
    var first, last, step: String?

    init(_ index: String, _ total: String?, from base: Int = 0) {
      self.index = index
      self.total = total
      self.base = base
    }

    init(_ index: String, _ total: String?, _ first: String, _ last: String, _ step: String) {
      self.init(index, total)
      self.first = first
      self.last = last
      self.step = step
    }
  }

  /// Test runners, which come first because they are nearer to this process than schedulers.
  private static let runners = [
    Variables("TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS"),
    Variables("GTEST_SHARD_INDEX", "GTEST_TOTAL_SHARDS"),
  ]

  private static let schedulers = [
    Variables("CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL"),
    Variables("BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT"),
    Variables("SEMAPHORE_JOB_INDEX", "SEMAPHORE_JOB_COUNT", from: 1),
    Variables("BITBUCKET_PARALLEL_STEP", "BITBUCKET_PARALLEL_STEP_COUNT"),
    Variables("SYSTEM_JOBPOSITIONINPHASE", "SYSTEM_TOTALJOBSINPHASE", from: 1),
    Variables("AWS_BATCH_JOB_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_SIZE"),
    Variables("CLOUD_RUN_TASK_INDEX", "CLOUD_RUN_TASK_COUNT"),
    Variables("BATCH_TASK_INDEX", "BATCH_TASK_COUNT"), Variables("JOB_COMPLETION_INDEX", nil),
    Variables("LSB_JOBINDEX", nil, from: 1), Variables("PBS_ARRAY_INDEX", nil, from: 1),
    Variables(
      "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN",
      "SLURM_ARRAY_TASK_MAX", "SLURM_ARRAY_TASK_STEP"),
    Variables("SGE_TASK_ID", nil, "SGE_TASK_FIRST", "SGE_TASK_LAST", "SGE_TASK_STEPSIZE"),
  ]

  /// The part of this job; a single job is 1/1, and nested schedulers must agree.
  static func find(in environment: [String: String]) throws(ShardError) -> Shard {
    for runner in runners { if let shard = try shard(runner, environment) { return shard } }
    // GitLab counts from 1; others set the same names and count from 0.
    let gitLab = Variables(
      "CI_NODE_INDEX", "CI_NODE_TOTAL", from: environment["GITLAB_CI"] == nil ? 0 : 1)
    var found: [(variable: String, shard: Shard)] = []
    for scheduler in [gitLab] + schedulers {
      if let shard = try shard(scheduler, environment) { found.append((scheduler.index, shard)) }
    }
    let parts = found.filter { $0.shard.total > 1 }
    guard let part = parts.first ?? found.first else { throw .noScheduler }
    if let other = parts.first(where: { $0.shard != part.shard }) {
      throw .irregular(variables: [part.variable, other.variable])
    }
    return part.shard
  }

  private static func shard(
    _ names: Variables, _ environment: [String: String]
  ) throws(ShardError) -> Shard? {
    func number(_ name: String?) throws(ShardError) -> Int? {
      // Outside of an array, Grid Engine sets "undefined".
      guard let name, let text = environment[name], !text.isEmpty, text != "undefined" else {
        return nil
      }
      guard let number = Int(text), (-1...1_000_000_000).contains(number) else {
        throw .notANumber(variable: name, value: text)
      }
      return number
    }
    let index = try number(names.index)
    let total = try number(names.total)
    if let index, names.first != nil {
      guard let first = try number(names.first), let last = try number(names.last),
        let step = try number(names.step), step > 0, (first...max(first, last)).contains(index),
        (index - first) % step == 0, total.map({ $0 == (last - first) / step + 1 }) ?? true
      else {
        throw .irregular(variables: [names.index, names.first, names.last].compactMap(\.self))
      }
      return try Shard(index: (index - first) / step + 1, total: (last - first) / step + 1)
    }
    // Some set 0 if there is only one job.
    switch (index.map { $0 - names.base + 1 }, total) {
    case (nil, nil), (_, 0?): return nil
    case (nil, 1?): return .whole
    case (nil, let total?):
      throw .noIndex(total: names.total ?? "", count: total, index: names.index)
    case (let number?, nil):
      if number < 1 { return nil }
      throw .noTotal(index: names.index, number: number)
    case (let number?, let total?): return try Shard(index: number, total: total)
    }
  }
}
