#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Spring {
  /// The time in seconds until the progress stays within 0.001 of its target.
  ///
  /// With a damping ratio below 1, this is the time at which the envelope of the oscillation
  /// reaches 0.001. Otherwise it is the first multiple of 0.1 s after which the displacement stays
  /// below 0.001. Infinite without damping. The initial velocity is in whole distances per second.
  public func settlingDuration(initialVelocity: Double = 0) -> Double {
    let ratio = effectiveDampingRatio
    let frequency = angularFrequency
    guard ratio < 1 else { return searchedSettlingDuration(initialVelocity) }
    let beta = ratio * frequency
    guard beta > 0 else { return .infinity }
    let damped = frequency * ((1 - ratio) * (1 + ratio)).squareRoot()
    return -log(0.001 / (1 + abs((beta - initialVelocity) / damped))) / beta
  }

  /// The first multiple of 0.1 s after which the displacement of a spring that does not oscillate
  /// stays below 0.001.
  private func searchedSettlingDuration(_ initialVelocity: Double) -> Double {
    // Past its last extremum the displacement only decays, so the last crossing can be bisected.
    var low = 0.0
    if let extremum = lastExtremum(initialVelocity) {
      if displacementMagnitude(at: extremum, initialVelocity) < 0.001 {
        return Self.firstTenth(notBefore: lastCrossing(0, extremum, initialVelocity))
      }
      low = extremum
    }
    var high = max(2 * low, 1 / angularFrequency)
    while displacementMagnitude(at: high, initialVelocity) >= 0.001 { high *= 2 }
    return Self.firstTenth(notBefore: lastCrossing(low, high, initialVelocity))
  }

  /// The time between `low` (at or above 0.001) and `high` (below) at which 0.001 is crossed.
  private func lastCrossing(_ low: Double, _ high: Double, _ initialVelocity: Double) -> Double {
    var (low, high) = (low, high)
    for _ in 0..<200 where high - low > 1e-15 * high {
      let middle = low + (high - low) / 2
      if displacementMagnitude(at: middle, initialVelocity) >= 0.001 {
        low = middle
      } else {
        high = middle
      }
    }
    return high
  }

  private func displacementMagnitude(at time: Double, _ initialVelocity: Double) -> Double {
    abs(state(at: time, displacement: -1, velocity: initialVelocity).displacement)
  }

  /// The time at which a spring that does not oscillate reverses its direction, if it does.
  private func lastExtremum(_ initialVelocity: Double) -> Double? {
    guard initialVelocity != 0 else { return nil }
    let ratio = effectiveDampingRatio
    let frequency = angularFrequency
    let damped = frequency * ((ratio - 1) * (ratio + 1)).squareRoot()
    let pull = ratio * frequency - frequency * frequency / initialVelocity
    guard pull > damped else { return nil }
    return damped > 0 ? atanh(damped / pull) / damped : 1 / pull
  }

  private static func firstTenth(notBefore time: Double) -> Double {
    (time * 10).rounded(.up) / 10
  }
}
