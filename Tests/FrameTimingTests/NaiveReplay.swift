import FrameTiming
import TestSupport

/// A second, slow replay, written from the definitions slot by slot to test the fast one.
///
/// Shares no code with it. Times are looked up in a table that follows the definition of V(k).
struct NaiveReplay {
  let vsyncs: [Int64]
  let settings: ReplaySettings
  var beginTick: [Int] = []
  var startNs: [Int64] = []
  var endNs: [Int64] = []
  var noUpdateSlots: Set<Int> = []
  var skippedTicks = 0

  /// Serves all frames; the table must be long enough.
  init(
    segments: [(hertz: Int, ticks: Int)], settings: ReplaySettings, workNs: [Int64],
    idle: [Int: Int64], horizonNs: Int64
  ) {
    vsyncs = Self.table(segments, horizonNs: horizonNs)
    self.settings = settings
    for (frame, work) in workNs.enumerated() {
      serve(frame: frame, work: work, idle: frame == 0 ? 0 : Int(idle[frame] ?? 0))
    }
  }

  private static func table(_ segments: [(hertz: Int, ticks: Int)], horizonNs: Int64) -> [Int64] {
    var table: [Int64] = []
    var base: Int128 = 0
    for (index, segment) in segments.enumerated() {
      let hertz = Int128(segment.hertz)
      var tick: Int128 = 0
      while index == segments.count - 1 || tick < Int128(segment.ticks) {
        let time = base + (2 * tick * 1_000_000_000 + hertz) / (2 * hertz)
        table.append(Int64(time))
        tick += 1
        if time > Int128(horizonNs), index == segments.count - 1 { break }
      }
      base += (2 * Int128(segment.ticks) * 1_000_000_000 + hertz) / (2 * hertz)
    }
    return table
  }

  private mutating func serve(frame: Int, work: Int64, idle: Int) {
    let previousTick = beginTick.last ?? -1
    let previousEnd = endNs.last ?? 0
    let awaited = previousTick + 1 + idle
    var tick = awaited
    while true {
      let isFreeAtTick = previousEnd <= vsyncs[tick]
      if isFreeAtTick && (tick == awaited || settings.startPolicy == .align) { break }
      let isDoneInSlot = previousEnd >= vsyncs[tick] && previousEnd < vsyncs[tick + 1]
      if isDoneInSlot && settings.startPolicy == .coalesce { break }
      tick += 1
    }
    skippedTicks += tick - awaited
    for slot in previousTick + 1..<awaited { noUpdateSlots.insert(slot + settings.depth) }
    beginTick.append(tick)
    startNs.append(max(previousEnd, vsyncs[tick] + settings.wakeDelayNs))
    endNs.append(startNs[frame] + work)
  }

  func isReady(_ frame: Int, at slot: Int) -> Bool {
    beginTick[frame] + settings.depth <= slot && vsyncs[slot] - settings.reserveNs >= endNs[frame]
  }

  /// The slot of each frame when one is shown per slot, in order.
  var fifo: [Int] {
    var slots: [Int] = []
    var slot = 0
    while slots.count < beginTick.count {
      if isReady(slots.count, at: slot) { slots.append(slot) }
      slot += 1
    }
    return slots
  }

  /// The frame that each slot shows when only the newest is shown.
  var latest: [Int: Int] {
    var shown: [Int: Int] = [:]
    var newest = -1
    var slot = 0
    while newest < beginTick.count - 1 {
      var candidate = newest
      while candidate + 1 < beginTick.count, isReady(candidate + 1, at: slot) { candidate += 1 }
      if candidate > newest {
        shown[slot] = candidate
        newest = candidate
      }
      slot += 1
    }
    return shown
  }

  /// The slots that show a new frame, ascending.
  var shownSlots: [Int] {
    settings.queue == .fifo ? fifo : latest.keys.sorted()
  }

  /// The slots in which a new frame was expected, ascending.
  var expectedSlots: [Int] {
    let shown = Set(shownSlots)
    let sorted = shown.sorted()
    return (sorted[0]...sorted[sorted.count - 1]).filter {
      shown.contains($0) || !noUpdateSlots.contains($0)
    }
  }

  var missed: [Int] {
    let shown = Set(shownSlots)
    return expectedSlots.filter { !shown.contains($0) }
  }

  func duration(of slots: [Int]) -> Int64 {
    slots.reduce(0) { $0 + vsyncs[$1 + 1] - vsyncs[$1] }
  }
}

extension RandomReplay {
  /// The same replay with the naive implementation.
  func naive() throws -> NaiveReplay {
    let horizon = try (replay.timeline(of: costs).endNs.last ?? 0) + 1_000_000_000 * 60
    return NaiveReplay(
      segments: segments, settings: settings, workNs: workNs, idle: idle, horizonNs: horizon)
  }
}
