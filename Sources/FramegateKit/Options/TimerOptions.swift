import ArgumentParser

/// How `run` and `check` play scenarios on a real timer.
struct TimerOptions: ParsableArguments {
  @Flag(help: "Also play on a real timer, and judge that in 'check'.")
  var paced = false

  @Option(help: ArgumentHelp("Run the timer this long at each rate.", valueName: "seconds"))
  var seconds = 2.0

  func validate() throws {
    try ValidationError.check(seconds, in: 0.01...3_600, "--seconds", "seconds")
  }
}

extension TimerOptions {
  /// How long the timer runs at each rate; nil without one.
  var pacedSeconds: Double? { paced ? seconds : nil }
}
