import BenchmarkModel
import FrameModel

// How a listing is written: what is empty or as usual is left out, so that a worker of another
// language names only what it has.

extension BenchmarkListing: Codable {
  private enum CodingKeys: CodingKey { case benchmarks, problems, variables }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    benchmarks = try values.decode([ListedBenchmark].self, forKey: .benchmarks)
    problems = try values.decodeIfPresent([RegistrationProblem].self, forKey: .problems) ?? []
    variables = try values.decodeIfPresent([WorkerVariable].self, forKey: .variables) ?? []
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(benchmarks, forKey: .benchmarks)
    if !problems.isEmpty { try values.encode(problems, forKey: .problems) }
    if !variables.isEmpty { try values.encode(variables, forKey: .variables) }
  }
}

extension WorkerVariable: Codable {
  private enum CodingKeys: CodingKey { case name, values }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    values = try container.decodeIfPresent([String].self, forKey: .values) ?? []
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    if !values.isEmpty { try container.encode(values, forKey: .values) }
  }
}

extension ListedBenchmark: Codable {
  private enum CodingKeys: CodingKey {
    case name, runsByDefault, tags, location, benchmark, scenario
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    name = try values.decode(String.self, forKey: .name)
    runsByDefault = try values.decodeIfPresent(Bool.self, forKey: .runsByDefault) ?? true
    tags = try values.decodeIfPresent([String].self, forKey: .tags) ?? []
    location = try values.decodeIfPresent(SourceLocation.self, forKey: .location)
    if let traits = try values.decodeIfPresent(ScenarioTraits.self, forKey: .scenario) {
      work = .scenario(traits)
    } else {
      work = .benchmark(
        try values.decodeIfPresent(BenchmarkTraits.self, forKey: .benchmark) ?? BenchmarkTraits())
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(name, forKey: .name)
    if !runsByDefault { try values.encode(runsByDefault, forKey: .runsByDefault) }
    if !tags.isEmpty { try values.encode(tags, forKey: .tags) }
    try values.encodeIfPresent(location, forKey: .location)
    switch work {
    case .benchmark(let traits): try values.encode(traits, forKey: .benchmark)
    case .scenario(let traits): try values.encode(traits, forKey: .scenario)
    }
  }
}

extension ScenarioTraits: Codable {
  private enum CodingKeys: String, CodingKey {
    case duration = "durationNs"
    case samplingTime = "samplingNs"
    case budgets, frameRates, sceneBudgets, variants, scenes, bytesPerLayer, answerTolerance
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func list<Element: Decodable>(_ key: CodingKeys) throws -> [Element] {
      try values.decodeIfPresent([Element].self, forKey: key) ?? []
    }
    let budgets =
      try values.decodeIfPresent([String: [FrameBudget]].self, forKey: .sceneBudgets) ?? [:]
    let nanoseconds = try values.decodeIfPresent(Int64.self, forKey: .samplingTime)
    self.init(
      duration: .nanoseconds(try values.decode(Int64.self, forKey: .duration)),
      budgets: try list(.budgets),
      frameRates: try values.decodeIfPresent(FrameRateSchedule.self, forKey: .frameRates)
        ?? .displayRate,
      sceneBudgets: Dictionary(
        uniqueKeysWithValues: budgets.map { (SceneSize(rawValue: $0.key), $0.value) }),
      variants: try list(.variants), scenes: try list(.scenes),
      samplingTime: nanoseconds.map { .nanoseconds($0) },
      bytesPerLayer: try values.decodeIfPresent(Int.self, forKey: .bytesPerLayer),
      answerTolerance: try values.decodeIfPresent(Double.self, forKey: .answerTolerance))
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(duration.wholeNanoseconds, forKey: .duration)
    if !budgets.isEmpty { try values.encode(budgets, forKey: .budgets) }
    if frameRates != .displayRate { try values.encode(frameRates, forKey: .frameRates) }
    if !sceneBudgets.isEmpty {
      let named = sceneBudgets.map { ($0.key.rawValue, $0.value) }
      try values.encode(Dictionary(uniqueKeysWithValues: named), forKey: .sceneBudgets)
    }
    if !variants.isEmpty { try values.encode(variants, forKey: .variants) }
    if !scenes.isEmpty { try values.encode(scenes, forKey: .scenes) }
    try values.encodeIfPresent(samplingTime?.wholeNanoseconds, forKey: .samplingTime)
    try values.encodeIfPresent(bytesPerLayer, forKey: .bytesPerLayer)
    try values.encodeIfPresent(answerTolerance, forKey: .answerTolerance)
  }
}
