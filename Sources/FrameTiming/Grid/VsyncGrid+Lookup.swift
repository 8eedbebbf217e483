extension VsyncGrid {
  /// The time of vsync `index`, in nanoseconds since vsync 0.
  ///
  /// - Precondition: `index >= 0`.
  /// - Complexity: O(1) at one rate, O(log *n*) with *n* segments.
  @inline(__always)
  public func vsync(_ index: Int) -> Int64 {
    precondition(index >= 0, "Vsyncs are numbered from 0, got \(index)")
    let segment = segments.count == 1 ? 0 : Self.lastIndex(in: firstTicks, notAfter: index)
    return basesNs[segment] + segments[segment].rate.vsyncNs(index - firstTicks[segment])
  }

  /// How long slot `index` lasts, in nanoseconds.
  ///
  /// - Precondition: `index >= 0`.
  public func period(_ index: Int) -> Int64 {
    vsync(index + 1) - vsync(index)
  }

  /// The last vsync at or before `time`: the slot that contains it.
  ///
  /// - Parameter time: Nanoseconds since vsync 0.
  /// - Returns: The vsync's number.
  /// - Precondition: `time >= 0`.
  @inline(__always)
  public func lastVsync(notAfter time: Int64) -> Int {
    precondition(time >= 0, "The grid starts at 0 ns, got \(time) ns")
    let segment = segments.count == 1 ? 0 : Self.lastIndex(in: basesNs, notAfter: time)
    return firstTicks[segment]
      + segments[segment].rate.lastVsync(notAfter: time - basesNs[segment])
  }

  /// The first vsync at or after `time`.
  ///
  /// - Parameter time: Nanoseconds since vsync 0.
  /// - Returns: The vsync's number.
  /// - Precondition: `time >= 0`.
  @inline(__always)
  public func firstVsync(notBefore time: Int64) -> Int {
    let last = lastVsync(notAfter: time)
    return vsync(last) == time ? last : last + 1
  }

  /// The shortest slot of all, in nanoseconds: a frame that takes no longer always fits.
  public var shortestPeriod: Int64 {
    1_000_000_000 / Int64(segments.reduce(1) { max($0, $1.rate.hertz) })
  }

  /// The index of the last element that is at most `limit`, in an ascending array that starts at 0.
  private static func lastIndex<T: Comparable>(in ascending: [T], notAfter limit: T) -> Int {
    var (low, high) = (0, ascending.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if ascending[middle] <= limit { low = middle } else { high = middle }
    }
    return low
  }
}
