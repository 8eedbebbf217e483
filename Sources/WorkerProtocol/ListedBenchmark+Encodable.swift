import BenchmarkModel
import FrameModel

// In JSON, a listing leaves out empty and default values, so that a worker in another language
// writes only what it has.

extension BenchmarkListing: Encodable {
  package enum CodingKeys: CodingKey { case benchmarks, problems, variables }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(benchmarks, forKey: .benchmarks)
    if !problems.isEmpty { try values.encode(problems, forKey: .problems) }
    if !variables.isEmpty { try values.encode(variables, forKey: .variables) }
  }
}

extension WorkerVariable: Encodable {
  package enum CodingKeys: CodingKey { case name, values }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    if !values.isEmpty { try container.encode(values, forKey: .values) }
  }
}

extension ListedBenchmark: Encodable {
  package enum CodingKeys: CodingKey {
    case name, runsByDefault, tags, location, benchmark, scenario
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

extension ScenarioTraits: Encodable {
  package enum CodingKeys: String, CodingKey {
    case duration = "durationNs"
    case samplingTime = "samplingNs"
    case budgets, frameRates, sceneBudgets, variants, scenes, bytesPerLayer, answerTolerance
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
