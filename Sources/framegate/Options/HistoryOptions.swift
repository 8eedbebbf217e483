import ArgumentParser

/// How `trend` and `bisect` compare commits.
struct HistoryOptions: ParsableArguments {
  @OptionGroup(title: "Failing") var failing: FailOnOptions<HistoryOutcome>
  @OptionGroup var threshold: ThresholdOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var measuring: MeasuringOptions

  var failsOnStep: Bool { failing.failOn.contains(.step) }
}
