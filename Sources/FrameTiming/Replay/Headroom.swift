/// How much longer all work may take before a replay drops a frame.
public enum Headroom: Hashable, Sendable {
  /// The replay drops nothing with all work times this factor, and does with the next larger one.
  ///
  /// Factors are multiples of 0.001 up to 10, and have four digits above. Below 1, the replay drops
  /// frames as it is, and this is what work must shrink to; 0 means that it drops frames even
  /// without any work, because the worker wakes up too late.
  case factor(Double)

  /// No factor up to ``HeadroomSearch/largestFactor`` drops anything: a single frame, or frames
  /// without work.
  case unlimited
}

extension FrameReplay {
  /// The largest factor on all work up to which this replay of `costs` drops nothing.
  ///
  /// Drops do not always grow with the factor: a first frame that misses its slot delays all others,
  /// which drops nothing and gives them time. The search therefore goes up from the factor at which
  /// every frame certainly fits, in strides of 0.1 %, and halves the first stride that ends in a drop.
  /// Above ``HeadroomSearch/mostFramesInFineStrides`` frames the strides are of 3 %.
  ///
  /// - Parameter costs: The work at a factor of 1.
  /// - Returns: The factor, which answers "how slow a machine still shows every frame".
  /// - Complexity: Some tens to some thousand replays, each up to its first drop.
  public func headroom(of costs: CostVector) -> Headroom {
    HeadroomSearch(replay: self, costs: costs).run()
  }
}
