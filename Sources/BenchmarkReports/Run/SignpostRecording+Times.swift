import FrameSignposts

extension SignpostRecording {
  /// The time of every name in a frame, without the intervals inside its own, in the order of
  /// ``names``; the last entry is the unmarked time.
  ///
  /// The sum is the frame's time.
  ///
  /// - Precondition: ``problem`` is nil.
  func ownNs(frame index: Int) -> [Int64] {
    var own = [Int64](repeating: 0, count: names.count + 1)
    let frame = frames[index]
    own[names.count] = frame.durationNs
    var around: [Interval] = []
    for interval in frame.intervals {
      while let last = around.last, last.endNs <= interval.beginNs { around.removeLast() }
      let duration = interval.endNs - interval.beginNs
      own[interval.name] += duration
      own[around.last?.name ?? names.count] -= duration
      around.append(interval)
    }
    return own
  }

  /// The intervals of a frame, scaled so that the whole frame takes `workNs`.
  ///
  /// A frame's work is measured without marks, so it differs from the recorded time. Rounds down,
  /// so that adjacent intervals stay adjacent, and nested ones stay nested.
  func intervals(frame index: Int, stretchedTo workNs: Int64) -> [Interval] {
    let frame = frames[index]
    guard frame.durationNs > 0 else { return [] }
    func stretched(_ time: Int64) -> Int64 {
      let product = time.multipliedFullWidth(by: workNs)
      return frame.durationNs.dividingFullWidth(product).quotient
    }
    return frame.intervals.map {
      Interval(name: $0.name, beginNs: stretched($0.beginNs), endNs: stretched($0.endNs))
    }
  }
}
