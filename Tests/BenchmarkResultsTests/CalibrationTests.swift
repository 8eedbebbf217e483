import BenchmarkModel
import Foundation
import SampleStatistics
import TestSupport
import Testing

@testable import BenchmarkResults

@Suite("Calibration")
struct CalibrationTests {
  private func trial(
    _ verdict: Verdict, ratio: Double = 1, interval: Interval?, isInjected: Bool = false
  ) -> CalibrationTrial {
    let entry = ComparisonEntry(
      benchmark: "k", .metric("cpuTotal", unit: "ns/op"),
      times: .init(
        threshold: 0.01, interval: interval, paired: .init(ratio: ratio, count: 24)),
      finding: .verdict(verdict))
    return CalibrationTrial(isInjected: isInjected, entry: entry, seconds: 0.5)
  }

  private func calibration(_ trials: [CalibrationTrial]) -> Calibration {
    Calibration(
      trials, inject: 0.05, resampled: .init(),
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
    #expect(calibration.intervals.detected == Proportion(2, of: 3).interval)
    #expect(calibration.intervals.resampledRegressed == Interval(low: 0, high: 1))
  }

  @Test("19 of 20 intervals of identical code stay within the tolerance")
  func tolerance() {
    let trials =
      (1...19).map { _ in
        trial(.unchanged, ratio: 1.001, interval: Interval(low: 0.996, high: 1.002))
      } + [trial(.inconclusive, ratio: 1.2, interval: Interval(low: 0.9, high: 1.5))]

    let calibration = calibration(trials)

    #expect(calibration.tolerance == 0.005)
    #expect(abs(calibration.noiseFloor - 0.001) < 1e-9)
  }

  @Test("A tolerance above a default threshold is a warning, unless the user gave a threshold")
  func warning() {
    let wide = trial(.inconclusive, ratio: 1.02, interval: Interval(low: 0.99, high: 1.0205))
    let noisy = calibration([wide])
    let quiet = calibration([trial(.unchanged, interval: Interval(low: 0.999, high: 1.002))])

    #expect(noisy.warning(for: .init()) == .raisedThresholds(tolerance: 0.021))
    #expect(noisy.warning(for: .init(threshold: 0.01)) == nil)
    #expect(quiet.warning(for: .init()) == nil)
  }

  @Test("A calibration of another machine does not count")
  func otherMachine() throws {
    let folder = try TemporaryFolder()
    let store = ResultStore(root: folder.url)
    let saved = calibration([trial(.unchanged, interval: Interval(low: 0.99, high: 1.01))])
    try store.save(saved)

    #expect(store.calibration(of: saved.machine) == saved)
    #expect(store.calibration(of: Fixtures.machine) == nil)
  }

  @Test("Other link orders are summarized by the median and the largest difference")
  func layouts() throws {
    let ratios = [1.01, 1 / 1.02, 1, 1.04]
    let entries = ratios.map { trial(.unchanged, ratio: $0, interval: nil).entry }

    let layouts = try #require(LayoutShifts(entries))

    #expect(layouts.comparisons == 4)
    #expect(abs(layouts.median - 0.015) < 1e-9)
    #expect(abs(layouts.largest - 0.04) < 1e-9)
    #expect(LayoutShifts([]) == nil)
  }

  @Test("A calibration survives a round trip")
  func roundTrip() throws {
    let folder = try TemporaryFolder()
    let store = ResultStore(root: folder.url)
    var saved = calibration([trial(.unchanged, interval: Interval(low: 0.99, high: 1.01))])
    saved.layouts = LayoutShifts(
      [1.01, 0.98].map { trial(.unchanged, ratio: $0, interval: nil).entry })
    #expect(store.calibration() == nil)

    try store.save(saved)

    #expect(store.calibration() == saved)

    // Without layouts, too.
    saved.layouts = nil
    try store.save(saved)
    #expect(store.calibration() == saved)
  }
}
