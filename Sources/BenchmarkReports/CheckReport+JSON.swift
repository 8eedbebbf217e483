import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import FrameTiming

/// Written as `{severity, passed, warnings, budgets, limits, paced, failures, comparison,
/// noBaseline, log, toolFigures}`: `limits` only if benchmarks have limits, `paced` only with a
/// real timer, `comparison` only with a baseline, `noBaseline` only if a requested baseline could
/// not be used, `log` and `toolFigures` only for a log.
extension CheckReport {
  package func encode(to encoder: any Encoder) throws {
    func rows(_ kind: Finding.Kind) -> [JSONObject]? {
      let findings = gate.findings(of: kind)
      return findings.isEmpty ? nil : findings.map(\.json)
    }
    var object: JSONObject = [
      "severity": gate.severity, "passed": gate.isPassed,
      "warnings": gate.warnings.map { $0.text(tool) }, "budgets": rows(.budget) ?? [],
      "limits": rows(.limit), "paced": rows(.paced), "failures": gate.ending.failures,
      "comparison": compare, "noBaseline": gate.noBaseline,
    ]
    if let log {
      // A log may not contain its rate; then the budgets have it.
      let rates = gate.findings(of: .budget).compactMap { finding -> RefreshRate? in
        guard case .budget(let budget) = finding.subject else { return nil }
        return budget.budget.display?.rate
      }
      object.add(log.json(rate: rates.first))
    }
    try object.encode(to: encoder)
  }
}

extension Finding {
  fileprivate var json: JSONObject {
    var object: JSONObject = [
      kind == .limit ? "benchmark" : "scenario": benchmark, "judgement": status,
      "measuredAgain": again?.status,
    ]
    switch subject {
    case .budget(let budget):
      object.add([
        "budget": "\(budget.budget)", "finding": measured, "measured": budget.measured,
        "frames": budget.frames, "restsOnFragileFrames": budget.restsOnFragileFrames,
      ])
    case .limit(let limit):
      object.add([
        "metric": limit.metric, "limit": limit.limit, "measured": limit.measured.value,
        "reason": limit.measured.reason,
      ])
    case .paced(let run):
      object.add([
        "rateHz": run.value?.rate, "causes": run.value?.causes, "reason": run.reason,
      ])
    case .interruption, .failure, .noBase, .change: break
    }
    return object
  }
}
