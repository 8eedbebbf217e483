import Testing

/// A row of the frame model's tables: settings, costs, and every resulting count.
struct WorkedRow: CustomTestStringConvertible, Sendable {
  var name: String
  var segments: [[Int64]] = [[60, 200]]
  var depth: Int64 = 1
  var reserveNs: Int64 = 0
  var policy = "coalesce"
  var wakeNs: Int64 = 0
  var idle: [String: Int64] = [:]
  var workNs: [Int64]
  var presentSlots: [Int]?
  var dropped: Int
  var expected: Int?
  var hitches: Int
  var hitchMs: Double
  var ratio: Double
  var late: Int
  var delayed: Int
  var skipped: Int
  var firstFrameDelay = 0
  var animationErrorMs: Double?

  var testDescription: String { name }
}

extension WorkedRow {
  private static func ms(_ values: Double...) -> [Int64] {
    values.map { Int64(($0 * 1_000_000).rounded()) }
  }

  /// Twelve frames; the third takes one interval of the rate.
  private static func twelve(interval: Int64) -> [Int64] {
    [
      6_000_000, 8_000_000, interval, 16_399_999, 17_000_000, 6_000_000, 45_000_000, 7_000_000,
      25_000_000, 25_000_000, 25_000_000, 6_000_000,
    ]
  }

  /// The same twelve frames at both rates and all depths.
  static let twelveFrames: [WorkedRow] = [
    WorkedRow(
      name: "60 Hz, depth 1", workNs: twelve(interval: 16_666_667),
      presentSlots: [1, 2, 3, 4, 6, 7, 9, 10, 11, 13, 14, 15],
      dropped: 3, expected: 15, hitches: 3, hitchMs: 50, ratio: 200, late: 6, delayed: 8,
      skipped: 2, animationErrorMs: 83.3),
    WorkedRow(
      name: "60 Hz, depth 2", depth: 2, workNs: twelve(interval: 16_666_667),
      dropped: 2, expected: 14, hitches: 2, hitchMs: 33.3, ratio: 142.9, late: 2, delayed: 2,
      skipped: 2, animationErrorMs: 66.7),
    WorkedRow(
      name: "60 Hz, depth 3", depth: 3, workNs: twelve(interval: 16_666_667),
      dropped: 2, expected: 14, hitches: 2, hitchMs: 33.3, ratio: 142.9, late: 0, delayed: 0,
      skipped: 2, animationErrorMs: 0),
    WorkedRow(
      name: "120 Hz, depth 1", segments: [[120, 200]], workNs: twelve(interval: 8_333_333),
      dropped: 13, expected: 25, hitches: 6, hitchMs: 108.3, ratio: 520, late: 7, delayed: 9,
      skipped: 12, animationErrorMs: 141.7),
    WorkedRow(
      name: "120 Hz, depth 2", segments: [[120, 200]], depth: 2,
      workNs: twelve(interval: 8_333_333),
      dropped: 12, expected: 24, hitches: 5, hitchMs: 100, ratio: 500, late: 5, delayed: 5,
      skipped: 12, animationErrorMs: 133.3),
    WorkedRow(
      name: "120 Hz, depth 3", segments: [[120, 200]], depth: 3,
      workNs: twelve(interval: 8_333_333),
      dropped: 12, expected: 24, hitches: 8, hitchMs: 100, ratio: 500, late: 5, delayed: 5,
      skipped: 12, animationErrorMs: 83.3),
  ]

  /// One edge case each.
  static let edges: [WorkedRow] = [
    WorkedRow(
      name: "ends exactly on the deadline, 60 Hz",
      workNs: [5_000_000, 16_666_666, 5_000_000, 5_000_000],
      presentSlots: [1, 2, 3, 4],
      dropped: 0, hitches: 0, hitchMs: 0, ratio: 0, late: 0, delayed: 0, skipped: 0),
    WorkedRow(
      name: "ends exactly on the deadline, 120 Hz", segments: [[120, 200]],
      workNs: [5_000_000, 8_333_334, 5_000_000, 5_000_000], presentSlots: [1, 2, 3, 4],
      dropped: 0, hitches: 0, hitchMs: 0, ratio: 0, late: 0, delayed: 0, skipped: 0),
    WorkedRow(
      name: "1 ns later, 60 Hz", workNs: [5_000_000, 16_666_667, 5_000_000, 5_000_000],
      presentSlots: [1, 3, 4, 5],
      dropped: 1, hitches: 1, hitchMs: 16.7, ratio: 200, late: 1, delayed: 3, skipped: 0),
    WorkedRow(
      name: "1 ns later, 120 Hz", segments: [[120, 200]],
      workNs: [5_000_000, 8_333_335, 5_000_000, 5_000_000], presentSlots: [1, 3, 4, 5],
      dropped: 1, hitches: 1, hitchMs: 8.3, ratio: 200, late: 1, delayed: 3, skipped: 0),
    WorkedRow(
      name: "a reserve of 1.5 ms, used up", reserveNs: 1_500_000,
      workNs: [5_000_000, 15_166_666, 5_000_000, 5_000_000], presentSlots: [1, 2, 3, 4],
      dropped: 0, hitches: 0, hitchMs: 0, ratio: 0, late: 0, delayed: 0, skipped: 0),
    WorkedRow(
      name: "a reserve of 1.5 ms, 1 ns more", reserveNs: 1_500_000,
      workNs: [5_000_000, 15_166_667, 5_000_000, 5_000_000], presentSlots: [1, 3, 4, 5],
      dropped: 1, hitches: 1, hitchMs: 16.7, ratio: 200, late: 1, delayed: 3, skipped: 0),
    WorkedRow(
      name: "41 ms, depth 1", workNs: ms(5, 41, 5, 5), presentSlots: [1, 4, 5, 6],
      dropped: 2, hitches: 1, hitchMs: 33.3, ratio: 333.3, late: 1, delayed: 3, skipped: 1),
    WorkedRow(
      name: "41 ms, depth 2", depth: 2, workNs: ms(5, 41, 5, 5), presentSlots: [2, 4, 5, 6],
      dropped: 1, hitches: 1, hitchMs: 16.7, ratio: 200, late: 1, delayed: 1, skipped: 1),
    WorkedRow(
      name: "41 ms, depth 3", depth: 3, workNs: ms(5, 41, 5, 5), presentSlots: [3, 4, 6, 7],
      dropped: 1, hitches: 1, hitchMs: 16.7, ratio: 200, late: 0, delayed: 0, skipped: 1),
    WorkedRow(
      name: "four of 26 ms, depth 1", workNs: ms(5, 26, 26, 26, 26, 5),
      presentSlots: [1, 3, 5, 6, 8, 9],
      dropped: 3, hitches: 3, hitchMs: 50, ratio: 333.3, late: 4, delayed: 5, skipped: 2),
    WorkedRow(
      name: "four of 26 ms, depth 2", depth: 2, workNs: ms(5, 26, 26, 26, 26, 5),
      presentSlots: [2, 3, 5, 6, 8, 9],
      dropped: 2, hitches: 2, hitchMs: 33.3, ratio: 250, late: 2, delayed: 2, skipped: 2),
    WorkedRow(
      name: "four of 26 ms, depth 3", depth: 3, workNs: ms(5, 26, 26, 26, 26, 5),
      presentSlots: [3, 4, 5, 7, 8, 10],
      dropped: 2, hitches: 2, hitchMs: 33.3, ratio: 250, late: 0, delayed: 0, skipped: 2),
    WorkedRow(
      name: "four of 26 ms, aligned, depth 2", depth: 2, policy: "align",
      workNs: ms(5, 26, 26, 26, 26, 5), presentSlots: [2, 3, 5, 7, 9, 11],
      dropped: 4, hitches: 4, hitchMs: 66.7, ratio: 400, late: 0, delayed: 0, skipped: 4),
    WorkedRow(
      name: "first frame of 40 ms", workNs: ms(40, 5, 5), presentSlots: [3, 4, 5],
      dropped: 0, hitches: 0, hitchMs: 0, ratio: 0, late: 1, delayed: 3, skipped: 1,
      firstFrameDelay: 2),
    WorkedRow(
      name: "idle three ticks, then light", idle: ["2": 3], workNs: ms(5, 5, 5, 5),
      presentSlots: [1, 2, 6, 7],
      dropped: 0, hitches: 0, hitchMs: 0, ratio: 0, late: 0, delayed: 0, skipped: 0),
    WorkedRow(
      name: "idle three ticks, then 24 ms", idle: ["2": 3], workNs: ms(5, 5, 24, 5),
      presentSlots: [1, 2, 7, 8],
      dropped: 1, hitches: 1, hitchMs: 16.7, ratio: 200, late: 1, delayed: 2, skipped: 0),
    WorkedRow(
      name: "120 to 60 Hz after four ticks, light", segments: [[120, 4], [60, 60]],
      workNs: ms(5, 5, 5, 5, 5, 5, 5, 5), presentSlots: [1, 2, 3, 4, 5, 6, 7, 8],
      dropped: 0, hitches: 0, hitchMs: 0, ratio: 0, late: 0, delayed: 0, skipped: 0),
    WorkedRow(
      name: "60 to 120 Hz, 10 ms frames", segments: [[60, 4], [120, 60]],
      workNs: ms(10, 10, 10, 10, 10, 10, 10, 10), presentSlots: [1, 2, 3, 4, 6, 7, 8, 9],
      dropped: 1, hitches: 1, hitchMs: 8.3, ratio: 83.3, late: 4, delayed: 4, skipped: 0),
    WorkedRow(
      name: "120 to 60 Hz, 12 ms in the last fast slot", segments: [[120, 4], [60, 60]],
      workNs: ms(5, 5, 5, 12, 5, 5), presentSlots: [1, 2, 3, 5, 6, 7],
      dropped: 1, hitches: 1, hitchMs: 16.7, ratio: 181.8, late: 1, delayed: 3, skipped: 0),
    WorkedRow(
      name: "wake-up 3 ms late, 15 ms of work", wakeNs: 3_000_000, workNs: ms(5, 15, 5, 5),
      presentSlots: [1, 3, 4, 5],
      dropped: 1, hitches: 1, hitchMs: 16.7, ratio: 200, late: 1, delayed: 3, skipped: 0),
  ]
}
