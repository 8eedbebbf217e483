import BenchmarkModel
import BenchmarkRunner
import BenchmarkVerdicts
import ReportText
import WorkerClient
import WorkerProtocol

extension BenchmarkListing {
  /// Reports registrations that were refused, and throws if `workload` asks for a variant, a scene,
  /// a metric or the value of a variable that the listing does not offer.
  func require(_ workload: Workload) throws {
    reportProblems()
    try requireKnown(workload)
  }

  /// Refuses a workload that no benchmark of the listing knows.
  func requireKnown(_ workload: Workload) throws(SelectionError) {
    func check(
      _ thing: String, _ word: String?, _ words: (ScenarioTraits) -> [String]
    ) throws(SelectionError) {
      guard let word else { return }
      var offered: [String] = []
      for case .scenario(let traits) in benchmarks.map(\.work) {
        offered += words(traits).filter { !offered.contains($0) }
      }
      guard offered.contains(word) else {
        throw SelectionError.notOffered(thing, word, offered: offered)
      }
    }
    try check("variant", workload.variant?.rawValue) { $0.variants.map(\.rawValue) }
    try check("scene", workload.scene?.rawValue) { $0.scenes.map(\.rawValue) }
    var recorded: Set<String> = []
    for case .benchmark(let traits) in benchmarks.map(\.work) {
      recorded.formUnion(traits.metrics.map(\.name))
    }
    if let name = workload.chosenMetrics?.custom.subtracting(recorded).min() {
      throw SelectionError.unknownMetric(name, recorded: recorded.sorted())
    }
    for variable in variables {
      guard let value = workload.value(of: variable), !variable.values.isEmpty,
        !variable.values.contains(value)
      else { continue }
      throw SelectionError.unsupportedValue(
        value, variable: variable.name, supported: variable.values)
    }
  }

  /// The problems that were reported, which all commits of a history may share.
  private static let reported = Locked<Set<[String]>>([])

  /// Reports registrations that were refused, unless another listing had the same.
  func reportProblems() {
    let problems = problems.map { "\($0)" }
    guard Self.reported.withLock({ $0.insert(problems).inserted }) else { return }
    for problem in problems { Terminal.say("Error: \(lines: problem)\n") }
  }

  /// The registrations that were refused, as benchmarks that failed.
  var ending: Ending {
    Ending(failures: problems.map { .init(name: "\($0.location)", reason: $0.reason) })
  }
}
