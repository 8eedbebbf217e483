import BenchmarkModel
import Foundation
import FrameSignposts
import ResultTestSupport
import SampleStatistics
import TestSupport
import Testing

@testable import BenchmarkResults
@testable import BenchmarkVerdicts
@testable import FrameModel
@testable import FrameTiming

@Suite("Schema")
struct SchemaTests {
  private let schema: JSONSchema

  init() throws {
    schema = try JSONSchema(contentsOf: Checkout.url("results/schema.json"))
  }

  /// A file with a value for every key.
  private func everything() throws -> ResultFile {
    var costs = FrameCosts(at: .hz60)
    costs.mallocCountTotal = .value([1, 2, 3])
    costs.mallocBytesCount = .unavailable("off")
    try costs.add(
      warm: CostEstimate(repetitions: [[1_000, 20_000_000, 3_000]]),
      cold: .value(CostEstimate(repetitions: [[4_000, 30_000_000, 9_000]])),
      cooling: Cooling(method: "flush", branches: 16_384, sleepNs: 250_000, repetitions: 1),
      reference: Fixtures.reference)
    costs.recount = .init(mallocCountTotal: [1, 2, 4], mallocBytesCount: nil)
    costs.kernel = [
      .init(metric: "syscalls", frames: .value([[0, 1, 2], [0, 1, 3]])),
      .init(metric: "pageFaults", frames: .unavailable("off")),
    ]
    costs.plannedRepetitions = 20
    costs.signposts = .value(
      SignpostRecording(
        names: ["tick", "layout"],
        frames: [
          .init(
            durationNs: 900,
            intervals: [
              .init(name: 0, beginNs: 10, endNs: 800), .init(name: 1, beginNs: 20, endNs: 30),
            ]), .init(durationNs: 0, intervals: []), .init(durationNs: 1, intervals: []),
        ]))
    costs.segments = [.init(rate: .hz60, ticks: 1), .init(rate: RefreshRate(hertz: 30), ticks: 2)]
    let timeline = TimelineSummary(costs.replay().timeline(of: try costs.costVector()))
    var scenario = Fixtures.scenario("transition.cartFold.present", [costs])
    scenario.changeScenario {
      var run = PacedRun(
        rate: .hz120, frameCount: 3, timeline: timeline, wakeUpNs: [1, 2], wallNs: [4, 5],
        cpuNs: [1, 1],
        causes: PacedCauses(
          [
            DropCause(frame: 0, origin: 0, slots: 0, overrunNs: 5, cause: .wake),
            DropCause(frame: 1, origin: 0, slots: 3, overrunNs: 9, cause: .work),
          ], costs: CauseCosts(faultNs: 700, allocationNs: 60)))
      run.counters = PacedCounters(
        runQueueNs: [0, 9], involuntarySwitches: [0, 1], minorFaults: [7, 0], majorFaults: [0, 0])
      run.stolenCores = 0.25
      run.stops = [PacedStop(frame: 1, excludedFrames: 2)]
      run.systemClockJumpNs = -3_000_000_000
      $0.paced = .value([
        run,
        PacedRun(
          rate: .hz60, frameCount: 3, timeline: timeline, wakeUpNs: [1, 2, 3],
          wallNs: [4, 5, 6], cpuNs: [1, 1, 1],
          causes: PacedCauses([], costs: CauseCosts(faultNs: 0, allocationNs: 0))),
      ])
      $0.parameters?.scene = "heavy"
      $0.bytesPerLayer = 128
      $0.capacity = .value([
        Capacity(
          variant: .simd, rate: .hz60, layers: 4_000,
          interval: .value(Interval(low: 3_900, high: 4_100))),
        Capacity(variant: nil, rate: .hz60, layers: 9, interval: .unavailable("estimated")),
      ])
    }
    var absent = Fixtures.scenario("transition.elsewhere")
    absent.changeScenario {
      $0.frames = .unavailable("no AVX-512 on this machine")
      $0.paced = .unavailable("this worker knows no timer")
      $0.capacity = .unavailable("it does not depend on layers")
    }
    var failed = Fixtures.kernel("kernel.crash")
    failed.status = .failed("signal 11")
    var few = Fixtures.kernel("layout.grid", variant: nil)
    few.changeTimed { $0.metrics["wallClock"] = Fixtures.metric("ns/op", [1, 2]) }
    var file = Fixtures.file([Fixtures.kernel(), scenario, absent, failed, few])
    file.environment.commit = .unavailable("not a git repository")
    file.environment.machine.virtualized = .unavailable("unknown")
    file.environment.machine.caches = [.init(level: 1, bytes: 32_768)]
    file.environment.variables = ["LEVEL": "high"]
    file.environment.machineUse.usableCores = 1
    file.environment.machineUse.coreQuota = 0.5
    file.environment.machineUse.niceness = -5
    file.environment.machineUse.otherCores = 0.25
    file.environment.machineUse.stolenCores = 0
    return file
  }

  @Test("Files follow the published schema")
  func follows() throws {
    #expect(try schema.problems(with: Fixtures.file().json()) == [])
    #expect(try schema.problems(with: try everything().json()) == [])
    var bare = Fixtures.file([])
    bare.harness = .unavailable("not measured")
    #expect(try schema.problems(with: bare.json()) == [])
    let all = try everything()
    #expect(try ResultFile(json: all.json(), file: "x.json").environment == all.environment)
  }

  @Test("Keys that a later version adds are ignored")
  func additions() throws {
    // The keys of these objects are names.
    let dictionaries: Set = ["metrics", "percentiles", "variables", "droppedSlots"]
    func extended(_ value: Any, _ key: String = "") -> Any {
      if let array = value as? [Any] { return array.map { extended($0, key) } }
      guard var object = value as? [String: Any] else { return value }
      for (name, inner) in object { object[name] = extended(inner, name) }
      if !dictionaries.contains(key), object["unavailable"] == nil {
        object["addedLater"] = ["anything": [1, "two"] as [Any]]
      }
      return object
    }
    let content = try everything().json()
    let later = try JSONSerialization.data(
      withJSONObject: extended(JSONSerialization.jsonObject(with: content)))

    #expect(
      try ResultFile(json: later, file: "later") == ResultFile(json: content, file: "now"))
  }

  @Test("Every number has limits: a file with an extreme one is refused, or can be judged")
  func extremeNumbers() throws {
    let content = [UInt8](try everything().json())
    let base = try ResultFile(json: Data(content), file: "base.json")
    var accepted = 0
    for (index, bytes) in extremes(of: content).enumerated() where isLong || index % 5 == 0 {
      guard let file = try? ResultFile(json: Data(bytes), file: "x.json") else { continue }
      accepted += 1
      #expect(try schema.problems(with: Data(bytes)) == [])
      #expect(try ResultFile(json: file.json(), file: "again.json") == file)
      for paced in file.benchmarks.compactMap(\.scenario).flatMap({ $0.paced.value ?? [] }) {
        // What reports calculate of it.
        let slots = paced.timeline.expectedSlotCount
        #expect(Proportion(min(paced.causes.slotsOfCode, slots), of: slots).upperBound <= 1)
      }
      _ = try Gate(file)
      _ = Comparison.compare(base: base, candidate: file)
    }
    #expect(accepted > 100)
  }

  @Test(
    "The schema rejects what the reader rejects",
    arguments: [
      ("\"schemaVersion\": ", "\"schemaVersion\": 9"), ("\"rateHz\":60", "\"rateHz\":1001"),
      ("\"repetitions\":1", "\"repetitions\":0"), ("\"depth\":1", "\"depth\":4"),
      ("\"status\": \"measured\"", "\"status\": \"maybe\""),
      ("\"coldNs\":[4000", "\"coldNs\":[-4000"),
    ])
  func refuses(piece: String, replacement: String) throws {
    let flat = { (text: String) in text.replacing("\": ", with: "\":") }
    let text = String(decoding: try everything().json(), as: UTF8.self)
    let range = try #require(text.range(of: flat(piece)))
    let changed = Data(text.replacingCharacters(in: range, with: flat(replacement)).utf8)

    #expect(try !schema.problems(with: changed).isEmpty)
    #expect(throws: ResultsError.self) { try ResultFile(json: changed, file: "x.json") }
  }
}
