import ArgumentParser

/// How `run` and `check` play scenarios on a real timer.
struct TimerOptions: ParsableArguments {
  @Flag(help: "Also play on a real timer, and judge that in 'check'.")
  var paced = false

  @Option(
    help: .value(
      "seconds",
      """
      Run the timer this long at each rate, not \(ArgumentHelp.number(TimerOptions.usualSeconds)) s.
      """))
  var seconds: Double?

  /// How long the timer runs at each rate unless the user says otherwise.
  private static let usualSeconds = 2.0

  func validate() throws {
    try ValidationError.check(seconds, in: 0.01...3_600, "--seconds", "seconds")
    guard seconds == nil || paced else {
      throw ValidationError("'--seconds' is for a real timer. Add '--paced', or leave it out.")
    }
  }

  /// How long the timer runs at each rate, or nil without one.
  var pacedSeconds: Double? { paced ? seconds ?? Self.usualSeconds : nil }
}
