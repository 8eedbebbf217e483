extension FrameBudget {
  package var limitsJumps: Bool { if case .largestJump = limit { true } else { false } }

  package var limitsAllocations: Bool {
    switch limit {
    case .allocationsPerFrame, .allocations: true
    case .frames, .work, .largestJump: false
    }
  }

  /// Whether it limits times, which a busy machine can stretch, and not something that repeats
  /// exactly.
  package var limitsTimes: Bool { !limitsAllocations && !limitsJumps }

  /// The same limit on a display with another depth or reserve, if these are not nil; a budget that
  /// applies to every display stays the same.
  package func onDisplay(depth: Int?, reserveNs: Int64?) throws(FrameTimingError) -> FrameBudget {
    guard case .frames(let limit, let display) = limit else { return self }
    return FrameBudget(
      .frames(
        limit,
        on: try Display(
          rate: display.rate, depth: depth ?? display.depth,
          reserveNs: reserveNs ?? display.reserveNs)))
  }
}
