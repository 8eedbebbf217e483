/// An animation's begin and duration in the form that needs no division and no branch per frame.
struct LayerClock {
  /// What is subtracted from the time, in seconds.
  let begin: Float

  /// What the difference is multiplied by, in 1/s.
  let inverseDuration: Float

  /// Creates a clock; a duration of 0 or less, or NaN, is over at `begin`.
  init(begin: Float, duration: Float) {
    guard duration > 0, (1 / duration).isFinite else {
      // One step earlier, and so steep that the fraction is above 1 at `begin` itself.
      let step = max(begin.magnitude.ulp, 1e-30)
      self.begin = begin - step
      inverseDuration = .greatestFiniteMagnitude
      return
    }
    self.begin = begin
    inverseDuration = 1 / duration
  }
}
