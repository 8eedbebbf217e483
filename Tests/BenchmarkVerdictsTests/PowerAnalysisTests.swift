import BenchmarkModel
import FrameTiming
import SampleStatistics
import Testing

@testable import BenchmarkVerdicts

@Suite("What would settle a verdict")
struct PowerAnalysisTests {
  /// A series of `launches` launches of 16 pairs each.
  private func series(_ launches: Int) -> PairedTimes {
    var series = PairedTimes(
      name: "k", level: SequentialLevel(familywise: 0.01), operations: BySide(both: 1),
      metric: .cpuTotal)
    let time = PairedTimes.Time(wallNs: 1, cpuNs: 1)
    for _ in 0..<launches {
      series.add(launch: Array(repeating: .init(baseline: time, candidate: time), count: 16))
    }
    return series
  }

  private func power(
    _ ratio: Double, _ interval: Interval?, launches: Int = 12, seconds: Double = 5
  ) -> PowerAnalysis {
    PowerAnalysis(
      .init(
        threshold: 0.01, interval: interval,
        paired: interval.map { _ in .init(ratio: ratio, count: 100) }),
      series: series(launches), elapsed: .seconds(seconds))
  }

  @Test("Half the width takes four times as long")
  func time() throws {
    let power = power(1, Interval(low: 1 / 1.02, high: 1.02))

    let time = try #require(power.time)
    #expect((19.5...23).contains(time / .seconds(1)))
    let halfWidth = (1.02 - 1 / 1.02) / 2
    #expect(abs(try #require(power.uncertainty) - halfWidth) < 1e-9)
    #expect(power.threshold == 0.02 || power.threshold == 0.021)
  }

  /// The logarithm of 1.02 is 1.99 times that of 1.01, so that its square takes 1.1 · 3.96 · 5 s.
  @Test("The end of an interval that is farther from the ratio decides the time")
  func unevenInterval() throws {
    for interval in [Interval(low: 1 / 1.02, high: 1.015), Interval(low: 1 / 1.015, high: 1.02)] {
      let time = try #require(power(1, interval).time)
      #expect(abs(time / .seconds(1) - 21.8) < 0.1)
    }
  }

  @Test("A ratio at the threshold is settled by no time")
  func atThreshold() {
    let power = power(1.01, Interval(low: 1, high: 1.02))

    #expect(power.time == nil)
    #expect(power.threshold == 0.02 || power.threshold == 0.021)
  }

  @Test("Without an interval, the time is what six launches take, and no threshold is known")
  func nothing() throws {
    let power = power(1, nil, launches: 1)

    #expect(power.uncertainty == nil)
    #expect(power.threshold == nil)
    #expect((30...40).contains(try #require(power.time) / .seconds(1)))
  }

  @Test("No threshold is suggested that would miss a slowdown by more than a quarter")
  func tooWide() {
    #expect(power(1.2, Interval(low: 0.8, high: 1.9)).threshold == nil)
  }

  /// Frames of which the candidate takes `factor` times as long in `slow`, in turns of one frame.
  private func frames(
    rates: [RefreshRate], slow: ClosedRange<Int>, factor: Double, launches: Int, noise: Double,
    seed: UInt64 = 11
  ) -> PairedFrames {
    var generator = SplitMix64(seed: seed)
    var series = PairedFrames(
      name: "s", rates: rates, level: SequentialLevel(familywise: 0.01))
    for launch in 0..<launches {
      let rate = rates[launch % rates.count]
      func repetition(_ isCandidate: Bool) -> [Int64] {
        (0..<rate.hertz / 2).map { frame in
          let cost = 8e6 * (isCandidate && slow.contains(frame) ? factor : 1)
          return Int64(cost * Double.random(in: 1 - noise...1 + noise, using: &generator))
        }
      }
      series.add(
        launch: [
          .init(
            rate: rate, baseline: repetition(false), candidate: repetition(true), framesPerTurn: 1)
        ])
    }
    return series
  }

  @Test("Frames of 8 ms have a verdict after six repetitions, whose rates share their ratios")
  func heavyFrames() {
    let rule = VerdictRule(threshold: 0.02)
    let rates: [RefreshRate] = [.hz60, .hz120]
    func verdicts(_ factor: Double) -> [Verdict?] {
      frames(rates: rates, slow: 0...99, factor: factor, launches: 6, noise: 0.01)
        .entries(atLook: 1, rule: rule).map(\.verdict)
    }

    #expect(verdicts(1) == [.unchanged, .unchanged])
    #expect(verdicts(1.05) == [.regressed, .regressed])
    #expect(verdicts(1 / 1.05) == [.improved, .improved])
  }

  @Test("A change at one rate only is not hidden by the other rate")
  func oneRate() {
    var generator = SplitMix64(seed: 3)
    var series = PairedFrames(
      name: "s", rates: [.hz60, .hz120], level: SequentialLevel(familywise: 0.01))
    for _ in 0..<16 {
      series.add(
        launch: [RefreshRate.hz60, .hz120].map { rate in
          func repetition(_ factor: Double) -> [Int64] {
            (0..<30).map { _ in
              Int64(8e6 * factor * Double.random(in: 0.99...1.01, using: &generator))
            }
          }
          return .init(
            rate: rate, baseline: repetition(1), candidate: repetition(rate == .hz60 ? 1 : 1.1),
            framesPerTurn: 1)
        })
    }

    let entries = series.entries(atLook: 1, rule: VerdictRule(threshold: 0.02))

    #expect(entries.map(\.verdict) == [.unchanged, .regressed])
  }

  @Test("Three neighboring frames that are 10 % slower are found in six repetitions")
  func threeFrames() throws {
    let entry = frames(rates: [.hz60], slow: 14...16, factor: 1.1, launches: 6, noise: 0.02)
      .entries(atLook: 1, rule: VerdictRule(threshold: 0.02))[0]

    #expect(entry.verdict == .regressed)
    let run = try #require(entry.changedFrames.first)
    #expect(entry.changedFrames.count == 1)
    #expect(run.first == 14 && run.last == 16)
  }

  @Test("Noise alone is never three slower frames", arguments: 0..<40)
  func noFrames(seed: Int) {
    let entry = frames(
      rates: [.hz60], slow: 0...0, factor: 1, launches: 6 + seed % 7,
      noise: 0.02 + Double(seed) / 400,
      seed: UInt64(seed)
    ).entries(atLook: 1, rule: VerdictRule(threshold: 0.02))[0]

    #expect(entry.verdict?.isChange != true)
  }

  @Test("The uncertainty is half of the width of the interval beside it")
  func uncertainty() throws {
    for (low, high, uncertainty) in [
      (0.9, 1.02, 0.06), (0.98, 1.1, 0.06), (0.876, 1.058_5, 0.091_25),
    ] {
      let power = power(1, Interval(low: low, high: high))
      #expect(abs(try #require(power.uncertainty) - uncertainty) < 1e-9)
    }
  }

  @Test("Before the sixth launch, the allowance for layouts is no reason to measure for longer")
  func layouts() throws {
    // ((ln 1.08 − ln 1.05) / ln 1.01)² · 1.1 · 5 s; with six launches without the allowance.
    for (launches, high, seconds) in [(3, 1.08, 44.1), (6, 1.02, 21.8)] {
      let time = power(1, Interval(low: 1 / high, high: high), launches: launches).time
      #expect(abs(try #require(time) / .seconds(1) - seconds) < 0.2)
    }
  }

  @Test("A ratio or an interval that begins at 0 says nothing")
  func zero() {
    #expect(power(0, Interval(low: 0.5, high: 1)).uncertainty == nil)
    #expect(power(1, Interval(low: 0, high: 2)).uncertainty == nil)
  }
}
