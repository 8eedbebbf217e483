import BenchmarkModel
import Foundation
import ResultTestSupport
import SampleStatistics
import TestSupport
import Testing

@testable import BenchmarkResults
@testable import BenchmarkVerdicts

@Suite("Calibration")
struct CalibrationTests {
  private func trial(
    _ verdict: Verdict, ratio: Double = 1, interval: Interval?, isInjected: Bool = false
  ) -> CalibrationTrial {
    let entry = ComparisonEntry(
      benchmark: "k", .metric("cpuTotal", unit: "ns/op"),
      times: .init(
        threshold: 0.01, interval: interval, paired: .init(ratio: ratio, count: 24)),
      conclusion: .verdict(verdict))
    return CalibrationTrial(isInjected: isInjected, entry: entry, seconds: 0.5)
  }

  private func calibration(_ trials: [CalibrationTrial]) -> Calibration {
    Calibration(
      trials, inject: 0.05,
      machine: Machine(
        cpuModel: .value("processor"), cores: 2, memoryBytes: .value(1), os: "system",
        kernel: .value("1"), architecture: "x86_64", virtualized: .value(true)),
      time: Date(timeIntervalSince1970: 1_000), loadAtStart: .value(0.5))
  }

  @Test("Each kind of trial is counted by its own correct answer")
  func counts() {
    let narrow = Interval(low: 0.999, high: 1.002)
    let calibration = calibration([
      trial(.unchanged, interval: narrow), trial(.regressed, interval: narrow),
      trial(.inconclusive, interval: nil),
      trial(.regressed, interval: narrow, isInjected: true),
      trial(.inconclusive, interval: narrow, isInjected: true),
      trial(.regressed, interval: narrow, isInjected: true),
    ])

    #expect(calibration.trials == 3)
    #expect(calibration.falseAlarms == 1)
    #expect(calibration.unchanged == 1)
    #expect(calibration.inconclusive == 1)
    #expect(calibration.detected == 2)
    #expect(calibration.injectedInconclusive == 1)
    #expect(calibration.intervals.detected == .value(Proportion(2, of: 3).interval))
  }

  @Test("A trial that was interrupted before its slower half does not count")
  func halfTrial() {
    let narrow = Interval(low: 0.999, high: 1.002)
    let calibration = calibration([
      trial(.unchanged, interval: narrow),
      trial(.regressed, interval: narrow, isInjected: true),
      trial(.inconclusive, interval: nil),
    ])

    #expect(calibration.trials == 1)
    #expect(calibration.inconclusive == 0)
    #expect(calibration.intervals.detected == .value(Proportion(1, of: 1).interval))
  }

  @Test("19 of 20 intervals of identical code stay within the tolerance")
  func tolerance() throws {
    let trials =
      (1...19).map { _ in
        trial(.unchanged, ratio: 1.001, interval: Interval(low: 0.996, high: 1.002))
      } + [trial(.inconclusive, ratio: 1.2, interval: Interval(low: 0.9, high: 1.5))]

    let calibration = calibration(trials)

    #expect(calibration.tolerance == .value(0.005))
    let floor = try #require(calibration.noiseFloor.value)
    #expect(abs(floor - 0.001) < 1e-9)
  }

  @Test("A tolerance above a default threshold is a warning, unless the user gave a threshold")
  func warning() {
    let wide = trial(.inconclusive, ratio: 1.02, interval: Interval(low: 0.99, high: 1.0205))
    let noisy = calibration(Array(repeating: wide, count: 10))
    let quiet = calibration(
      Array(
        repeating: trial(.unchanged, interval: Interval(low: 0.999, high: 1.002)), count: 10))

    #expect(raisingTolerance(noisy) == 0.021)
    #expect(raisingTolerance(noisy, threshold: 0.01) == nil)
    #expect(raisingTolerance(quiet) == nil)
  }

  private func raisingTolerance(
    _ calibration: Calibration, threshold: Double? = nil
  ) -> Double? {
    let rules = ComparisonRules(threshold: threshold)
      .raised(to: calibration.tolerance.value ?? 0)
    #expect(rules.tolerance == rules.raisingTolerance ?? 0)
    return rules.raisingTolerance
  }

  @Test("A calibration with an extreme number is used within limits, or not at all")
  func extremeNumbers() throws {
    let folder = try TemporaryFolder()
    let store = ResultStore(root: folder.url)
    try store.store(usable, at: store.calibrationFile)
    var usedCount = 0
    for bytes in extremes(of: [UInt8](try Data(contentsOf: store.calibrationFile))) {
      try Data(bytes).write(to: store.calibrationFile)
      guard let used = store.usableCalibration(of: usable.machine).calibration else { continue }
      usedCount += 1
      #expect((0...Calibration.largestTolerance).contains(used.tolerance.value ?? -1))
      for rate in [used.falseAlarmRate, used.detectionRate, used.unchangedRate] {
        #expect((0...1).contains(rate.upperBound))
      }
      _ = try PrettyJSON.encode(used)
    }
    // Numbers that nothing is computed from may have any value.
    #expect(usedCount >= 10)
  }

  @Test("A calibration of another machine does not count")
  func otherMachine() throws {
    let folder = try TemporaryFolder()
    let store = ResultStore(root: folder.url)
    let saved = usable
    try store.store(saved, at: store.calibrationFile)

    #expect(store.usableCalibration(of: saved.machine).calibration == saved)
    #expect(store.usableCalibration(of: saved.machine).warning == nil)
    #expect(store.usableCalibration(of: Fixtures.machine).calibration == nil)
    #expect(store.usableCalibration(of: Fixtures.machine).warning == nil)
  }

  /// Ten trials, as many as a tolerance needs.
  private var usable: Calibration {
    calibration(
      Array(repeating: trial(.unchanged, interval: Interval(low: 0.99, high: 1.01)), count: 10))
  }

  @Test("Too few trials, or trials without pairs, give no figure", arguments: 0...12)
  func tooFew(count: Int) {
    let one = trial(.inconclusive, ratio: 1.01, interval: Interval(low: 0.99, high: 1.0679))
    let empty = CalibrationTrial(
      isInjected: false,
      entry: ComparisonEntry(
        benchmark: "k", .metric("cpuTotal", unit: "ns/op"), baseline: 1, candidate: 2,
        conclusion: .verdict(.inconclusive)), seconds: 5)

    let some = calibration(Array(repeating: one, count: count))
    let none = calibration(Array(repeating: empty, count: count))

    #expect((some.tolerance.value != nil) == (count >= Calibration.fewestForTolerance))
    #expect((some.noiseFloor.value != nil) == (count >= Calibration.fewestForNoiseFloor))
    #expect(none.tolerance.value == nil)
    #expect(none.noiseFloor.value == nil)
    #expect(none.pairsPerComparison.value == nil)
    #expect((none.secondsPerComparison.value == nil) == (count == 0))
  }

  @Test(
    "A stored calibration that cannot be true is ignored with a warning",
    arguments: [
      (#""tolerance" : 1e308"#, "its tolerance 1e+308 is not a share between 0 and 0.5"),
      (#""tolerance" : -0.5"#, "its tolerance -0.5 is not a share between 0 and 0.5"),
      (#""tolerance" : 0.51"#, "its tolerance 0.51 is not a share between 0 and 0.5"),
      (#""tolerance" : "much""#, "it cannot be read"),
      (#""tolerance" : {"unavailable" : "too few"}"#, "it has no tolerance: too few"),
      (#""trials" : 1"#, "trials, there are 1"), (#""trials" : -1"#, "trials, there are -1"),
      (#""falseAlarms" : 11"#, "its counts do not fit its"),
      (#""unchanged" : -3"#, "its counts do not fit its"),
    ])
  func invalid(edit: String, finding: String) throws {
    let folder = try TemporaryFolder()
    let store = ResultStore(root: folder.url)
    let saved = usable
    try store.store(saved, at: store.calibrationFile)
    let key = try #require(edit.split(separator: " ").first)
    let json = try String(contentsOf: store.calibrationFile, encoding: .utf8)
      .split(separator: "\n").map { line in
        line.hasPrefix("  \(key)") ? "  \(edit)\(line.hasSuffix(",") ? "," : "")" : String(line)
      }
    try Data(json.joined(separator: "\n").utf8).write(to: store.calibrationFile)

    let found = store.usableCalibration(of: saved.machine)

    #expect(found.calibration == nil)
    guard case .ignoredCalibration(_, let reason) = found.warning else {
      Issue.record("no warning")
      return
    }
    #expect(reason.contains(finding), "\(reason)")
  }

  @Test(
    "A link in place of the calibration is replaced, its target untouched; no folder is followed")
  func links() throws {
    let folder = try TemporaryFolder()
    let elsewhere = folder.url.appending(path: "elsewhere")
    try Data("mine".utf8).write(to: elsewhere)
    let root = folder.url.appending(path: "results")
    let store = ResultStore(root: root)
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: store.calibrationFile, withDestinationURL: elsewhere)

    try store.checkCanStore(at: store.calibrationFile)
    try store.store(usable, at: store.calibrationFile)

    #expect(try String(contentsOf: elsewhere, encoding: .utf8) == "mine")
    #expect(store.calibration() == usable)

    let link = folder.url.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: root)
    let linked = ResultStore(root: link)
    #expect(throws: ResultsError.self) { try linked.checkCanStore(at: linked.calibrationFile) }
    #expect(throws: ResultsError.self) { try linked.store(usable, at: linked.calibrationFile) }
  }

  @Test("A place that cannot hold a calibration is found before measuring, in the system's words")
  func unwritable() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "results")
    try Data().write(to: file)
    let store = ResultStore(root: file)

    let error = #expect(throws: ResultsError.self) {
      try store.checkCanStore(at: store.calibrationFile)
    }

    #expect(error?.description.contains("it is not a folder. Free") == true, "\(error as Any)")
  }

  @Test("A calibration survives a round trip")
  func roundTrip() throws {
    let folder = try TemporaryFolder()
    let store = ResultStore(root: folder.url)
    let saved = calibration([trial(.unchanged, interval: Interval(low: 0.99, high: 1.01))])
    #expect(store.calibration() == nil)

    try store.store(saved, at: store.calibrationFile)

    #expect(store.calibration() == saved)
  }

  @Test("A tolerance raises the default threshold only from above it")
  func raisedThreshold() {
    var calibration = calibration([])
    for (tolerance, isRaised) in [(0.01, false), (0.011, true), (0.001, false)] {
      calibration.tolerance = .value(tolerance)
      #expect((raisingTolerance(calibration) != nil) == isRaised)
    }
  }

  @Test("Counts may add up to all trials, and not to more")
  func fullCounts() {
    let narrow = Interval(low: 0.999, high: 1.002)
    let trials = (0..<20).map { trial(.unchanged, interval: narrow, isInjected: $0 % 2 == 1) }
    var calibration = calibration(trials)
    (calibration.detected, calibration.injectedInconclusive) = (4, 6)
    #expect(calibration.problem == nil)
    calibration.detected = 5
    #expect(calibration.problem == "its counts do not fit its 10 trials")
    calibration.detected = 4
    calibration.inconclusive = 1
    #expect(calibration.problem == "its counts do not fit its 10 trials")
  }

  @Test("Coldness has the median of each kind of frames, and paced ones take time")
  func coldness() {
    func coldness(_ pacedNs: [Int64]) -> Coldness? {
      Coldness(scenario: "s", warmNs: [1, 2, 3], coldNs: [4, 5, 9], pacedNs: pacedNs)
    }
    #expect(coldness([6])?.warmNs == 2)
    #expect(coldness([6])?.coldNs == 5)
    #expect(coldness([1, 6, 8])?.pacedNs == 6)
    #expect(coldness([0]) == nil && coldness([]) == nil)
  }
}
