package import BenchmarkModel
package import FrameModel
package import WorkerProtocol

extension ListedBenchmark {
  /// How far numbers in its answers may differ in a comparison, absolutely or relatively.
  package var answerTolerance: Double {
    switch work {
    case .benchmark(let traits): traits.answerTolerance ?? 0
    case .scenario(let traits): traits.answerTolerance ?? 0
    }
  }

  package var kind: BenchmarkKind {
    switch work {
    case .benchmark: .benchmark
    case .scenario: .scenario
    }
  }

  /// The variant of a benchmark, or the one that a scenario runs on by default, or nil without
  /// variants.
  package var variant: Variant? {
    switch work {
    case .benchmark(let traits): traits.variant
    case .scenario(let traits): traits.variants.first
    }
  }
}

extension ScenarioTraits {
  /// The budgets that apply to these parameters.
  package func budgets(with parameters: ScenarioParameters) -> [FrameBudget] {
    guard let scene = parameters.scene, parameters.variant == variants.first,
      parameters.layers == ScenarioParameters.standardLayers, parameters.screen == .standard
    else { return budgets }
    return budgets + (sceneBudgets[scene] ?? [])
  }
}

extension ScenarioTraits {
  /// The number of frames that are played at a rate if at most `most` are played; nil is no limit.
  package func frameCount(at rate: RefreshRate, most: Int?) -> Int {
    min(frameCount(at: rate), most ?? .max)
  }
}

extension BenchmarkListing {
  package var byName: [String: ListedBenchmark] {
    Dictionary(benchmarks.map { ($0.name, $0) }) { first, _ in first }
  }
}
