import BenchmarkModel
import Foundation
import FrameTiming
import ResultTestSupport
import SampleStatistics
import TestSupport
import Testing

@testable import BenchmarkResults

@Suite("Recent runs")
struct RecentRunsTests {
  /// A limit of a machine: a copy within L2 that takes `time` ns.
  private static func limit(time: Double) -> BenchmarkResult {
    Fixtures.timed("limit.copy", time: time) {
      $0.bytesPerOperation = 128
      $0.roofline = Roofline(limits: "base", memory: "L2", isLimit: true)
    }
  }

  /// A scenario with a capacity, which was measured or only estimated.
  private static func scenario(
    layers: Int, isMeasured: Bool = true, screen: ScreenSize = .standard
  ) -> BenchmarkResult {
    var scenario = Fixtures.scenario("transition.fade")
    scenario.changeScenario {
      $0.parameters = .init(layers: 200, screen: screen)
      $0.capacity = .value([
        Capacity(
          variant: nil, rate: .hz60, layers: layers,
          interval: isMeasured
            ? .value(Interval(low: 1, high: 2)) : .unavailable("estimated"))
      ])
    }
    return scenario
  }

  /// A run that was stored `minute` minutes after the first one.
  private static func run(
    _ benchmarks: BenchmarkResult..., minute: Double, cpu: String? = nil
  ) -> ResultFile {
    var file = Fixtures.file(benchmarks)
    file.time.addTimeInterval(60 * minute)
    if let cpu { file.environment.machine.cpuModel = .value(cpu) }
    return file
  }

  private let folder: TemporaryFolder
  private let store: ResultStore

  init() throws {
    folder = try TemporaryFolder()
    store = ResultStore(root: folder.url)
  }

  private func store(_ files: ResultFile...) throws {
    for file in files { _ = try store.createRun(file) }
  }

  @Test("A run without limits uses those of the newest run on its machine")
  func limits() throws {
    let now = Self.run(minute: 9)
    #expect(store.recentRuns(like: now).limits(for: now) == nil)

    let older = Self.run(Self.limit(time: 1), minute: 1)
    let newer = Self.run(Self.limit(time: 2), minute: 2)
    let elsewhere = Self.run(Self.limit(time: 3), minute: 3, cpu: "Another CPU")
    try store(older, newer, elsewhere, now)

    #expect(store.recentRuns(like: now).limits(for: now) == MachineLimits(newer))
    #expect(
      store.recentRuns(like: elsewhere).limits(for: elsewhere) == MachineLimits(elsewhere))
    // Its own limits, whatever others measured.
    #expect(store.recentRuns(like: older).limits(for: older) == MachineLimits(older))
  }

  @Test("The newest capacity that was measured with the same screen and scene is shown")
  func capacity() throws {
    try store(
      Self.run(Self.scenario(layers: 100), minute: 1),
      Self.run(Self.scenario(layers: 200), minute: 2),
      Self.run(Self.scenario(layers: 300, isMeasured: false), minute: 3),
      Self.run(
        Self.scenario(layers: 400, screen: ScreenSize(width: 1_024, height: 1_366)), minute: 4),
      Self.run(Self.scenario(layers: 500), minute: 5, cpu: "Another CPU"))
    let now = Self.run(Self.scenario(layers: 0, isMeasured: false), minute: 9)

    let capacity = store.recentRuns(like: now).capacity(for: now)

    #expect(capacity.mapValues { $0.map(\.layers) } == ["transition.fade": [200]])
  }

  @Test("A file that cannot be read is passed over")
  func unreadable() throws {
    let older = Self.run(Self.limit(time: 1), minute: 1)
    try store(older)
    let broken = try store.createRun(Self.run(Self.limit(time: 2), minute: 2))
    try Data("{".utf8).write(to: broken)
    let now = Self.run(minute: 9)

    #expect(store.recentRuns(like: now).limits(for: now) == MachineLimits(older))
  }
}
