package import BenchmarkModel
package import FrameTiming

/// What was measured of one benchmark or scenario.
package struct BenchmarkResult: Hashable, Sendable {
  package enum Status: Hashable, Sendable {
    case measured

    /// The worker crashed, hung or gave up, with the reason; values measured before that are kept.
    case failed(String)
  }

  /// The measured values, by kind.
  package enum Body: Hashable, Sendable {
    case benchmark(TimedResult)

    case scenario(ScenarioResult)
  }

  /// The dotted name, such as `kernel.compose.l2.simd`.
  package var name: String

  /// The implementation that was measured, or nil for benchmarks that have only one.
  package var variant: Variant?

  /// Where it is registered, with the path from the top of its repository; nil if unknown.
  package var location: SourceLocation?

  package var status: Status

  /// How long measuring took in seconds, including all passes; nil if that was not recorded.
  package var measuringSeconds: Double?

  package var body: Body

  package init(
    name: String, variant: Variant? = nil, location: SourceLocation? = nil,
    status: Status = .measured, _ body: Body
  ) {
    self.name = name
    self.location = location
    self.variant = variant
    self.status = status
    self.body = body
  }
}

extension BenchmarkResult {
  /// Timed as a whole, or driven frame by frame.
  package var kind: BenchmarkKind {
    switch body {
    case .benchmark: .benchmark
    case .scenario: .scenario
    }
  }

  /// Why measuring failed, or nil when it succeeded.
  package var failure: String? {
    guard case .failed(let reason) = status else { return nil }
    return reason
  }

  /// The results of a benchmark that is timed as a whole, or nil for scenarios.
  package var timed: TimedResult? {
    guard case .benchmark(let timed) = body else { return nil }
    return timed
  }

  /// The results of a scenario, or nil for benchmarks that are timed as a whole.
  package var scenario: ScenarioResult? {
    guard case .scenario(let scenario) = body else { return nil }
    return scenario
  }

  package func metric(_ metric: Metric) -> Measured<MetricResult> {
    timed?.metrics[metric.name] ?? .notMeasured
  }

  /// A scenario's cost vectors, one per sampled rate; none for benchmarks.
  package var frames: [FrameCosts] { scenario?.frames.value ?? [] }

  /// The cost vector sampled at `rate`, if the scenario was sampled at it.
  package func frames(at rate: RefreshRate) -> FrameCosts? { frames.first { $0.rate == rate } }

  /// This result, or a failed one if a file cannot hold one of its values.
  package var storable: BenchmarkResult {
    do {
      try validate(ValueCheck(file: "the result"))
      return self
    } catch {
      var failed = self
      failed.status = .failed(error.description)
      failed.body = kind == .scenario ? .scenario(ScenarioResult()) : .benchmark(TimedResult())
      return failed
    }
  }

  func validate(_ check: ValueCheck) throws(ResultsError) {
    try check.require(!name.isEmpty, "name", "it is empty")
    try check.count(location?.line, from: 1, "location.line")
    try check.quantity(measuringSeconds, "measuringSeconds")
    switch body {
    case .benchmark(let timed): try timed.validate(check)
    case .scenario(let scenario): try scenario.validate(check)
    }
  }
}

/// Both kinds are one flat object; `kind` says which keys it has.
///
/// A failed benchmark has `"status": "failed"` and the reason under `failure`. Every entry has
/// `operations` and `metrics`, which are 1 and empty for a scenario. Where a scenario cannot run,
/// `metrics` gives the reason under every metric. What is empty or unknown is left out.
extension BenchmarkResult: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, kind, variant, operations, location, parameters, status, failure, measuringSeconds
    case bytesPerLayer, metrics, budgets, frames, paced, capacity, largestJump
  }

  private enum StatusWord: String, Codable { case measured, failed }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    variant = try container.decodeIfPresent(Variant.self, forKey: .variant)
    location = try container.decodeIfPresent(SourceLocation.self, forKey: .location)
    measuringSeconds = try container.decodeIfPresent(Double.self, forKey: .measuringSeconds)
    switch try container.decode(StatusWord.self, forKey: .status) {
    case .measured: status = .measured
    case .failed: status = .failed(try container.decode(String.self, forKey: .failure))
    }
    let operations = try container.decode(Int.self, forKey: .operations)
    guard (1...ValueCheck.largestCount).contains(operations) else {
      throw DecodingError.dataCorruptedError(
        forKey: .operations, in: container,
        debugDescription: "\(operations) is not a number of operations")
    }
    let metrics = try container.decode([String: Measured<MetricResult>].self, forKey: .metrics)
    switch try container.decode(BenchmarkKind.self, forKey: .kind) {
    case .benchmark:
      body = .benchmark(TimedResult(try BenchmarkTraits(from: decoder), metrics: metrics))
    case .scenario:
      let frames = try container.decodeIfPresent([FrameCosts].self, forKey: .frames) ?? []
      let absence = metrics.values.lazy.compactMap(\.reason).min()
      var scenario = ScenarioResult()
      scenario.parameters = try container.decodeIfPresent(
        ScenarioResult.Parameters.self, forKey: .parameters)
      scenario.bytesPerLayer = try container.decodeIfPresent(Int.self, forKey: .bytesPerLayer)
      scenario.budgets = try container.decodeIfPresent([FrameBudget].self, forKey: .budgets) ?? []
      scenario.frames =
        frames.isEmpty ? absence.map(Measured.unavailable) ?? .value([]) : .value(frames)
      scenario.paced =
        try container.decodeIfPresent(Measured<[PacedRun]>.self, forKey: .paced) ?? .value([])
      scenario.capacity =
        try container.decodeIfPresent(Measured<[Capacity]>.self, forKey: .capacity) ?? .value([])
      scenario.largestJump = try container.decodeIfPresent(
        Measured<ViewJump>.self, forKey: .largestJump)
      body = .scenario(scenario)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var object: JSONObject = [
      "name": name, "kind": kind, "variant": variant, "location": location,
      "status": failure == nil ? StatusWord.measured : .failed, "failure": failure,
      "measuringSeconds": measuringSeconds,
    ]
    switch body {
    case .benchmark(let timed):
      try timed.traits.encode(to: encoder)
      object.add(["metrics": timed.metrics])
    case .scenario(let scenario):
      object.add([
        "operations": 1, "parameters": scenario.parameters,
        "bytesPerLayer": scenario.bytesPerLayer, "metrics": scenario.absentMetrics,
        "budgets": scenario.budgets.isEmpty ? nil : scenario.budgets,
        "frames": frames.isEmpty ? nil : frames,
        "paced": scenario.paced == .value([]) ? nil : scenario.paced,
        "capacity": scenario.capacity == .value([]) ? nil : scenario.capacity,
        "largestJump": scenario.largestJump,
      ])
    }
    try object.encode(to: encoder)
  }
}

extension ScenarioResult {
  /// The reason why there are no frames, under every metric.
  fileprivate var absentMetrics: [String: Measured<MetricResult>] {
    guard let reason = frames.reason else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: Metric.measuredByDefault.map { ($0.name, .unavailable(reason)) })
  }
}
