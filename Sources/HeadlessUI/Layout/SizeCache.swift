/// A view's answers to the last four size limits that it was measured with.
///
/// Views in nested stacks are measured twice per level, with few different limits. Without this
/// cache, the cost would double with every level.
struct SizeCache {
  // Four entries: two measurements for each of two layouts. Not an array, which would be allocated.
  private var limits = (width: SIMD4<Double>.zero, height: SIMD4<Double>.zero)
  private var sizes = (width: SIMD4<Double>.zero, height: SIMD4<Double>.zero)
  private var count = 0

  /// The size within a limit, or nil if it has to be measured.
  @inline(__always)
  func known(_ limit: Size) -> Size? {
    for index in 0..<min(count, 4)
    where limits.width[index] == limit.width && limits.height[index] == limit.height {
      return Size(width: sizes.width[index], height: sizes.height[index])
    }
    return nil
  }

  /// Remembers a size in place of the oldest one.
  mutating func remember(_ limit: Size, _ size: Size) {
    (limits.width[count % 4], limits.height[count % 4]) = (limit.width, limit.height)
    (sizes.width[count % 4], sizes.height[count % 4]) = (size.width, size.height)
    count += 1
  }

  mutating func removeAll() { count = 0 }
}
