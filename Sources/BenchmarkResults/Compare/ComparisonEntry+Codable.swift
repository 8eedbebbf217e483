import BenchmarkModel
import SampleStatistics

/// `verdict` is `missing` when a side is; `missingFrom` then says which.
extension ComparisonEntry: Encodable {
  private enum CodingKeys: String, CodingKey {
    case benchmark, metric, unit, rateHz, baseline, candidate, ratio, interval, pairs, threshold
    case verdict, missingFrom, reason, changedFrames, droppedSlots
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(benchmark, forKey: .benchmark)
    try container.encodeIfPresent(metric, forKey: .metric)
    try container.encode(unit, forKey: .unit)
    try container.encodeIfPresent(rateHz, forKey: .rateHz)
    try container.encodeIfPresent(baseline, forKey: .baseline)
    try container.encodeIfPresent(candidate, forKey: .candidate)
    try container.encodeIfPresent(ratio, forKey: .ratio)
    try container.encodeIfPresent(interval, forKey: .interval)
    try container.encodeIfPresent(pairs, forKey: .pairs)
    try container.encodeIfPresent(threshold, forKey: .threshold)
    switch finding {
    case .verdict(let verdict):
      try container.encode(verdict, forKey: .verdict)
    case .missing(let side):
      try container.encode("missing", forKey: .verdict)
      try container.encode(side, forKey: .missingFrom)
    }
    try container.encodeIfPresent(reason, forKey: .reason)
    if !changedFrames.isEmpty { try container.encode(changedFrames, forKey: .changedFrames) }
    try container.encodeIfPresent(droppedSlots, forKey: .droppedSlots)
  }
}
