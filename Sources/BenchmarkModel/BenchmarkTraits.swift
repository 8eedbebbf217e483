/// What a benchmark states about itself: the same value in its registration, the worker's listing
/// and the result file.
package struct BenchmarkTraits: Hashable, Sendable {
  package var variant: Variant?

  /// Operations in one call of the body, at least 1; times and counts are per operation.
  package var operations = 1

  /// The bytes that one operation reads and writes, if the author stated them.
  package var bytesPerOperation: Int?

  /// The additions, multiplications, divisions and roots of one operation, if stated.
  package var flopsPerOperation: Int?

  /// The limits of the machine that apply to the benchmark, or that it measures, if stated.
  package var roofline: Roofline?

  /// The benchmark's family and its value of the parameter, if it has one.
  package var family: BenchmarkFamily?

  /// The limits that `check` and `compare` enforce.
  package var gates: [BenchmarkGate] = []

  /// The name of the reference that reports compare this benchmark with, if there is one.
  package var reference: String?

  /// The metrics that its body records; result files describe them elsewhere, with the values.
  package var metrics: [CustomMetric] = []

  /// By how much the numbers that it computes may differ in a comparison, or nil for not at all.
  ///
  /// Absolute or as a share, whichever permits more; not in result files.
  package var answerTolerance: Double?

  /// How long it is sampled and warmed up, or nil for the defaults; not in result files.
  package var samplingTime, warmUpTime: Duration?

  package init(
    variant: Variant? = nil, operations: Int = 1, bytesPerOperation: Int? = nil,
    roofline: Roofline? = nil, gates: [BenchmarkGate] = [], samplingTime: Duration? = nil,
    warmUpTime: Duration? = nil, reference: String? = nil
  ) {
    self.variant = variant
    self.operations = operations
    self.bytesPerOperation = bytesPerOperation
    self.roofline = roofline
    self.gates = gates
    self.samplingTime = samplingTime
    self.warmUpTime = warmUpTime
    self.reference = reference
  }

  /// The traits that result files store: without settings for measuring, and without the variant,
  /// which has a key of its own.
  package var stored: BenchmarkTraits {
    var stored = self
    stored.variant = nil
    stored.metrics = []
    stored.answerTolerance = nil
    stored.samplingTime = nil
    stored.warmUpTime = nil
    return stored
  }
}

/// The keys of a benchmark in result files and in a worker's listing. Empty and default values may
/// be left out.
extension BenchmarkTraits: Codable {
  private enum CodingKeys: String, CodingKey {
    case variant, operations, bytesPerOperation, flopsPerOperation, roofline, family, gates
    case reference, answerTolerance
    case metrics = "customMetrics"
    case samplingTime = "samplingNs"
    case warmUpTime = "warmUpNs"
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func list<Element: Decodable>(_ key: CodingKeys) throws -> [Element] {
      try values.decodeIfPresent([Element].self, forKey: key) ?? []
    }
    func time(_ key: CodingKeys) throws -> Duration? {
      try values.decodeIfPresent(Int64.self, forKey: key).map { .nanoseconds($0) }
    }
    variant = try values.decodeIfPresent(Variant.self, forKey: .variant)
    operations = try values.decodeIfPresent(Int.self, forKey: .operations) ?? 1
    bytesPerOperation = try values.decodeIfPresent(Int.self, forKey: .bytesPerOperation)
    flopsPerOperation = try values.decodeIfPresent(Int.self, forKey: .flopsPerOperation)
    roofline = try values.decodeIfPresent(Roofline.self, forKey: .roofline)
    family = try values.decodeIfPresent(BenchmarkFamily.self, forKey: .family)
    reference = try values.decodeIfPresent(String.self, forKey: .reference)
    answerTolerance = try values.decodeIfPresent(Double.self, forKey: .answerTolerance)
    samplingTime = try time(.samplingTime)
    warmUpTime = try time(.warmUpTime)
    gates = try list(.gates)
    metrics = try list(.metrics)
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    func encode(_ list: [some Encodable], _ key: CodingKeys) throws {
      if !list.isEmpty { try values.encode(list, forKey: key) }
    }
    func encode(_ time: Duration?, _ key: CodingKeys) throws {
      let nanoseconds = time.map { Int64(($0 / .nanoseconds(1)).rounded()) }
      try values.encodeIfPresent(nanoseconds, forKey: key)
    }
    try values.encodeIfPresent(variant, forKey: .variant)
    try values.encode(operations, forKey: .operations)
    try values.encodeIfPresent(bytesPerOperation, forKey: .bytesPerOperation)
    try values.encodeIfPresent(flopsPerOperation, forKey: .flopsPerOperation)
    try values.encodeIfPresent(roofline, forKey: .roofline)
    try values.encodeIfPresent(family, forKey: .family)
    try values.encodeIfPresent(reference, forKey: .reference)
    try values.encodeIfPresent(answerTolerance, forKey: .answerTolerance)
    try encode(samplingTime, .samplingTime)
    try encode(warmUpTime, .warmUpTime)
    try encode(gates, .gates)
    try encode(metrics, .metrics)
  }
}
