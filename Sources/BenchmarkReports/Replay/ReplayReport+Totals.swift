import FrameTiming

extension ReplayReport {
  /// The totals, a subject per line.
  var totals: [String] {
    let works = zip(timeline.endNs, timeline.startNs).map { $0 - $1 }.sorted()
    let middle = works[works.count / 2]
    return [
      """
      Work: median \(TimeUnit.printWithUnit(middle)), \
      maximum \(TimeUnit.printWithUnit(works[works.count - 1])) \
      over \(Words.count(timeline.frameCount, "frame")).
      """,
      """
      Hitches: \(timeline.hitchCount), \(TimeUnit.printWithUnit(timeline.hitchNs)) in all, \
      \(NumberText.format(timeline.hitchRatio)) ms/s.
      """,
      """
      Frames: \(timeline.lateFrameCount) late, \(timeline.delayedFrameCount) delayed, \
      \(timeline.discardedFrameCount) discarded, \(timeline.fragileFrames.count) fragile. \
      Skipped ticks: \(timeline.skippedTickCount). \
      First-frame delay: \(Words.count(timeline.firstFrameDelaySlots, "slot")).
      """,
      """
      Latency: at most \(TimeUnit.printWithUnit(timeline.latencyNs.max() ?? 0)). \
      Animation error: mean \(TimeUnit.printWithUnit(timeline.animationErrorMeanNs)), \
      at most \(TimeUnit.printWithUnit(timeline.animationErrorMaxNs)).
      """,
    ]
  }

  /// The outcome in words.
  var verdict: String {
    let dropped = timeline.droppedFrameCount
    let finding =
      dropped == 0
      ? "Drops no frame in \(Words.count(timeline.expectedSlotCount, "slot"))."
      : "Drops \(dropped) of \(Words.count(timeline.expectedSlotCount, "slot"))."
    guard timeline.restsOnFragileFrames else { return finding }
    return finding + " This rests on frames within a hair of their deadline."
  }
}

extension TimeUnit {
  static func printWithUnit(_ time: Int64) -> String {
    printWithUnit(Double(time))
  }
}
