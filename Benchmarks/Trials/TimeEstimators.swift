import ArgumentParser
import BenchmarkModel
import BenchmarkVerdicts
import Foundation
import ReportText
import SampleStatistics

/// A way to estimate the ratio of a benchmark's times from a recording.
enum TimeEstimator: String, CaseIterable {
  /// The median of the ratios of pairs, with sign tests over groups of pairs and over launches.
  case medians = "medians of ratios, sign tests"

  /// The estimator that comparisons use.
  case expectedWork = "expected work, as of a scenario"

  /// The lower quartiles of all samples of a launch, and Student's *t* of the launches' ratios.
  case quartiles = "lower quartiles by launch, t"

  /// The lower quartiles of a loop's blocks, with a bootstrap of the blocks.
  case loop = "hand-written loop: lower quartiles of 50 ms, bootstrap"
}

extension TimeEstimator {
  /// The interval of the ratio at the first look, for one of eight benchmarks.
  ///
  /// The loop's is a 95 % interval for a single benchmark, so its width cannot be compared with the
  /// others.
  func interval(
    of launches: [TimeRecording.Launch], _ loop: TimeRecording.Loop,
    using generator: inout SplitMix64
  ) -> Interval? {
    let pairs = launches.map(\.pairs)
    switch self {
    case .medians: return medians(pairs)
    case .expectedWork:
      var series = PairedTimes(
        name: "", level: Self.level, operations: BySide(both: 1), metric: .cpuTotal)
      for launch in pairs { series.add(launch: launch) }
      return series.entries(atLook: 1, rule: VerdictRule(threshold: Self.threshold))[0].times?
        .interval
    case .quartiles:
      let ratios = pairs.map { pairs in
        Self.quartile(pairs.map(\.candidate.cpuNs)) / Self.quartile(pairs.map(\.baseline.cpuNs))
      }
      return StudentT.logNormalInterval(
        of: ratios, level: SequentialLevel.launchLevel(atLook: 1))
    case .loop: return bootstrap(loop, using: &generator)
    }
  }

  static let level = SequentialLevel(familywise: 0.01, sharedBy: 8)
  static let threshold = 0.01
  private static let resamples = 400

  private func medians(_ launches: [[PairedTimes.Pair]]) -> Interval? {
    let grouped = launches.map { pairs in
      MedianRatio.ratios(of: pairs.map { ($0.baseline.cpuNs, $0.candidate.cpuNs) })
    }
    guard let all = SortedSamples(grouped.flatMap(\.self)),
      let medians = SortedSamples(grouped.compactMap { SortedSamples($0)?.geometricMedian }),
      let ofGroups = all.medianInterval(level: Self.level.level(atLook: 1))
        ?? all.logNormalInterval(level: Self.level.level(atLook: 1)),
      let least = medians.minimum, let most = medians.maximum, medians.count > 1
    else { return nil }
    let allowance = ClusteredRatio.layoutAllowance
    let ofLaunches =
      medians.medianInterval(level: SequentialLevel.launchLevel(atLook: 1))
      ?? Interval(low: least / allowance, high: most * allowance)
    return ofGroups.union(ofLaunches)
  }

  private func bootstrap(
    _ loop: TimeRecording.Loop, using generator: inout SplitMix64
  ) -> Interval? {
    let blocks = loop.baseline.indices
    let ratios = (0..<Self.resamples).map { _ in
      let drawn = blocks.map { _ in Int.random(in: blocks, using: &generator) }
      return Self.quartile(drawn.map { loop.candidate[$0] })
        / Self.quartile(drawn.map { loop.baseline[$0] })
    }.sorted()
    guard ratios.count == Self.resamples, ratios[0] > 0 else { return nil }
    return Interval(low: ratios[Self.resamples / 40], high: ratios[Self.resamples * 39 / 40])
  }

  private static func quartile(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? .nan : sorted[(sorted.count - 1) / 4]
  }
}

/// The results of one estimator in windows of recordings.
struct EstimatorRow {
  let estimator: TimeEstimator
  private(set) var windows = 0, covered = 0, identical = 0, decided = 0, wrong = 0
  private var widths: [Double] = []

  init(_ estimator: TimeEstimator) { self.estimator = estimator }
}

extension EstimatorRow {
  /// Half the width of the interval, as a share; the median over all windows.
  var halfWidth: Double? { SortedSamples(widths)?.median }

  /// Judges windows of a recording: consecutive launches from a random start that fit into 5 s.
  mutating func add(
    _ recording: TimeRecording, windows count: Int, using generator: inout SplitMix64
  ) {
    guard !recording.launches.isEmpty, !recording.loops.isEmpty else { return }
    let rule = VerdictRule(threshold: TimeEstimator.threshold)
    for _ in 0..<count {
      var window: [TimeRecording.Launch] = []
      var next = Int.random(in: recording.launches.indices, using: &generator)
      while window.count < recording.launches.count,
        window.count < 2 || window.reduce(0, { $0 + $1.seconds }) < 5
      {
        window.append(recording.launches[next])
        next = (next + 1) % recording.launches.count
      }
      let loop = recording.loops[Int.random(in: recording.loops.indices, using: &generator)]
      let interval = estimator.interval(of: window, loop, using: &generator)
      let verdict = rule.verdict(ratio: interval)
      windows += 1
      if interval?.contains(1 + recording.injected) == true { covered += 1 }
      widths.append(interval.map { log($0.high / $0.low) / 2 } ?? 1)
      if recording.injected == 0 {
        identical += 1
        decided += verdict == .unchanged ? 1 : 0
        wrong += verdict.isChange ? 1 : 0
      }
    }
  }
}

/// Compares estimators on the same recordings.
struct CompareEstimators: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "estimators",
    abstract: "Compare estimators of a benchmark's ratio on recordings of 'record'.")

  @Option(help: "Judge this many windows of each recording.")
  var windows = 40

  @Argument(help: "Read these files, written by 'record'.")
  var files: [String]

  func validate() throws {
    guard windows > 0 else { throw ValidationError("'--windows' must be 1 or more.") }
  }

  func run() async throws {
    let recordings = try files.flatMap { file in
      try JSONDecoder().decode([TimeRecording].self, from: Data(contentsOf: URL(filePath: file)))
    }
    let groups = Dictionary(grouping: recordings, by: \.busyLoops).sorted { $0.key < $1.key }
    var table = Table([
      .number("busy loops"), .number("load"), .text("estimator"), .number("contains the truth"),
      .number("half-width"), .number("decided"), .number("false"),
    ])
    for (loops, recordings) in groups {
      let loads = recordings.map(\.load)
      for estimator in TimeEstimator.allCases {
        var row = EstimatorRow(estimator)
        var generator = SplitMix64(seed: 1)
        for recording in recordings {
          row.add(recording, windows: windows, using: &generator)
        }
        table.add([
          Table.Cell("\(loops)"),
          Table.Cell("\(Int(loads.min() ?? 0)) to \(Int(loads.max() ?? 0))"),
          Table.Cell("\(estimator.rawValue)"),
          Table.Cell(Self.percent(row.covered, of: row.windows)),
          Table.Cell("\(NumberText.format((row.halfWidth ?? 0) * 100)) %"),
          Table.Cell(Self.percent(row.decided, of: row.identical)),
          Table.Cell("\(row.wrong) of \(row.identical)"),
        ])
      }
    }
    Trials.say("\(table.text(.plain))")
  }

  private static func percent(_ part: Int, of all: Int) -> String {
    "\(NumberText.format(100 * Double(part) / Double(max(1, all)))) %"
  }
}
