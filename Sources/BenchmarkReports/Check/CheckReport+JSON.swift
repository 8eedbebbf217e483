import BenchmarkResults
import FrameTiming
package import Foundation

/// Written as `{verdict, budgets, failures, comparison}`; `comparison` only with a baseline.
extension CheckReport: Encodable {
  private enum CodingKeys: String, CodingKey {
    case verdict, budgets, failures, comparison
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(gate.outcome, forKey: .verdict)
    try container.encode(gate.budgets.entries.map(BudgetRow.init), forKey: .budgets)
    try container.encode(gate.failures, forKey: .failures)
    try container.encodeIfPresent(compare, forKey: .comparison)
  }

  /// The decision as JSON, ending in a newline.
  ///
  /// - Returns: UTF-8 text.
  /// - Throws: When a number is NaN or infinite, which no checked file has.
  package func json() throws -> Data {
    try ReportJSON.encode(self)
  }
}

/// A judged budget as JSON has it.
private struct BudgetRow: Encodable {
  let scenario, budget, verdict, finding: String
  /// What became of it when it was measured again; absent when it was not.
  let measuredAgain: String?
  let measured: Double?
  let frames: [Int]
  let restsOnFragileFrames: Bool

  init(_ entry: BudgetCheck.Entry) {
    let judgement = entry.judgement
    (scenario, budget, finding) = (entry.scenario, "\(judgement.budget)", entry.finding)
    (measured, frames) = (judgement.measured, judgement.frames)
    restsOnFragileFrames = judgement.restsOnFragileFrames
    verdict = entry.isCleared ? "kept" : Self.word(judgement)
    measuredAgain = entry.again.map(Self.word)
  }

  private static func word(_ judgement: BudgetJudgement) -> String {
    switch judgement.outcome {
    case .kept: "kept"
    case .broken: "exceeded"
    case .notMeasured: "notMeasured"
    }
  }
}
