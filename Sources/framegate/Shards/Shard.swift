import BenchmarkModel
import FrameTiming
import ReportText

/// One of several jobs that measure a suite together.
struct Shard: Hashable, Codable, Sendable {
  /// The maximum number of jobs of one suite.
  static let mostShards = 10_000

  /// Which one it is, from 1 to ``total``.
  let index: Int

  let total: Int

  /// Everything in one job.
  static let whole = Shard()

  private init() {
    index = 1
    total = 1
  }

  init(index: Int, total: Int) throws(ShardError) {
    guard (1...Self.mostShards).contains(total), (1...total).contains(index) else {
      throw .outside(index: index, total: total)
    }
    self.index = index
    self.total = total
  }

  /// Reads `3/8`.
  init(parsing text: String) throws(ShardError) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map(
      Int.init(digits:))
    guard numbers.count == 2, let index = numbers[0], let total = numbers[1] else {
      throw .malformed(text)
    }
    try self.init(index: index, total: total)
  }
}

extension Shard: CustomStringConvertible { var description: String { "\(index)/\(total)" } }

/// Why a job does not know its part of the work.
enum ShardError: ToolError, Hashable {
  case malformed(String)
  case outside(index: Int, total: Int)
  case noScheduler
  case noIndex(total: String, count: Int, index: String)
  case noTotal(index: String, number: Int)
  case notANumber(variable: String, value: String)
  case irregular(variables: [String])

  /// Stored results are only read, and shards are parts of results.
  case nothingToDivide, notStored

  /// The result of `--shard-by` does not contain the durations of its benchmarks.
  case noCosts(file: String)

  var exitCode: ToolExit { .wrongUsage }

  var description: String {
    switch self {
    case .malformed(let text):
      "'\(text)' is not a shard. Give its number from 1 and the total, such as 3/8, or auto."
    case .outside(let index, let total):
      """
      There is no shard \(index) of \(total). Give a total of at most \(Shard.mostShards), and a \
      number from 1 to the total.
      """
    case .noScheduler:
      "'--shard auto' finds no variable of a scheduler. Pass the shard, such as '--shard 3/8'."
    case .noIndex(let total, let count, let index):
      """
      \(total) says that there are \(count) jobs, but \(index) is not set, so each of them would \
      measure everything. Let the scheduler number its jobs, or pass '--shard 3/\(count)'.
      """
    case .noTotal(let index, let number):
      """
      \(index) says that this is job \(number), but no variable says of how many. \
      Pass '--shard \(number)/TOTAL'.
      """
    case .notANumber(let variable, let value):
      "\(variable)='\(value)' is not a whole number. Pass the shard, such as '--shard 3/8'."
    case .irregular(let variables):
      """
      \(variables.joined(separator: " and ")) do not state which part this job is: numbers have gaps, \
      or disagree. Pass the shard, such as '--shard 3/8'.
      """
    case .nothingToDivide:
      "'--shard' divides what is measured, but only stored results are read here. Leave it out."
    case .notStored: "A shard is a part of a result. Leave '--save' out, and pass it to 'merge'."
    case .noCosts(let file):
      """
      '\(file)' does not contain the durations of its benchmarks. Record it again, or leave '--shard-by' \
      out.
      """
    }
  }
}
