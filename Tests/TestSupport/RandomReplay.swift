package import FrameTiming
import SampleStatistics

/// A random grid, settings and costs, with many values on and next to the vsyncs.
package struct RandomReplay {
  package var segments: [(hertz: Int, ticks: Int)]
  package var settings: ReplaySettings
  package var workNs: [Int64]
  package var idle: [Int: Int64]

  package init(seed: UInt64, queue: FrameQueue? = nil, largestFrameCount: Int = 40) throws {
    var generator = SplitMix64(seed: seed)
    let rates = [1, 10, 24, 30, 59, 60, 61, 90, 120, 144, 240, 999, 1_000]
    let first = rates.randomElement(using: &generator) ?? 60
    segments = [(first, Int.random(in: 1...20, using: &generator))]
    for _ in 0..<Int.random(in: 0...2, using: &generator) {
      // Similar rates, so that the work of a slow segment does not fill too many fast slots.
      let near = rates.filter { $0 <= 10 * first && first <= 10 * $0 }
      segments.append(
        (near.randomElement(using: &generator) ?? 60, Int.random(in: 1...9, using: &generator)))
    }
    let fastest = Int64(segments.reduce(1) { max($0, $1.hertz) })
    let shortest = (1_000_000_000 - 1) / fastest
    let period = 1_000_000_000 / Int64(first)
    settings = try ReplaySettings(
      depth: .random(in: 1...3, using: &generator),
      reserveNs: Bool.random(using: &generator) ? 0 : .random(in: 0...shortest, using: &generator),
      startPolicy: Bool.random(using: &generator) ? .coalesce : .align,
      queue: queue ?? (Bool.random(using: &generator) ? .fifo : .latest),
      wakeDelayNs: Int.random(in: 0..<3, using: &generator) > 0
        ? 0 : .random(in: 0...period * 3 / 2, using: &generator))
    workNs = []
    idle = [:]
    for frame in 0..<Int.random(in: 1...largestFrameCount, using: &generator) {
      workNs.append(Self.work(period: period, reserve: settings.reserveNs, using: &generator))
      if Int.random(in: 0..<5, using: &generator) == 0 {
        idle[frame] = .random(in: 0...4, using: &generator)
      }
    }
  }

  private static func work(
    period: Int64, reserve: Int64, using generator: inout SplitMix64
  ) -> Int64 {
    let edge = Int64.random(in: -2...2, using: &generator)
    let work =
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: 0 + edge
      case 1: period + edge
      case 2: period - reserve + edge
      case 3: 2 * period - reserve + edge
      case 4: Int64.random(in: 0...3 * period, using: &generator)
      default: Int64.random(in: 0...period, using: &generator)
      }
    return max(0, work)
  }

  package var grid: VsyncGrid {
    get throws {
      try VsyncGrid(
        segments: segments.map { .init(rate: RefreshRate(hertz: $0.hertz), ticks: $0.ticks) })
    }
  }

  package var costs: CostVector {
    get throws { try CostVector(workNs: workNs, idleTicksBefore: idle) }
  }

  package var replay: FrameReplay {
    get throws { try FrameReplay(grid: grid, settings: settings) }
  }
}
