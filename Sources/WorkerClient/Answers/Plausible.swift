import BenchmarkModel
import FrameModel
import WorkerProtocol

/// Which numbers of a worker are accepted.
enum Plausible {
  /// A day, which is also the longest timeout.
  static let longestNs: Int64 = 86_400_000_000_000

  /// Whether a text names a benchmark: it is not empty, fits into a line, and controls no terminal.
  static func name(_ text: String) -> Bool {
    (1...ListedBenchmark.longestName).contains(text.unicodeScalars.count)
      && text.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: true
        }
      }
  }

  static func count(_ count: Int) -> Bool {
    (0...ListedBenchmark.largestCount).contains(count)
  }

  /// Whether these and their sum are counts.
  static func counts(_ counts: [Int]) -> Bool {
    counts.allSatisfy(count)
      && counts.reduce(0) { $0 + Double($1) } <= Double(ListedBenchmark.largestCount)
  }

  /// Whether these and their sum are times of one answer.
  static func times(_ nanoseconds: [Int64]) -> Bool {
    nanoseconds.allSatisfy((0...longestNs).contains)
      && nanoseconds.reduce(0) { $0 + Double($1) } <= Double(longestNs)
  }

  static func times(_ nanoseconds: Double...) -> Bool {
    nanoseconds.allSatisfy((0...Double(longestNs)).contains)
  }

  /// Whether registration accepts what a benchmark states about itself.
  static func traits(_ traits: BenchmarkTraits) -> Bool {
    let counts = [
      traits.operations, traits.bytesPerOperation ?? 0, traits.flopsPerOperation ?? 0,
    ]
    guard traits.operations > 0, counts.allSatisfy(count),
      traits.family?.parameter.value ?? 1 >= 1
    else { return false }
    return traits.metrics.allSatisfy { $0.problem == nil }
      && Set(traits.metrics.map(\.name)).count == traits.metrics.count
      && samplingTime(traits.samplingTime) && samplingTime(traits.warmUpTime)
      && tolerance(traits.answerTolerance)
  }

  /// Whether registration accepts what a scenario states about itself.
  static func traits(_ traits: ScenarioTraits) -> Bool {
    let bytes = traits.bytesPerLayer ?? 1
    return traits.duration > .zero && traits.duration <= ListedBenchmark.longestDuration
      && bytes >= 1 && count(bytes) && samplingTime(traits.samplingTime)
      && tolerance(traits.answerTolerance)
  }

  private static func samplingTime(_ time: Duration?) -> Bool {
    (Duration.zero ... .seconds(3_600)).contains(time ?? .zero)
  }

  private static func tolerance(_ tolerance: Double?) -> Bool {
    (0..<Double.infinity).contains(tolerance ?? 0)
  }

  static func cooling(_ cooling: WorkerHello.Cooling) -> Bool {
    name(cooling.method) && count(cooling.branches ?? 0)
      && times([Int64(cooling.sleepNs ?? 0)])
  }

  static func calls(_ found: CallTraces) -> Bool {
    count(found.repetitions) && found.repetitions > 0
      && counts(found.traces.map(\.count))
      && found.traces.allSatisfy {
        $0.calls.allSatisfy { found.files.indices.contains($0.file) }
      }
  }

  /// Whether rectangles, transforms and colors have their numbers, which decoding does not check.
  static func view(_ view: ViewState) -> Bool {
    view.frame.count == 4 && view.transform.count == 16
      && view.outline.map { $0.size.count == 2 && $0.toWindow.count == 16 } ?? true
      && view.look.map { $0.background.count == 4 } ?? true
  }

  static func allocations(_ allocations: Allocations) -> Bool {
    count(allocations.count) && count(allocations.bytes)
  }
}
