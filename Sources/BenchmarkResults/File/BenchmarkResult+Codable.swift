import BenchmarkModel

/// A failed benchmark has `"status": "failed"` and the reason under `failure`. `variant`,
/// `bytesPerOperation`, `flopsPerOperation`, `parameters`, `budgets`, `frames`, `paced` and
/// `capacity` are left out when empty.
extension BenchmarkResult: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, kind, variant, operations, bytesPerOperation, flopsPerOperation
    case parameters, status, failure
    case metrics, budgets, frames, paced, capacity
  }

  private enum StatusWord: String, Codable {
    case measured, failed
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    kind = try container.decode(BenchmarkKind.self, forKey: .kind)
    variant = try container.decodeIfPresent(Variant.self, forKey: .variant)
    operations = try container.decode(Int.self, forKey: .operations)
    bytesPerOperation = try container.decodeIfPresent(Int.self, forKey: .bytesPerOperation)
    flopsPerOperation = try container.decodeIfPresent(Int.self, forKey: .flopsPerOperation)
    parameters = try container.decodeIfPresent(MeasuredParameters.self, forKey: .parameters)
    switch try container.decode(StatusWord.self, forKey: .status) {
    case .measured: status = .measured
    case .failed: status = .failed(try container.decode(String.self, forKey: .failure))
    }
    metrics = try container.decode([String: Recorded<MetricResult>].self, forKey: .metrics)
    budgets = try container.decodeIfPresent([String].self, forKey: .budgets) ?? []
    frames = try container.decodeIfPresent([FrameCosts].self, forKey: .frames) ?? []
    paced = try container.decodeIfPresent([PacedRun].self, forKey: .paced) ?? []
    capacity = try container.decodeIfPresent([Capacity].self, forKey: .capacity) ?? []
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(kind, forKey: .kind)
    try container.encodeIfPresent(variant, forKey: .variant)
    try container.encode(operations, forKey: .operations)
    try container.encodeIfPresent(bytesPerOperation, forKey: .bytesPerOperation)
    try container.encodeIfPresent(flopsPerOperation, forKey: .flopsPerOperation)
    try container.encodeIfPresent(parameters, forKey: .parameters)
    try container.encode(failure == nil ? StatusWord.measured : .failed, forKey: .status)
    try container.encodeIfPresent(failure, forKey: .failure)
    try container.encode(metrics, forKey: .metrics)
    if !budgets.isEmpty { try container.encode(budgets, forKey: .budgets) }
    if !frames.isEmpty { try container.encode(frames, forKey: .frames) }
    if !paced.isEmpty { try container.encode(paced, forKey: .paced) }
    if !capacity.isEmpty { try container.encode(capacity, forKey: .capacity) }
  }
}
