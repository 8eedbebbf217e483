import Foundation
import FrameLogs
import FrameTiming
import SampleStatistics
import Testing

@Suite("Replay input")
struct ReplayInputTests {
  private func decode(_ json: String) throws -> ReplayInput {
    try JSONDecoder().decode(ReplayInput.self, from: Data(json.utf8))
  }

  @Test("Only rates and work are required")
  func defaults() throws {
    let input = try decode(#"{"rate_segments_hz_ticks": [[60, 1]], "work_ns": [1], "more": {}}"#)

    #expect(input == ReplayInput(rateSegmentsHzTicks: [[60, 1]], workNs: [1]))
    #expect(try input.validated().replay.settings == .strict)
    #expect(throws: DecodingError.self) { try decode(#"{"work_ns": [1]}"#) }
    #expect(throws: DecodingError.self) { try decode(#"{"rate_segments_hz_ticks": [[60, 1]]}"#) }
  }

  @Test("Input survives a round trip")
  func roundTrip() throws {
    for vector in SchedulerVector.all {
      let data = try JSONEncoder().encode(vector.input)
      #expect(try JSONDecoder().decode(ReplayInput.self, from: data) == vector.input)
    }
  }

  /// A change to a valid input, and the expected error.
  struct Fault: CustomTestStringConvertible, Sendable {
    let error: FrameTimingError
    let change: @Sendable (inout ReplayInput) -> Void

    init(_ error: FrameTimingError, _ change: @escaping @Sendable (inout ReplayInput) -> Void) {
      self.error = error
      self.change = change
    }

    var testDescription: String { error.description }
  }

  static let faults = [
    Fault(.noSegments) { $0.rateSegmentsHzTicks = [] },
    Fault(.malformedSegment(index: 0, count: 1)) { $0.rateSegmentsHzTicks = [[60]] },
    Fault(.malformedSegment(index: 1, count: 3)) {
      $0.rateSegmentsHzTicks = [[60, 1], [1, 2, 3]]
    },
    Fault(.rateOutOfRange(given: "0")) { $0.rateSegmentsHzTicks = [[0, 1]] },
    Fault(.rateOutOfRange(given: "-60")) { $0.rateSegmentsHzTicks = [[-60, 1]] },
    Fault(.rateOutOfRange(given: "1000000000")) { $0.rateSegmentsHzTicks = [[1_000_000_000, 1]] },
    Fault(.emptySegment(index: 0, ticks: 0)) { $0.rateSegmentsHzTicks = [[60, 0]] },
    Fault(.emptySegment(index: 0, ticks: .min)) { $0.rateSegmentsHzTicks = [[60, .min]] },
    Fault(.gridTooLong(index: 0)) { $0.rateSegmentsHzTicks = [[60, .max], [120, 1]] },
    Fault(.depthOutOfRange(given: 0)) { $0.depth = 0 },
    Fault(.depthOutOfRange(given: 9)) { $0.depth = 9 },
    Fault(.negativeReserve(nanoseconds: -1)) { $0.reserveNs = -1 },
    Fault(.reserveTooLong(nanoseconds: 16_666_667, rate: .hz60)) { $0.reserveNs = 16_666_667 },
    Fault(.reserveTooLong(nanoseconds: .max, rate: .hz60)) { $0.reserveNs = .max },
    Fault(.unknownStartPolicy(name: "now")) { $0.startPolicy = "now" },
    Fault(.unknownQueue(name: "lifo")) { $0.queue = "lifo" },
    Fault(.wakeDelayOutOfRange(nanoseconds: -1)) { $0.wakeNs = -1 },
    Fault(.wakeDelayOutOfRange(nanoseconds: .max)) { $0.wakeNs = .max },
    Fault(.unknownIdleFrame(key: "9", frameCount: 2)) { $0.idleTicksBefore = ["9": 1] },
    Fault(.unknownIdleFrame(key: "x", frameCount: 2)) { $0.idleTicksBefore = ["x": 1] },
    Fault(.unknownIdleFrame(key: "01", frameCount: 2)) { $0.idleTicksBefore = ["01": 1] },
    Fault(.idleTicksOutOfRange(frame: 1, ticks: -1)) { $0.idleTicksBefore = ["1": -1] },
    Fault(.idleTicksOutOfRange(frame: 1, ticks: .max)) { $0.idleTicksBefore = ["1": .max] },
    Fault(.noFrames) { $0.workNs = [] },
    Fault(.negativeWork(frame: 1, nanoseconds: -5)) { $0.workNs = [1, -5] },
    Fault(.workTooLong(frame: 1)) { $0.workNs = [1, .max] },
  ]

  @Test("An invalid value is named, with what to do", arguments: faults)
  func refused(_ fault: Fault) throws {
    var input = ReplayInput(rateSegmentsHzTicks: [[60, 200]], workNs: [1, 2])
    fault.change(&input)

    #expect(throws: fault.error) { try input.validated() }
    #expect(fault.error.description.hasSuffix("."))
  }

  @Test("Input exactly at its limits can be replayed")
  func limits() throws {
    var input = ReplayInput(
      rateSegmentsHzTicks: [[1_000, .max / 4_000_000], [1, .max]],
      workNs: [CostVector.longestWorkNs - 1, 1])
    input.depth = 3
    input.reserveNs = 999_999
    input.startPolicy = "align"
    input.queue = "latest"
    input.wakeNs = 10_000_000_000
    input.idleTicksBefore = ["1": 1_000_000_000]
    let (replay, costs) = try input.validated()

    #expect(replay.timeline(of: costs).frameCount == 2)
  }

  private static let tokens = [
    "0", "-1", "1", "2", "3", "59", "60", "1000", "1001", "16666667", "1e3", "1e400", "0.5",
    "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1152921504606846976",
    "null", "true", "\"\"", "\"1\"", "\"latest\"", "\"align\"", "[]", "{}", "[60,1]", "[[60,1]]",
    "{\"0\":1}", "NaN", "", "-", ",", "\\u0000",
  ]

  /// The damaged input of a seed.
  private static func damaged(seed: UInt64) throws -> String {
    var generator = SplitMix64(seed: seed)
    let vector = SchedulerVector.all.randomElement(using: &generator) ?? SchedulerVector.all[0]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var text = String(decoding: try encoder.encode(vector.input), as: UTF8.self)
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      mutate(&text, using: &generator)
    }
    return text
  }

  @Test("Some damaged input can be decoded, and some of that be replayed")
  func damageThatIsRead() throws {
    let texts = try (0..<300 as Range<UInt64>).map { try Self.damaged(seed: $0) }
    let inputs = texts.compactMap { try? decode($0) }
    #expect(inputs.count >= 15)
    #expect(inputs.count { (try? $0.validated()) != nil } >= 5)
  }

  @Test("Damaged input never traps", arguments: 0..<1_500)
  func fuzz(seed: UInt64) throws {
    let text = try Self.damaged(seed: seed)
    guard let input = try? decode(text) else { return }
    switch Result(catching: input.validated) {
    case .success(let (replay, costs)):
      let timeline = replay.timeline(of: costs)
      #expect(timeline.frameCount == input.workNs.count)
      if timeline.droppedFrameCount < 100_000 {
        _ = try JSONEncoder().encode(ReplayOutput(timeline))
      }
    case .failure(let error):
      #expect(error.description.hasSuffix("."))
    }
  }

  /// Puts a token in a number's place, or changes, removes or doubles a character.
  private static func mutate(_ text: inout String, using generator: inout SplitMix64) {
    let numbers = text.ranges(of: /-?[0-9]+/)
    if Int.random(in: 0..<4, using: &generator) > 0,
      let number = numbers.randomElement(using: &generator),
      let token = tokens.randomElement(using: &generator)
    {
      return text.replaceSubrange(number, with: token)
    }
    guard let index = text.indices.randomElement(using: &generator) else { return }
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: text.remove(at: index)
    case 1: text.insert(text[index], at: index)
    default:
      text.replaceSubrange(
        index...index, with: String("{}[],:\"-0919.ex".randomElement(using: &generator) ?? "0"))
    }
  }
}
