import FrameTiming

extension FrameCosts {
  func validate(_ check: ValueCheck, _ path: String) throws(ResultsError) {
    try check.rate(rateHz, "\(path).rateHz")
    try check.require(!workNs.isEmpty, "\(path).workNs", "it has no frame")
    for (index, work) in workNs.enumerated() { try check.time(work, "\(path).workNs[\(index)]") }
    try check.frames(workNs, "\(path).workNs")
    try check.length(intervalNs.count, is: workNs.count, "\(path).intervalNs")
    for (index, interval) in intervalNs.enumerated() {
      try check.time(interval.low, "\(path).intervalNs[\(index)][0]")
      try check.time(interval.high, "\(path).intervalNs[\(index)][1]")
    }
    try check.counters(mallocCountTotal, frameCount: workNs.count, "\(path).mallocCountTotal")
    try check.counters(mallocBytesCount, frameCount: workNs.count, "\(path).mallocBytesCount")
    if let instructions {
      try check.counters(instructions, frameCount: workNs.count, "\(path).instructions")
    }
    try check.require(repetitions >= 1, "\(path).repetitions", "\(repetitions) is less than 1")
    for (index, replay) in replays.enumerated() {
      try replay.validate(check, "\(path).replays[\(index)]")
    }
  }
}

extension ReplaySummary {
  func validate(_ check: ValueCheck, _ path: String) throws(ResultsError) {
    try check.require(
      ReplaySettings.depths.contains(depth), "\(path).depth", "\(depth) is not 1, 2 or 3")
    try check.time(reserveNs, "\(path).reserveNs")
    let counts = [
      ("expectedSlots", expectedSlots), ("droppedSlots", droppedSlots),
      ("hitchCount", hitchCount), ("lateFrames", lateFrames), ("delayedFrames", delayedFrames),
      ("skippedTicks", skippedTicks), ("firstFrameDelaySlots", firstFrameDelaySlots),
      ("fragileFrames", fragileFrames),
    ]
    for (name, value) in counts { try check.count(value, "\(path).\(name)") }
    try check.require(
      droppedSlots <= expectedSlots, "\(path).droppedSlots",
      "\(droppedSlots) is more than the \(expectedSlots) slots expected")
    let spans = [
      ("hitchNs", hitchNs), ("latencyMaxNs", latencyMaxNs),
      ("animationErrorMaxNs", animationErrorMaxNs),
    ]
    for (name, value) in spans {
      try check.require(value >= 0, "\(path).\(name)", "\(value) ns is negative")
    }
    try check.quantity(hitchRatio, "\(path).hitchRatio")
    try check.quantity(animationErrorMeanNs, "\(path).animationErrorMeanNs")
    if let headroom = headroom.value { try check.quantity(headroom, "\(path).headroom") }
  }
}

extension PacedRun {
  func validate(_ check: ValueCheck, _ path: String) throws(ResultsError) {
    try check.rate(rateHz, "\(path).rateHz")
    try check.require(
      frameCount >= wakeUpNs.count, "\(path).frameCount",
      "\(frameCount) is less than the \(wakeUpNs.count) frames stored")
    try timeline.validate(check, "\(path).timeline")
    for (name, values) in [("wakeUpNs", wakeUpNs), ("wallNs", wallNs), ("cpuNs", cpuNs)] {
      try check.length(values.count, is: wakeUpNs.count, "\(path).\(name)")
      for (index, value) in values.enumerated() {
        try check.time(value, "\(path).\(name)[\(index)]")
      }
    }
  }
}

extension ValueCheck {
  func rate(_ hertz: Int, _ path: @autoclosure () -> String) throws(ResultsError) {
    guard RefreshRate.range.contains(hertz) else {
      throw fail(path(), "\(hertz) is not a rate from 1 to 1000 Hz")
    }
  }

  func frames(_ workNs: [Int64], _ path: @autoclosure () -> String) throws(ResultsError) {
    do {
      _ = try CostVector(workNs: workNs)
    } catch {
      throw fail(path(), error.description)
    }
  }

  func counters(
    _ values: Recorded<[Int64]>, frameCount: Int, _ path: @autoclosure () -> String
  ) throws(ResultsError) {
    guard let values = values.value else { return }
    try length(values.count, is: frameCount, path())
    for (index, value) in values.enumerated() where value < 0 {
      throw fail("\(path())[\(index)]", "\(value) is negative")
    }
  }
}
