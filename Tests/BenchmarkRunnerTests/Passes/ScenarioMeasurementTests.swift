import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import FrameModel
import FrameSignposts
import FrameTiming
import FramegateKit
import Testing
import WorkerClient
import WorkerProtocol

@testable import BenchmarkRunner

/// Scenarios measured with a worker in memory.
@Suite("Scenario measurement")
struct ScenarioMeasurementTests {
  /// A worker whose second frame takes `work` nanoseconds, which depend on the number of the cold
  /// repetition and on the layers.
  private static func worker(
    memory: Int = 1 << 20, _ work: @escaping @Sendable (_ repetition: Int, _ layers: Int) -> Int64
  ) -> PlayedWorker {
    let state = Locked((repetition: 0, layers: 0))
    return PlayedWorker()
      .answering { (asked: Prepare) in
        state.withLock { $0.layers = asked.parameters.layers }
        return .done
      }
      .answering { (asked: TimeFrames) in
        (0..<asked.repetitions).map { _ in
          state.withLock { state in
            defer { if asked.state == .cold { state.repetition += 1 } }
            return [1_000, work(state.repetition, state.layers)]
          }
        }
      }
      .answering { (asked: TimeReferenceFrames) in Array(repeating: 500, count: asked.count) }
      .answering { (_: PeakMemory) in memory }
      .answering { (_: RecordSignposts) in SignpostRecording(names: [], frames: []) }
  }

  /// Lets `body` measure a scenario.
  private func measuring<Value: Sendable>(
    _ traits: ScenarioTraits, _ workload: Workload, _ effort: Effort = .normal,
    timeLimit: Duration? = nil,
    memory: Int = 1 << 20,
    _ work: @escaping @Sendable (_ repetition: Int, _ layers: Int) -> Int64 = { _, _ in 1_000 },
    _ body: (ScenarioMeasurement) async throws -> Value
  ) async throws -> Value {
    let worker = Self.worker(memory: memory, work)
    let workers = WorkerSource(connectingTo: { worker })
    return try await CounterPass.with(workload, workers, .run) { counters in
      try await body(
        ScenarioMeasurement(
          name: "fade", traits: traits, effort: effort, counters: counters, clockCostNs: 0,
          timeLimit: timeLimit))
    }
  }

  private static func workload(layers: Int = 0) -> Workload {
    Workload {
      $0.chosenRates = [.hz60]
      $0.layers = layers
      $0.chosenMetrics = [.cpuTotal]
    }
  }

  @Test(
    "Repetitions count as missing where the run had no time, not where the scene asked for less",
    arguments: [
      (nil, nil, 20, nil), (.nanoseconds(1), nil, 4, 20), (nil, .nanoseconds(1), 4, nil),
      (.seconds(3_600), .nanoseconds(1), 4, nil),
    ] as [(limit: Duration?, asked: Duration?, played: Int, planned: Int?)])
  func planned(limit: Duration?, asked: Duration?, played: Int, planned: Int?) async throws {
    let traits = ScenarioTraits(duration: .milliseconds(30), samplingTime: asked)
    let costs = try await measuring(traits, Self.workload(), timeLimit: limit) {
      try await $0.frames()
    }
    #expect(costs.map(\.repetitions) == [played])
    #expect(costs.map(\.plannedRepetitions) == [planned])
  }

  @Test("Times of fewer or more frames than the scenario has are refused", arguments: [16, 40])
  func otherFrames(milliseconds: Int) async throws {
    await #expect {
      try await measuring(
        ScenarioTraits(duration: .milliseconds(milliseconds)), Self.workload()
      ) { try await $0.frames() }
    } throws: { error in
      if case WorkerFailure.implausible = error { true } else { false }
    }
  }

  @Test("A scene of which two do not fit into memory is told once", arguments: [1 << 20, 1 << 50])
  func memory(bytes: Int) async throws {
    let told = Locked<[Int]>([])
    _ = try await measuring(
      ScenarioTraits(duration: .milliseconds(30)), Self.workload(), memory: bytes
    ) { measurement in
      var measurement = measurement
      measurement.fillsMemory = { bytes in told.withLock { $0.append(bytes) } }
      return try await measurement.frames()
    }
    #expect(told.withLock { $0 } == (bytes == 1 << 50 ? [bytes] : []))
  }

  @Test("Cold work has cold reference frames beside it, and warm work alone has none")
  func references() async throws {
    for isWarm in [false, true] {
      var workload = Self.workload()
      workload.isWarm = isWarm
      let costs = try await measuring(
        ScenarioTraits(duration: .milliseconds(30)), workload
      ) { try await $0.frames() }
      #expect(costs.map(\.reference) == [ReferenceCost(warmNs: 500, coldNs: isWarm ? nil : 500)])
    }
  }

  /// 9 ms are less than a period at 60 Hz, but twice that is more.
  @Test(
    "One long repetition leaves a budget in doubt, if that is judged at the same rate",
    arguments: [
      (9_000_000, RefreshRate.hz60, 20), (9_000_000, .hz120, 6), (1_000_000, .hz60, 6),
    ] as [(Int64, RefreshRate, Int)])
  func doubt(longest: Int64, budgetRate: RefreshRate, cold: Int) async throws {
    let traits = ScenarioTraits(
      duration: .milliseconds(30), budgets: [.noDroppedFrames(at: budgetRate)])
    #expect(try await coldRepetitions(traits, Self.workload(), longest: longest) == cold)
  }

  /// How often frames are played cold if one repetition takes long.
  private func coldRepetitions(
    _ traits: ScenarioTraits, _ workload: Workload, longest: Int64
  ) async throws -> Int {
    let played = Locked(0)
    _ = try await measuring(
      traits, workload, timeLimit: nil,
      { repetition, _ in
        played.withLock { $0 = max($0, repetition + 1) }
        return repetition == 0 ? longest : 1_000
      }
    ) { try await $0.frames() }
    return played.withLock { $0 }
  }

  /// Twice 8 ms is less than a period at 60 Hz: on this machine, at depth 1, without a reserve.
  @Test("Budgets are in doubt on the display and the device that they are judged for")
  func doubtOnDisplay() async throws {
    let traits = ScenarioTraits(
      duration: .milliseconds(30), budgets: [.noDroppedFrames(at: .hz60)])
    func repetitions(_ display: (inout BudgetRules) -> Void) async throws -> Int {
      var workload = Self.workload()
      display(&workload.budgets)
      return try await coldRepetitions(traits, workload, longest: 8_000_000)
    }

    #expect(try await repetitions { _ in } == 6)
    #expect(try await repetitions { $0.scale = WorkScale(warm: 1, cold: 2) } == 20)
    #expect(try await repetitions { $0.scale = WorkScale(warm: 2, cold: 1) } == 6)
    #expect(try await repetitions { $0.reserveNs = 3_000_000 } == 20)
  }

  @Test(
    "A capacity is estimated of scenes with layers, except in a quick run",
    arguments: [
      (Effort.normal, 200, 1), (.normal, 0, 0), (.quick, 200, 0),
    ])
  func capacity(effort: Effort, layers: Int, count: Int) async throws {
    let found = try await measuring(
      ScenarioTraits(duration: .milliseconds(30)), Self.workload(layers: layers), effort,
      timeLimit: nil, { _, layers in 10 + 50 * Int64(layers) }
    ) { try await $0.capacity() }
    #expect(found.value?.count == count)
  }

  /// The capacity of a scenario that times out with more than `most` layers.
  private func searchedCapacity(layers: Int, most: Int) async throws -> Measured<[Capacity]> {
    let worker = Self.worker { _, _ in 1_000 }.answering { (asked: Prepare) in
      if asked.parameters.layers > most { throw WorkerFailure.timedOut(after: .seconds(1)) }
      return .done
    }
    return try await CounterPass.with(
      Self.workload(layers: layers), WorkerSource(connectingTo: { worker }), .run
    ) { counters in
      var effort = Effort.normal
      effort.findsCapacity = true
      return try await ScenarioMeasurement(
        name: "fade", traits: ScenarioTraits(duration: .milliseconds(30)), effort: effort,
        counters: counters, clockCostNs: 0, timeLimit: nil
      ).capacity()
    }
  }

  @Test("A scene that fails with more layers than were asked for has no known capacity")
  func failsWithMoreLayers() async throws {
    let found = try await searchedCapacity(layers: 200, most: 200)
    #expect(found.reason?.hasPrefix("with 4000 layers: ") == true)
  }

  @Test(
    "A scene that fails with the layers that were asked for fails as a whole",
    arguments: [(200, 199), (4_000, 200)])
  func failsWithLayers(layers: Int, most: Int) async {
    await #expect(throws: WorkerFailure.timedOut(after: .seconds(1))) {
      try await searchedCapacity(layers: layers, most: most)
    }
  }

  /// A scenario of three frames with a view that jumps in the middle, and many others: what
  /// is asked about them, and what the budget of jumps is judged by.
  private func inspected(
    views count: Int, isOutlined: Bool = true
  ) async throws -> (asked: [[Double]], jump: Measured<ViewJump>?) {
    @Sendable func view(_ name: String, x: Double) -> ViewState {
      var transform = Array(repeating: 0.0, count: 16)
      for diagonal in stride(from: 0, to: 16, by: 5) { transform[diagonal] = 1 }
      var toWindow = transform
      toWindow[12] = x
      let outline = ViewState.Outline(size: [10, 10], toWindow: toWindow, opacity: 1)
      return ViewState(
        name: name, frame: [x, 0, 10, 10], transform: transform, alpha: 1,
        outline: isOutlined ? outline : nil)
    }
    let others = Array(repeating: view("other", x: 0), count: count - 1)
    let asked = Locked<[[Double]]>([])
    let worker = PlayedWorker().answering { (question: InspectViews) in
      asked.withLock { $0.append(question.fractions) }
      return question.fractions.map { [view("moved", x: $0 > 0.5 ? 200 : 0)] + others }
    }
    let traits = ScenarioTraits(
      duration: .milliseconds(50), budgets: [.largestJump(points: 25)])
    let jump = try await CounterPass.with(
      Self.workload(), WorkerSource(connectingTo: { worker }), .run
    ) { counters in
      try await ScenarioMeasurement(
        name: "fade", traits: traits, effort: .normal, counters: counters, clockCostNs: 0,
        timeLimit: nil
      ).largestJump()
    }
    return (asked.withLock { $0 }, jump)
  }

  @Test("Motion is inspected up to its end, in as many answers as it needs")
  func inspection() async throws {
    let few = try await inspected(views: 5_000)
    #expect(few.asked.map(\.count) == [1, 4])
    #expect(few.asked.last?.last == 1)
    #expect(few.jump?.value?.view == "moved")
    let many = try await inspected(views: 9_000)
    #expect(many.asked.map(\.count) == [1, 2, 2])
    #expect(many.jump == few.jump)
  }

  @Test("Motion of views without outlines is not known")
  func withoutOutlines() async throws {
    let found = try await inspected(views: 2, isOutlined: false)
    #expect(found.jump?.reason?.hasPrefix("its views have no outlines") == true)
  }

  /// Ten million nanoseconds, of which allocations take nine.
  @Test("The allocations of a paced run are those that were counted at its rate")
  func pacedAllocations() async throws {
    let recording = try PacedRecording(
      rate: .hz120, depth: 1, reserveNs: 0, beginTick: [0, 1, 3],
      startNs: [0, 8_333_333, 25_000_000], endNs: [1_000, 18_333_333, 25_001_000],
      cpuNs: [1_000, 10_000_000, 1_000])
    let worker = PlayedWorker().answering { (_: RunPaced) in
      RunPaced.Answer(
        recording: recording, costs: CauseCosts(faultNs: 1_000, allocationNs: 100))
    }
    let costs = [RefreshRate.hz60, .hz120].map { rate in
      var costs = FrameCosts(at: rate)
      costs.mallocCountTotal = .value([0, rate == .hz120 ? 90_000 : 0, 0])
      return costs
    }
    let workload = Workload {
      $0.chosenRates = [.hz120]
      $0.chosenMetrics = [.cpuTotal]
    }
    let runs = try await CounterPass.with(
      workload, WorkerSource(connectingTo: { worker }), .run
    ) { counters in
      try await ScenarioMeasurement(
        name: "fade", traits: ScenarioTraits(duration: .milliseconds(30)),
        effort: Effort { $0.pacedSeconds = 1 }, counters: counters, clockCostNs: 0, timeLimit: nil
      ).paced(costs)
    }
    #expect(runs.value?.map { $0.causes.drops.map(\.cause) } == [[.allocation]])
  }

  /// A scenario of three frames and its end; only the first moment has views here.
  @Test("Half a million views fit into memory", arguments: [(125_000, true), (125_001, false)])
  func mostViews(count: Int, fits: Bool) async throws {
    let view = ViewState(
      name: "view", frame: [0, 0, 1, 1], transform: Array(repeating: 0, count: 16), alpha: 1)
    let isFirst = Locked(true)
    let worker = PlayedWorker().answering { (question: InspectViews) in
      let isFirst = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      return question.fractions.map { _ in Array(repeating: view, count: isFirst ? count : 0) }
    }
    let traits = ScenarioTraits(duration: .milliseconds(50))
    if fits {
      #expect(try await worker.frames(of: traits).count == 4)
    } else {
      await #expect(throws: Unavailable.self) { try await worker.frames(of: traits) }
    }
  }

  @Test("What drawing costs is known if the look of any view is")
  func drawingCosts() {
    let transform = (0..<16).map { $0.isMultiple(of: 5) ? 1.0 : 0 }
    let bare = ViewState(name: "bare", frame: [0, 0, 1, 1], transform: transform, alpha: 1)
    let white = ViewState(
      name: "white", frame: [0, 0, 1, 1], transform: transform, alpha: 1,
      outline: ViewState.Outline(size: [1, 1], toWindow: transform, opacity: 1),
      look: ViewState.Look(
        cornerRadius: 0, corners: [], background: [1, 1, 1, 1], zPosition: 0, isHidden: false,
        isAbsent: false))
    let screen = ScreenSize(width: 2, height: 2)
    #expect(screen.drawingCosts(of: [bare]) == nil)
    #expect(screen.drawingCosts(of: []) == nil)
    #expect(screen.drawingCosts(of: [bare, white])?.overdraw == 0.25)
  }

  /// Before, nothing seemed to jump.
  @Test("Motion of more views than fit into memory is not known")
  func tooManyViews() async throws {
    let found = try await inspected(views: 130_000)
    #expect(found.asked == [[0]])
    #expect(
      found.jump?.reason
        == "130000 views in 4 frames are too many to look at; choose a smaller scene")
  }
}
