/// Late frames in words, each with its time and its frame budget.
struct LateFrames {
  /// The time that a frame took, from start to end, and its budget, from its tick to its deadline.
  private struct Time {
    let takenNs, budgetNs: Int64

    /// Whether the frame exceeded its budget; if not, it was late because it started late, while
    /// another frame was running.
    var isExceeded: Bool { takenNs > budgetNs }
  }

  private let frames: [Int]
  private let timeline: FrameTimeline

  /// The maximum number of frames that are named.
  private static let mostNamed = 6

  /// Takes the frames that end a hitch, in ascending order.
  init(_ frames: [Int], in timeline: FrameTimeline) {
    self.frames = frames
    self.timeline = timeline
  }
}

extension LateFrames {
  /// `, late frames 10, 30 and 2 more`; empty without any.
  var names: String { naming { _ in "" } }

  /// `, late frames 10, 30 (25.1, 24.9 of 8.33 ms) and 2 more`: the times are in the order of the
  /// frames; empty if there are none.
  var text: String { naming(times) }

  /// ` (10.2 of 8.33 ms)`, for frames with the same budget; empty if one of them met its deadline.
  var times: String { times(of: frames[...]) }

  private func naming(_ times: (ArraySlice<Int>) -> String) -> String {
    guard !frames.isEmpty else { return "" }
    var groups: [ArraySlice<Int>] = []
    for index in frames.indices.prefix(Self.mostNamed) {
      if let group = groups.last, let frame = group.last,
        budget(of: frame) == budget(of: frames[index])
      {
        groups[groups.count - 1] = frames[group.startIndex...index]
      } else {
        groups.append(frames[index...index])
      }
    }
    let shown = groups.map { $0.map(String.init).joined(separator: ", ") + times($0) }
      .joined(separator: ", ")
    let rest =
      frames.count > Self.mostNamed ? " and \(frames.count - Self.mostNamed) more" : ""
    return ", late \(frames.count == 1 ? "frame" : "frames") \(shown)\(rest)"
  }

  /// A key that adjacent frames must share to be in the same parentheses; rounded, because periods
  /// of one rate differ by a nanosecond.
  private func budget(of frame: Int) -> String? {
    time(of: frame).map { "\(Self.text($0.budgetNs, 3)) \($0.isExceeded)" }
  }

  /// The time of a frame that missed its deadline, or nil if it met the deadline and was late only
  /// because of other frames or the display.
  private func time(of frame: Int) -> Time? {
    let deadline = timeline.endNs[frame] - timeline.overrunNs[frame]
    let budget = deadline - timeline.grid.vsync(timeline.beginTick[frame])
    guard timeline.isLate(frame), budget > 0 else { return nil }
    return Time(takenNs: timeline.endNs[frame] - timeline.startNs[frame], budgetNs: budget)
  }

  private func times(of frames: ArraySlice<Int>) -> String {
    let times = frames.compactMap(time)
    guard let first = times.first, times.count == frames.count else { return "" }
    let digits = Self.digits(of: times.map(\.takenNs), besides: first.budgetNs)
    let taken = times.map { Self.text($0.takenNs, digits) }.joined(separator: ", ")
    let begun = first.isExceeded ? "" : ", begun late"
    return " (\(taken) of \(Self.text(first.budgetNs, digits)) ms\(begun))"
  }

  /// Milliseconds with three digits, or more if the time would otherwise look equal to the limit.
  static func milliseconds(_ nanoseconds: Int64, besides limit: Int64? = nil) -> String {
    text(nanoseconds, limit.map { digits(of: [nanoseconds], besides: $0) } ?? 3)
  }

  /// Enough digits that no time looks equal to the limit unless it is equal.
  private static func digits(of times: [Int64], besides limit: Int64) -> Int {
    let digits = (3...13).first { digits in
      times.allSatisfy { $0 == limit || text($0, digits) != text(limit, digits) }
    }
    return digits ?? 13
  }

  /// Milliseconds with a number of significant digits, at most to the nanosecond.
  private static func text(_ nanoseconds: Int64, _ digits: Int) -> String {
    let length = "\(nanoseconds)".count
    let step = (0..<max(0, min(length - digits, 6))).reduce(Int64(1)) { value, _ in value * 10 }
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: step)
    let rounded = (quotient + (2 * remainder >= step ? 1 : 0)) * step
    let (whole, rest) = rounded.quotientAndRemainder(dividingBy: 1_000_000)
    let decimals = max(0, min(digits - (length - 6), 6))
    let fraction = "\(1_000_000 + rest)".dropFirst().prefix(decimals)
    return decimals == 0 ? "\(whole)" : "\(whole).\(fraction)"
  }
}
