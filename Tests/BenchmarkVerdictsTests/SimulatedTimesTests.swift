import BenchmarkModel
import Foundation
import SampleStatistics
import TestSupport
import Testing

@testable import BenchmarkVerdicts

/// Pairs of samples of a benchmark whose true ratio is known, on a machine that other programs use.
///
/// Made after recordings: at a load of 15 to 28 on two cores, samples of a few launches numbered 15
/// and of others a thousand, and the machine ran at two speeds that changed within milliseconds.
struct TimesSimulation: Sendable {
  /// What other programs do to times.
  struct Machine: Sendable, CustomStringConvertible {
    let name: String

    /// The fewest and the most pairs of a launch.
    let pairs: ClosedRange<Int>

    /// How much slower the machine's slower speed is, and in how many samples it changes.
    let slowdown: Double
    let changes: Double

    /// The share of samples that take up to three times as long.
    let disturbed: Double

    var description: String { name }

    static let quiet = Machine(
      name: "quiet", pairs: 200...300, slowdown: 1.02, changes: 0.005, disturbed: 0.01)
    static let busy = Machine(
      name: "busy", pairs: 15...400, slowdown: 1.5, changes: 0.03, disturbed: 0.1)
    static let crowded = Machine(
      name: "crowded", pairs: 6...120, slowdown: 1.8, changes: 0.1, disturbed: 0.25)
  }

  /// What the benchmark does.
  enum Code: String, CaseIterable, Sendable {
    case steady

    /// Every hash seed gives it another time, and the candidate's is another function of it.
    case hashing

    /// Launches differ by a layout in memory, of which there are two.
    case layouts

    /// Three of ten samples take three times as long.
    case bimodal

    /// Every sample takes longer than the one before.
    case growing
  }

  let code: Code
  let machine: Machine
  let ratio: Double
}

extension TimesSimulation {
  func launches(_ count: Int, seed: UInt64) -> [[PairedTimes.Pair]] {
    var generator = SplitMix64(seed: seed)
    func normal() -> Double { .normal(using: &generator) }
    return (0..<count).map { _ in
      var shift = 0.001 * normal()
      var level = 0.0
      switch code {
      case .hashing:
        level = 0.1 * normal()
        shift += 0.004 * normal()
      case .layouts: shift += Bool.random(using: &generator) ? 0.006 : -0.006
      case .steady, .bimodal, .growing: break
      }
      var isSlow = Bool.random(using: &generator)
      return (0..<Int.random(in: machine.pairs, using: &generator)).map { number in
        func sample(_ factor: Double, _ shift: Double) -> PairedTimes.Time {
          if Double.random(in: 0..<1, using: &generator) < machine.changes { isSlow.toggle() }
          var ns = 1_000 * factor * exp(level + shift + 0.01 * normal())
          if isSlow { ns *= machine.slowdown }
          if Double.random(in: 0..<1, using: &generator) < machine.disturbed {
            ns *= .random(in: 1...3, using: &generator)
          }
          switch code {
          case .bimodal: ns *= Int.random(in: 0..<10, using: &generator) < 3 ? 3 : 1
          case .growing: ns *= 1 + Double(number) / 100
          case .steady, .hashing, .layouts: break
          }
          return PairedTimes.Time(wallNs: ns, cpuNs: ns)
        }
        let isFirst = number.isMultiple(of: 2)
        let first = sample(isFirst ? 1 : ratio, isFirst ? -shift / 2 : shift / 2)
        let second = sample(isFirst ? ratio : 1, isFirst ? shift / 2 : -shift / 2)
        return isFirst
          ? .init(baseline: first, candidate: second) : .init(baseline: second, candidate: first)
      }
    }
  }
}

extension TimesSimulation: CustomTestStringConvertible {
  var testDescription: String { "\(code) code, \(machine) machine, ratio \(ratio)" }

  static let all = Code.allCases.flatMap { code in
    [Machine.quiet, .busy, .crowded].flatMap { machine in
      [1, 1.01, 1.03, 1.1].map { TimesSimulation(code: code, machine: machine, ratio: $0) }
    }
  }
}

/// How honest the estimate of a benchmark's ratio is where the truth is known.
@Suite("Simulated times")
struct SimulatedTimesTests {
  private func entry(
    _ simulation: TimesSimulation, _ level: SequentialLevel, launches: Int, seed: UInt64
  ) -> ComparisonEntry {
    var series = PairedTimes(
      name: "k", level: level, operations: BySide(both: 1), metric: .cpuTotal)
    for launch in simulation.launches(launches, seed: seed) { series.add(launch: launch) }
    return series.entries(atLook: 1, rule: VerdictRule(threshold: 0.01))[0]
  }

  @Test("The interval of eight launches contains the true ratio in at least 95 %")
  func coverage() throws {
    let level = SequentialLevel(familywise: 0.05)
    var (covered, count) = (0, 0)
    var byKind: [String: (covered: Int, count: Int)] = [:]
    for (index, simulation) in TimesSimulation.all.enumerated() {
      for seed in seeds(short: 4, long: 200) {
        let entry = entry(simulation, level, launches: 8, seed: seed + UInt64(index) * 1_000)
        let isCovered = entry.times?.interval?.contains(simulation.ratio) == true
        covered += isCovered ? 1 : 0
        count += 1
        for kind in ["\(simulation.code)", "\(simulation.machine)", "\(simulation.ratio)"] {
          byKind[kind, default: (0, 0)].covered += isCovered ? 1 : 0
          byKind[kind, default: (0, 0)].count += 1
        }
      }
    }
    #expect(Double(covered) >= 0.95 * Double(count), "\(covered) of \(count)")
    if isLong {
      for (kind, found) in byKind {
        #expect(Double(found.covered) >= 0.95 * Double(found.count), "\(kind): \(found)")
      }
    }
  }

  @Test("No more verdicts on identical code are wrong than the level says")
  func falseVerdicts() {
    let level = SequentialLevel(familywise: 0.01)
    var (wrong, count) = (0, 0)
    for (index, simulation) in TimesSimulation.all.enumerated() where simulation.ratio == 1 {
      for seed in seeds(short: 10, long: 200) {
        let seed = seed + UInt64(index) * 1_000
        // A change counts only if a second set shows it, too.
        let verdict = entry(simulation, level, launches: 8, seed: seed).verdict
        let isWrong =
          verdict?.isChange == true
          && entry(simulation, level, launches: 8, seed: seed + 500_000).verdict == verdict
        wrong += isWrong ? 1 : 0
        count += 1
      }
    }
    #expect(Double(wrong) <= 0.01 * Double(count), "\(wrong) of \(count)")
  }

  @Test(
    "At most 1 of 40 is undecided on a quiet machine, and at most 1 of 5 on a busy one",
    arguments: [(TimesSimulation.Machine.quiet, 0.975), (.busy, 0.8), (.crowded, 0.8)])
  func decided(machine: TimesSimulation.Machine, share: Double) {
    // As one of eight benchmarks and scenarios.
    let level = SequentialLevel(familywise: 0.01, sharedBy: 8)
    var (decided, count) = (0, 0)
    for code in [TimesSimulation.Code.steady, .growing] {
      let simulation = TimesSimulation(code: code, machine: machine, ratio: 1)
      for seed in seeds(short: 10, long: 100) {
        decided += entry(simulation, level, launches: 8, seed: seed).verdict == .unchanged ? 1 : 0
        count += 1
      }
    }
    #expect(Double(decided) >= share * Double(count), "\(decided) of \(count)")
  }
}
