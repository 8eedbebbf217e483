import BenchmarkModel
import BenchmarkResults
import FrameTiming
import FramegateKit
import ResultTestSupport
import SampleStatistics
import TestSupport
import Testing
import WorkerClient
import WorkerProtocol

@testable import BenchmarkRunner

@Suite("Capacity search")
struct CapacitySearchTests {
  /// A worker whose frames take what a closure says of their layers and caches, in nanoseconds.
  private static func worker(
    _ work: @escaping @Sendable (Int, CacheState) -> Int64
  ) -> PlayedWorker {
    let layers = Locked(0)
    return PlayedWorker()
      .answering { (asked: Prepare) in
        layers.withLock { $0 = asked.parameters.layers }
        return .done
      }
      .answering { (asked: TimeFrames) in
        let work = work(layers.withLock { $0 }, asked.state)
        return Array(repeating: [work, work], count: asked.repetitions)
      }
  }

  private func estimates(
    _ work: @escaping @Sendable (Int, CacheState) -> Int64
  ) async throws -> [Capacity] {
    try await CapacitySearch(
      name: "fade", traits: ScenarioTraits(duration: .milliseconds(20)), workload: Workload(),
      workers: WorkerSource { Self.worker(work) }, clockCostNs: 0
    ).estimates(nil, at: [.hz60], layers: 200)
  }

  @Test("Work that grows with the layers gives the number that fills a period")
  func grows() async throws {
    let found = try await estimates { layers, _ in 10_000 + 50 * Int64(layers) }
    #expect(found.map(\.layers) == [333_133])
  }

  @Test("A scene that ignores its layers has no capacity, also when its cold frames were disturbed")
  func ignores() async throws {
    #expect(try await estimates { _, _ in 10_000 } == [])
    #expect(
      try await estimates { layers, state in
        state == .cold && layers > 200 ? 20_000 : 10_000
      } == [])
  }

  @Test(
    "Cold frames that do not show how much more layers cost give no capacity",
    arguments: [-50_000, 0, 1, 20_000])
  func hidden(more: Int64) async throws {
    let found = try await estimates { layers, state in
      guard state == .cold else { return 50 * Int64(layers) }
      return 100_000 + (layers > 200 ? more : 0)
    }
    #expect(found == [])
  }

  @Test("A capacity is at most the largest scene that a search would try")
  func largest() async throws {
    let found = try await estimates { layers, _ in layers > 200 ? 13 : 10 }
    #expect(found.map(\.layers) == [8_000_000])
  }

  /// What a search asked: sizes of scenes, in order, and rates.
  private struct Asked {
    var layers: [Int] = []
    var rates: Set<RefreshRate> = []
  }

  /// A search on a worker whose frames all take so long, of their layers, variant and number.
  private func search<Found: Sendable>(
    _ traits: ScenarioTraits = ScenarioTraits(duration: .milliseconds(20)), isWarm: Bool = true,
    work: @escaping @Sendable (_ layers: Int, _ variant: Variant?, _ number: Int) -> [Int64],
    _ body: (CapacitySearch) async throws -> Found
  ) async throws -> (found: Found, asked: Asked) {
    let state = Locked((asked: Asked(), variant: Variant?.none, number: 0))
    let worker = PlayedWorker()
      .answering { (asked: Prepare) in
        state.withLock { state in
          state.asked.layers.append(asked.parameters.layers)
          state.variant = asked.parameters.variant
        }
        return .done
      }
      .answering { (asked: TimeFrames) in
        state.withLock { state in
          state.asked.rates.insert(asked.rate)
          return (0..<asked.repetitions).map { _ in
            state.number += 1
            return work(state.asked.layers.last ?? 0, state.variant, state.number)
          }
        }
      }
    let found = try await body(
      CapacitySearch(
        name: "fade", traits: traits, workload: Workload { $0.isWarm = isWarm },
        workers: WorkerSource { worker }, clockCostNs: 0))
    return (found, state.withLock { $0.asked })
  }

  /// 50 ns per layer: a period of 16.67 ms at 60 Hz has room for 333,133 with 10 µs for the rest.
  @Test("A search comes near the number that fills a period, in steps of at most a hundredfold")
  func searches() async throws {
    let (found, asked) = try await search { layers, _, number in
      // Every other repetition is 4 % slower.
      let work = (10_000 + 50 * Int64(layers)) * (number.isMultiple(of: 2) ? 104 : 100) / 100
      return [work, work]
    } _: {
      try await $0.search([nil], at: [.hz60], layers: 200)
    }
    let capacity = try #require(found.value?.first)
    #expect(abs(capacity.layers - 326_000) < 10_000)
    let interval = try #require(capacity.interval.value)
    #expect(interval.low < Double(capacity.layers) + 1 && interval.high > interval.low)
    #expect(interval.high < 340_000)
    // Two sizes show that layers count; the search begins at a thousand.
    #expect(Set(asked.layers.prefix(6)) == [200, 4_000])
    #expect(asked.layers.dropFirst(6).prefix(2) == [1_000, 100_000])
  }

  @Test("A first frame that is late limits the layers, also where none is dropped")
  func firstFrame() async throws {
    let (found, _) = try await search { layers, _, _ in
      [10_000 + 100 * Int64(layers), 10_000]
    } _: {
      try await $0.search([nil], at: [.hz60], layers: 200)
    }
    let capacity = try #require(found.value?.first)
    #expect(abs(capacity.layers - 166_567) < 200)
  }

  @Test("A scene that cannot be built with as many layers says why")
  func unavailable() async throws {
    let worker = PlayedWorker()
      .answering { (asked: Prepare) in
        if asked.parameters.layers > 200 { throw Unavailable("it holds fewer layers") }
        return .done
      }
      .answering { (asked: TimeFrames) in Array(repeating: [1_000], count: asked.repetitions) }
    let search = CapacitySearch(
      name: "fade", traits: ScenarioTraits(duration: .milliseconds(20)),
      workload: Workload { $0.isWarm = true }, workers: WorkerSource { worker }, clockCostNs: 0)
    let found = try await search.search([.struct], at: [.hz60], layers: 200)
    #expect(found == .unavailable("it holds fewer layers"))
  }

  @Test("A search of nothing finds nothing; a scene has at least one layer")
  func few() async throws {
    let (none, _) = try await search { _, _, _ in
      [1, 1]
    } _: {
      try await $0.search([], at: [], layers: 1)
    }
    #expect(none == .value([]))
    let (independent, asked) = try await search { _, _, _ in
      [1_000, 1_000]
    } _: {
      try await $0.search([nil], at: [.hz60], layers: 0)
    }
    #expect(independent == .unavailable(CapacitySearch.independence))
    #expect(Set(asked.layers) == [1, 20])
  }

  @Test("Of two variants, one that ignores its layers is left out")
  func variants() async throws {
    let (found, _) = try await search { layers, variant, _ in
      let work = 10_000 + (variant == .simd ? 50 * Int64(layers) : 0)
      return [work, work]
    } _: {
      try await $0.search([.struct, .simd], at: [.hz60], layers: 200)
    }
    #expect(found.value?.map(\.variant) == [.simd])
  }

  @Test("The estimate for an animation comes from the rate with the fewest frames")
  func fewestFrames() async throws {
    let (found, asked) = try await search { layers, _, _ in
      [10_000, 10_000 + 50 * Int64(layers), 500]
    } _: {
      try await $0.estimates(nil, at: [.hz60, .hz120], layers: 200)
    }
    #expect(found.map(\.rate) == [.hz60, .hz120])
    #expect(found.map(\.layers) == [333_133, 166_466])
    #expect(asked.rates == [.hz60])
  }

  @Test("A quarter more work for twenty times the layers is no dependence", arguments: [0, 1])
  func leastIncrease(more: Int64) async throws {
    let (found, _) = try await search { layers, _, _ in
      layers > 200 ? [12_500 + more] : [10_000]
    } _: {
      try await $0.estimates(nil, at: [.hz60], layers: 200)
    }
    #expect(found.isEmpty == (more == 0))
  }

  @Test(
    "A search ends where no other number of layers is nearer, and says what it found",
    arguments: [
      // None fits, one, three of which 3.7 would fill the period, and more than are tried.
      (20_000_000, 5_000_000, 0, nil), (1_000_000, 9_000_000, 1, nil), (0, 4_500_000, 3, nil),
      (0, 1, 8_000_000, "8000000 layers fit, and more are not tried"),
    ] as [(Int64, Int64, Int, String?)])
  func ends(fixedNs: Int64, layerNs: Int64, layers: Int, reason: String?) async throws {
    let (found, asked) = try await search { layers, _, _ in
      [fixedNs + layerNs * Int64(layers)]
    } _: {
      try await $0.search([nil], at: [.hz60], layers: 200)
    }
    let capacity = try #require(found.value?.first)
    #expect(capacity.layers == layers)
    #expect(capacity.interval.reason == reason)
    #expect(asked.layers.count < 20)
  }

  @Test(
    "An estimate plays no scene that is larger than any that a search tries",
    arguments: [(400_000, [400_000, 8_000_000]), (400_001, []), (10_000_000, [])]
      as [(Int, Set<Int>)])
  func largestEstimate(layers: Int, played: Set<Int>) async throws {
    let (found, asked) = try await search { layers, _, _ in
      [Int64(layers)]
    } _: {
      try await $0.estimates(nil, at: [.hz60], layers: layers)
    }
    #expect(found.isEmpty == played.isEmpty)
    #expect(Set(asked.layers) == played)
  }

  @Test("A worker that plays fewer frames than the rates need is no reason to trap")
  func fewFrames() async throws {
    let duration = Duration.milliseconds(100)
    let rates = try FrameRateSchedule(
      [.from(.milliseconds(50), minimum: 60, maximum: 60)], lasting: duration)
    let traits = ScenarioTraits(duration: duration, frameRates: rates)
    let (found, _) = try await search(traits) { layers, _, _ in
      [50 * Int64(layers)]
    } _: {
      try await $0.estimates(nil, at: [.hz120], layers: 200)
    }
    #expect(found.map(\.layers) == [166_666])
  }

  /// Twelve frames at 120 Hz, the first half of which layers do not matter for, and three at 60 Hz.
  @Test("Frames that more layers do not slow down limit no capacity, however long they take")
  func constantFrames() async throws {
    let duration = Duration.milliseconds(100)
    let rates = try FrameRateSchedule(
      [.from(.milliseconds(50), minimum: 60, maximum: 60)], lasting: duration)
    let traits = ScenarioTraits(duration: duration, frameRates: rates)
    let ticks = traits.segments(at: .hz120).map(\.ticks)
    let (found, _) = try await search(traits) { layers, _, _ in
      Array(repeating: 9_000_000, count: ticks[0])
        + Array(repeating: 10_000 + 500 * Int64(layers), count: ticks[1])
    } _: {
      try await $0.estimates(nil, at: [.hz120], layers: 20_000)
    }
    // (16,666,667 − 10,000) / 500.
    #expect(found.map(\.layers) == [33_313])
  }

  @Test("A scene that fails with more layers says with how many")
  func fails() async throws {
    let worker = PlayedWorker()
      .answering { (asked: Prepare) in
        if asked.parameters.layers > 200 { throw WorkerFailure.timedOut(after: .seconds(1)) }
        return .done
      }
      .answering { (asked: TimeFrames) in Array(repeating: [1_000], count: asked.repetitions) }
    let search = CapacitySearch(
      name: "fade", traits: ScenarioTraits(duration: .milliseconds(20)),
      workload: Workload { $0.isWarm = true }, workers: WorkerSource { worker }, clockCostNs: 0)
    await #expect(throws: WorkerFailure.timedOut(after: .seconds(1))) {
      try await search.search([nil], at: [.hz60], layers: 200)
    }
    #expect(search.asked.withLock { $0 } == 4_000)
  }
}
