import BenchmarkModel
import FrameModel
import FrameTiming
package import WorkerProtocol

// How a listing is read: what a worker leaves out is empty or as usual.

extension BenchmarkListing: Decodable {
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      benchmarks: try values.decode([ListedBenchmark].self, forKey: .benchmarks),
      problems: try values.decodeIfPresent([RegistrationProblem].self, forKey: .problems) ?? [],
      variables: try values.decodeIfPresent([WorkerVariable].self, forKey: .variables) ?? [])
  }
}

extension WorkerVariable: Decodable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try container.decode(String.self, forKey: .name),
      values: try container.decodeIfPresent([String].self, forKey: .values) ?? [])
  }
}

extension ListedBenchmark: Decodable {
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let name = try values.decode(String.self, forKey: .name)
    guard Plausible.name(name) else {
      throw DecodingError.dataCorruptedError(
        forKey: .name, in: values,
        debugDescription:
          "a name has 1 to \(ListedBenchmark.longestName) visible characters in one line")
    }
    let work: Work
    if let traits = try values.decodeIfPresent(ScenarioTraits.self, forKey: .scenario) {
      work = .scenario(traits)
    } else {
      work = .benchmark(
        try values.decodeIfPresent(BenchmarkTraits.self, forKey: .benchmark) ?? BenchmarkTraits())
    }
    self.init(
      name: name,
      runsByDefault: try values.decodeIfPresent(Bool.self, forKey: .runsByDefault) ?? true,
      tags: try values.decodeIfPresent([String].self, forKey: .tags) ?? [],
      location: try values.decodeIfPresent(SourceLocation.self, forKey: .location), work: work)
  }
}

extension ScenarioTraits: Decodable {
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
}
