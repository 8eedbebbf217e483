import BenchmarkResults
import BenchmarkVerdicts
import ReportText
import SampleStatistics

// What reports on compared commits say in addition to the changes.

extension Trend {
  /// The smallest change of times that counts, by benchmark.
  var thresholds: [String: Double] { changes.mapValues(\.threshold) }

  /// A sentence on which changes of times count, or nil if no times were compared.
  ///
  /// `Times that change by less than 1 % (scenarios 2 %) count as unchanged.`
  var thresholdSentence: String? {
    let changes = changes
    func usual(isScenario: Bool) -> Double? {
      let own = changes.values.filter { $0.isScenario == isScenario }.map(\.threshold)
      let counts = Dictionary(grouping: own) { $0 }.mapValues(\.count)
      return counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key
    }
    let (benchmarks, scenarios) = (usual(isScenario: false), usual(isScenario: true))
    guard let main = benchmarks ?? scenarios else { return nil }
    var others: [String] = []
    if let scenarios, scenarios != main { others.append("scenarios \(Self.percent(scenarios))") }
    let own = changes.filter { $1.threshold != ($1.isScenario ? scenarios : benchmarks) }
      .sorted { $0.key < $1.key }.map { "\($0) \(Self.percent($1.threshold))" }
    others += own.prefix(Self.mostNamed)
    if own.count > Self.mostNamed { others.append("\(own.count - Self.mostNamed) others") }
    let exceptions = others.isEmpty ? "" : " (\(others.joined(separator: ", ")))"
    return "Times that change by less than \(Self.percent(main))\(exceptions) count as unchanged."
  }

  /// The maximum number of benchmarks, or of commits, that a sentence names.
  private static let mostNamed = 5

  private static func percent(_ share: Double) -> String {
    "\(NumberText.count((share * 1_000).rounded() / 10)) %"
  }

  /// The threshold of each benchmark in its newest comparison, and whether it is a scenario.
  private var changes: [String: (threshold: Double, isScenario: Bool)] {
    var found: [String: (threshold: Double, isScenario: Bool)] = [:]
    for entry in comparisons.all.flatMap(\.entries) {
      guard let times = entry.times else { continue }
      found[entry.benchmark] = (times.threshold, entry.rate != nil)
    }
    return found
  }
}

extension Trend {
  /// Sentences on the benchmarks that failed, and in which commits.
  var failureSentences: [String] {
    failures.map { failure in
      let commits = failure.points.map { "\(points[$0].commit.prefix(12))" }
      var named = Array(commits.prefix(Self.mostNamed))
      if commits.count > named.count { named.append("\(commits.count - named.count) more") }
      let places = named.isEmpty ? "" : " in \(Words.list(named))"
      return "\(failure.benchmark) failed\(places): \(failure.reason)"
    }
  }

  /// The benchmarks that failed, and in which commits, for programs.
  var failuresJSON: [JSONObject] {
    failures.map { failure in
      [
        "name": failure.benchmark, "reason": failure.reason,
        "commits": failure.points.map { points[$0].commit },
      ]
    }
  }

  /// The warnings of the comparisons; if only one of several has a warning, with its commits.
  var warnings: [MeasuringWarning] {
    let all = comparisons.all
    let said = all.flatMap { comparison in
      (comparison.warnings ?? []).map { (sentence: $0, pair: comparison.pair) }
    }
    let pairs = Dictionary(grouping: said, by: \.sentence)
    return said.map(\.sentence).uniqued().map { sentence in
      guard all.count > 1, let found = pairs[sentence], found.count == 1 else {
        return .recorded(sentence)
      }
      return .recorded("\(commits(of: found[0].pair)): \(sentence)")
    }
  }

  /// The first commit of each of two builds: `c412f6874453 against a161bc51bdde`.
  func commits(of pair: BuildPair) -> String {
    let names = [pair.baseline, pair.candidate].map { digest in
      points.first { point in
        if case .built(digest, _) = point.state { true } else { false }
      }.map { String($0.commit.prefix(12)) } ?? "a build"
    }
    return "\(names[0]) against \(names[1])"
  }
}
