import BenchmarkModel
import BenchmarkResults
package import Foundation
import FrameTiming

/// Written as `{verdict, budgets, limits, paced, failures, comparison, noBaseline}`: `limits` only
/// where benchmarks have any, `paced` only with a real timer, `comparison` only with a baseline,
/// `noBaseline` only if one was asked for and could not be compared with.
extension CheckReport: Encodable {
  private enum CodingKeys: String, CodingKey {
    case verdict, budgets, limits, paced, failures, comparison, noBaseline
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(gate.outcome, forKey: .verdict)
    try container.encode(gate.budgets.entries.map(BudgetRow.init), forKey: .budgets)
    if !gate.limits.isEmpty {
      try container.encode(gate.limits.map(LimitRow.init), forKey: .limits)
    }
    try container.encodeIfPresent(
      gate.paced.map { $0.entries.map(PacedRow.init) }, forKey: .paced)
    try container.encode(gate.failures, forKey: .failures)
    try container.encodeIfPresent(compare, forKey: .comparison)
    try container.encodeIfPresent(gate.noBaseline, forKey: .noBaseline)
  }

  /// The decision as JSON, ending in a newline.
  ///
  /// - Returns: UTF-8 text.
  /// - Throws: When a number is NaN or infinite, which no checked file has.
  package func json() throws -> Data {
    try PrettyJSON.encode(self)
  }
}

/// A judged limit of a count as JSON has it.
private struct LimitRow: Encodable {
  let benchmark, metric, verdict: String
  let limit: Double
  let measured: Double?
  let reason: String?

  init(_ limit: CountLimit) {
    benchmark = limit.benchmark
    metric = limit.metric
    self.limit = limit.limit
    measured = limit.count
    switch limit.finding {
    case .kept: (verdict, reason) = ("kept", nil)
    case .exceeded: (verdict, reason) = ("exceeded", nil)
    case .notMeasured(let why): (verdict, reason) = ("notMeasured", why)
    }
  }
}

/// A judged run of a real timer as JSON has it.
private struct PacedRow: Encodable {
  let scenario, verdict: String
  let rateHz: Int
  let causes: PacedCauses

  init(_ entry: PacedCheck.Entry) {
    scenario = entry.scenario
    rateHz = entry.run.rate.hertz
    causes = entry.causes
    verdict =
      switch entry.status {
      case .kept: "kept"
      case .exceeded: "exceeded"
      case .inconclusive: "inconclusive"
      }
  }
}

/// A judged budget as JSON has it.
private struct BudgetRow: Encodable {
  let scenario, budget, verdict, finding: String

  /// The verdict of the second measurement; absent without one.
  let measuredAgain: String?
  let measured: Double?
  let frames: [Int]
  let restsOnFragileFrames: Bool

  init(_ entry: BudgetCheck.Entry) {
    let judgement = entry.judgement
    scenario = entry.scenario
    budget = "\(judgement.budget)"
    verdict = entry.isCleared ? "kept" : Self.word(judgement)
    finding = entry.finding
    measuredAgain = entry.again.map(Self.word)
    measured = judgement.measured
    frames = judgement.frames
    restsOnFragileFrames = judgement.restsOnFragileFrames
  }

  private static func word(_ judgement: BudgetJudgement) -> String {
    switch judgement.status {
    case .kept: "kept"
    case .exceeded: "exceeded"
    case .notMeasured: "notMeasured"
    }
  }
}
