import BenchmarkModel
import BenchmarkResults
import FrameTiming

/// Written as `{verdict, passed, budgets, limits, paced, failures, comparison, noBaseline}`:
/// `limits` only where benchmarks have any, `paced` only with a real timer, `comparison` only with
/// a baseline, `noBaseline` only if one was asked for and could not be compared with.
extension CheckReport {
  private enum CodingKeys: String, CodingKey {
    case verdict, passed, budgets, limits, paced, failures, comparison, noBaseline
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func rows(_ kind: Judgement.Kind) -> [JudgementRow]? {
      let judgements = gate.judgements(of: kind)
      return judgements.isEmpty ? nil : judgements.map(JudgementRow.init)
    }
    try container.encode(gate.outcome, forKey: .verdict)
    try container.encode(gate.isPassed, forKey: .passed)
    try container.encode(rows(.budget) ?? [], forKey: .budgets)
    try container.encodeIfPresent(rows(.limit), forKey: .limits)
    try container.encodeIfPresent(rows(.paced), forKey: .paced)
    try container.encode(gate.failures, forKey: .failures)
    try container.encodeIfPresent(compare, forKey: .comparison)
    try container.encodeIfPresent(gate.noBaseline, forKey: .noBaseline)
  }
}

/// A judged limit as JSON has it.
private struct JudgementRow: Encodable {
  let judgement: Judgement

  private enum CodingKeys: String, CodingKey {
    case scenario, benchmark, verdict, measuredAgain, measured
    case budget, finding, frames, restsOnFragileFrames
    case metric, limit, reason
    case rateHz, causes
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let name = judgement.kind == .limit ? CodingKeys.benchmark : .scenario
    try container.encode(judgement.benchmark, forKey: name)
    try container.encode(judgement.status, forKey: .verdict)
    try container.encodeIfPresent(judgement.again?.status, forKey: .measuredAgain)
    switch judgement.subject {
    case .budget(let budget):
      try container.encode("\(budget.budget)", forKey: .budget)
      try container.encode(judgement.finding, forKey: .finding)
      try container.encodeIfPresent(budget.measured, forKey: .measured)
      try container.encode(budget.frames, forKey: .frames)
      try container.encode(budget.restsOnFragileFrames, forKey: .restsOnFragileFrames)
    case .limit(let limit):
      try container.encode(limit.metric, forKey: .metric)
      try container.encode(limit.limit, forKey: .limit)
      try container.encodeIfPresent(limit.measured.value, forKey: .measured)
      try container.encodeIfPresent(limit.measured.reason, forKey: .reason)
    case .paced(let run):
      try container.encode(run.rate, forKey: .rateHz)
      try container.encode(run.causes, forKey: .causes)
    case .interruption, .failure, .change: break
    }
  }
}
