/// The presentation values of animated views at the last tick.
///
/// Stored apart from the views, because few views are animated, and in one array, so that sampling
/// allocates nothing.
struct ViewSamples {
  private struct Sample {
    var values: ViewValues

    /// Whether no property has been written, and no time has passed, since they were computed.
    var isCurrent = false
  }

  private var samples: [Sample] = []

  /// The unused places.
  private var free: [Int] = []

  init() {
    samples.reserveCapacity(64)
    free.reserveCapacity(64)
  }
}

extension ViewSamples {
  /// A place for a view that gets its first animation.
  mutating func add() -> Int {
    if let index = free.popLast() { return index }
    samples.append(Sample(values: ViewValues(frame: .zero)))
    // Reserve room for all places now, so that no frame in which animations end allocates.
    if free.capacity < samples.count { free.reserveCapacity(2 * samples.count) }
    return samples.count - 1
  }

  /// Frees the place of a view whose last animation has ended; does nothing for a view without a
  /// place.
  mutating func remove(_ index: inout Int) {
    guard index >= 0 else { return }
    samples[index].isCurrent = false
    free.append(index)
    index = -1
  }

  /// The values at a place, or nil if they have to be computed.
  func current(_ index: Int) -> ViewValues? {
    samples[index].isCurrent ? samples[index].values : nil
  }

  func isOutdated(_ index: Int) -> Bool { !samples[index].isCurrent }

  /// Computes the values at a place from the model's.
  mutating func update(_ index: Int, _ model: ViewValues, _ apply: (inout ViewValues) -> Void) {
    samples[index].values = model
    apply(&samples[index].values)
    samples[index].isCurrent = true
  }

  /// Marks the values as outdated; does nothing for a view without a place.
  mutating func outdate(_ index: Int) {
    if index >= 0 { samples[index].isCurrent = false }
  }
}
