/// The exact times of all vsyncs of an imitated display.
///
/// Vsyncs are numbered from 0 through all segments; vsync 0 is at 0 ns. Within a segment of rate
/// *f* that starts at `base`, `V(k) = base + ⌊(2·k·10⁹ + f) / (2·f)⌋`, *k* counted from the
/// segment's start: rounded once, half up, never summed. Slot *k* is the interval from vsync *k* to
/// vsync *k* + 1 and lasts `P(k) = V(k + 1) − V(k)`. The last segment continues for ever.
public struct VsyncGrid: Hashable, Sendable {
  /// The latest instant, in nanoseconds, at which the last segment may start: 73 years.
  public static let longestNs: Int64 = 1 << 61

  /// A number of ticks at one rate.
  public struct Segment: Hashable, Sendable {
    public let rate: RefreshRate

    /// Ticks until the next segment starts; says nothing in the last segment.
    public let ticks: Int

    /// Creates a segment.
    public init(rate: RefreshRate, ticks: Int) {
      (self.rate, self.ticks) = (rate, ticks)
    }
  }

  /// At least one.
  public let segments: [Segment]

  /// The vsync at which each segment starts.
  let firstTicks: [Int]

  /// When each segment starts, in nanoseconds.
  let basesNs: [Int64]

  /// Creates a grid of one rate.
  public init(rate: RefreshRate) {
    segments = [Segment(rate: rate, ticks: .max)]
    (firstTicks, basesNs) = ([0], [0])
  }

  /// Creates a grid whose rate changes.
  ///
  /// - Parameter segments: The rates and their ticks, in order.
  /// - Throws: ``FrameTimingError`` when there is no segment, a segment has no tick, or the last
  ///   segment would start after ``longestNs``.
  public init(segments: [Segment]) throws(FrameTimingError) {
    guard !segments.isEmpty else { throw .noSegments }
    var firstTicks = [0]
    var basesNs: [Int64] = [0]
    for (index, segment) in segments.enumerated() {
      guard segment.ticks > 0 else {
        throw .emptySegment(index: index, ticks: Int64(segment.ticks))
      }
      guard index < segments.count - 1 else { break }
      // Compared in seconds first, so that the exact time cannot overflow.
      guard Int64(segment.ticks / segment.rate.hertz) <= Self.longestNs / 1_000_000_000 else {
        throw .gridTooLong(index: index)
      }
      let base = basesNs[index] + segment.rate.vsyncNs(segment.ticks)
      guard base <= Self.longestNs else { throw .gridTooLong(index: index) }
      firstTicks.append(firstTicks[index] + segment.ticks)
      basesNs.append(base)
    }
    (self.segments, self.firstTicks, self.basesNs) = (segments, firstTicks, basesNs)
  }
}
