/// The exact times of all vsyncs of an imitated display.
///
/// Vsyncs are numbered from 0 through all segments; vsync 0 is at 0 ns. Within a segment of rate
/// *f* that starts at `base`, `V(k) = base + ⌊(2·k·10⁹ + f) / (2·f)⌋` with *k* counted from the
/// segment's start: rounded once, half up, never added up. Slot *k* is the interval from vsync *k*
/// to vsync *k* + 1 and lasts `P(k) = V(k + 1) − V(k)`. The last segment never ends.
///
/// The grid of a ``FrameLog`` has the times that a real display reported.
public struct VsyncGrid: Hashable, Sendable {
  /// The latest time, in nanoseconds, at which the last segment may start: 73 years.
  package static let longestNs: Int64 = 1 << 61

  /// A number of ticks at one rate.
  public struct Segment: Hashable, Codable, Sendable {
    public let rate: RefreshRate

    /// Ticks until the next segment starts; ignored in the last segment.
    public let ticks: Int

    /// Creates a segment.
    public init(rate: RefreshRate, ticks: Int) {
      self.rate = rate
      self.ticks = ticks
    }

    private enum CodingKeys: String, CodingKey {
      case rate = "rateHz"
      case ticks
    }
  }

  /// The segments in order; at least one.
  public let segments: [Segment]

  /// The vsync at which each stretch starts; a stretch is a segment, or starts at a vsync that a
  /// display reported.
  @usableFromInline let firstTicks: [Int]

  /// When each stretch starts, in nanoseconds.
  @usableFromInline let basesNs: [Int64]

  /// How long a slot of each reported stretch lasts, in nanoseconds; empty for segments.
  @usableFromInline let observedPeriodsNs: [Double]

  /// Creates a grid of one rate.
  public init(rate: RefreshRate) {
    segments = [Segment(rate: rate, ticks: .max)]
    firstTicks = [0]
    basesNs = [0]
    observedPeriodsNs = []
  }

  /// Creates a grid whose rate changes.
  ///
  /// - Parameter segments: The rates and their ticks, in order.
  /// - Throws: ``FrameTimingError`` when there is no segment, a segment has no tick, or the last
  ///   segment would start after 73 years.
  public init(segments: [Segment]) throws(FrameTimingError) {
    guard !segments.isEmpty else { throw .noSegments }
    var firstTicks = [0]
    var basesNs: [Int64] = [0]
    for (index, segment) in segments.enumerated() {
      guard segment.ticks > 0 else {
        throw .emptySegment(index: index, ticks: Int64(segment.ticks))
      }
      guard index < segments.count - 1 else { break }
      // Checked in seconds first, so that the exact time cannot overflow.
      guard Int64(segment.ticks / segment.rate.hertz) <= Self.longestNs / 1_000_000_000 else {
        throw .gridTooLong(index: index)
      }
      let base = basesNs[index] + segment.rate.vsyncNs(segment.ticks)
      guard base <= Self.longestNs else { throw .gridTooLong(index: index) }
      firstTicks.append(firstTicks[index] + segment.ticks)
      basesNs.append(base)
    }
    self.segments = segments
    self.firstTicks = firstTicks
    self.basesNs = basesNs
    observedPeriodsNs = []
  }

  /// Creates the grid of a display that reported some of its vsyncs.
  ///
  /// The vsyncs after a reported one follow it at its period. Ticks and times ascend from 0, and
  /// each time is later than all vsyncs that the previous ones imply. `segments` are only
  /// displayed.
  package init(observed ticks: [Int], timesNs: [Int64], periodsNs: [Double], segments: [Segment]) {
    self.segments = segments
    firstTicks = ticks
    basesNs = timesNs
    observedPeriodsNs = periodsNs
  }
}

extension VsyncGrid {
  /// The time of vsync `index`, in nanoseconds since vsync 0.
  ///
  /// - Precondition: `index >= 0`.
  /// - Complexity: O(1) at one rate, O(log *n*) with *n* segments.
  @inlinable @inline(__always)
  public func vsync(_ index: Int) -> Int64 {
    precondition(index >= 0, "Vsyncs are numbered from 0, got \(index)")
    let stretch = firstTicks.count == 1 ? 0 : Self.lastIndex(in: firstTicks, notAfter: index)
    return basesNs[stretch] + offset(of: index - firstTicks[stretch], in: stretch)
  }

  /// The time from the start of a stretch to its vsync number `index`, in nanoseconds.
  @inlinable @inline(__always)
  func offset(of index: Int, in stretch: Int) -> Int64 {
    observedPeriodsNs.isEmpty
      ? segments[stretch].rate.vsyncNs(index)
      : Int64((Double(index) * observedPeriodsNs[stretch]).rounded())
  }

  /// How long slot `index` lasts, in nanoseconds.
  ///
  /// - Precondition: `index >= 0`.
  @inlinable @inline(__always)
  public func period(_ index: Int) -> Int64 { vsync(index + 1) - vsync(index) }

  /// The last vsync at or before `time`, which is also the slot that contains `time`.
  ///
  /// - Parameter time: Nanoseconds since vsync 0.
  /// - Returns: The vsync's number.
  /// - Precondition: `time >= 0`.
  @inlinable @inline(__always)
  public func lastVsync(notAfter time: Int64) -> Int {
    precondition(time >= 0, "The grid starts at 0 ns, got \(time) ns")
    let stretch = basesNs.count == 1 ? 0 : Self.lastIndex(in: basesNs, notAfter: time)
    let rest = time - basesNs[stretch]
    guard observedPeriodsNs.isEmpty else {
      return firstTicks[stretch] + lastObserved(notAfter: rest, in: stretch)
    }
    return firstTicks[stretch] + segments[stretch].rate.lastVsync(notAfter: rest)
  }

  /// The last vsync at most `rest` nanoseconds after the start of an observed stretch.
  ///
  /// Its number is counted from that start.
  @inlinable @inline(__always)
  func lastObserved(notAfter rest: Int64, in stretch: Int) -> Int {
    var index = Int(Double(rest) / observedPeriodsNs[stretch])
    while offset(of: index, in: stretch) > rest { index -= 1 }
    while offset(of: index + 1, in: stretch) <= rest { index += 1 }
    guard stretch + 1 < firstTicks.count else { return index }
    return min(index, firstTicks[stretch + 1] - firstTicks[stretch] - 1)
  }

  /// The first vsync at or after `time`.
  ///
  /// - Parameter time: Nanoseconds since vsync 0.
  /// - Returns: The vsync's number.
  /// - Precondition: `time >= 0`.
  @inlinable @inline(__always)
  public func firstVsync(notBefore time: Int64) -> Int {
    let last = lastVsync(notAfter: time)
    return vsync(last) == time ? last : last + 1
  }

  /// The index of the last element that is at most `limit`, in an ascending array that starts at 0.
  @inlinable
  static func lastIndex<T: Comparable>(in ascending: [T], notAfter limit: T) -> Int {
    var low = 0
    var high = ascending.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if ascending[middle] <= limit { low = middle } else { high = middle }
    }
    return low
  }
}
