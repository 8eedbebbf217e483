import BenchmarkResults
import BenchmarkVerdicts

// The JSON of a row of a comparison.

extension ComparisonEntry {
  /// `verdict` may also be `missing` (`missingFrom` then names the side that lacks the value),
  /// `added` (only the candidate has it), `differs` (the sides compute different results) and
  /// `moved` (times differ because code is at other addresses).
  var json: JSONObject {
    var missingFrom: Gap?
    if case .missing(let gap, _) = conclusion { missingFrom = gap }
    return [
      "benchmark": benchmark, "metric": metric, "unit": unit, "rateHz": rate,
      "baseline": baseline, "candidate": candidate, "baselineRange": countRanges?.baseline,
      "candidateRange": countRanges?.candidate, "ratio": ratio, "interval": times?.interval,
      "pairs": times?.paired?.count, "threshold": times?.threshold, "verdict": status,
      "missingFrom": missingFrom, "reason": reason, "power": power?.json,
      "changedFrames": changedFrames.isEmpty ? nil : changedFrames.runs,
      "droppedSlots": droppedFrames, "evidence": evidence?.json,
    ]
  }
}

extension RowEvidence {
  /// `{time, instructions, answers, layouts, layoutsReason}`.
  ///
  /// `answers` has `finding` (`equal`, `different` or `unknown`), and `values`, `first` or
  /// `reason`.
  fileprivate var json: JSONObject {
    [
      "time": time,
      "instructions": instructions, "answers": answers.json, "layouts": layouts?.value,
      "layoutsReason": layouts?.reason,
    ]
  }
}

extension AnswerEvidence {
  fileprivate var json: JSONObject {
    switch self {
    case .equal(let count): ["finding": "equal", "values": count]
    case .different(let difference): ["finding": "different", "first": difference]
    case .unknown(let reason): ["finding": "unknown", "reason": reason]
    }
  }
}

extension PowerAnalysis {
  /// Times are in seconds.
  fileprivate var json: JSONObject {
    [
      "uncertainty": uncertainty, "seconds": time.map { ($0 / .seconds(1)).rounded(.up) },
      "threshold": threshold,
    ]
  }
}
