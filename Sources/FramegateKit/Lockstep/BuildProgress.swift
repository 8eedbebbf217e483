import BenchmarkRunner

/// Says on standard error which revision is being built: a line that moves on a terminal, a line per
/// step elsewhere.
final class BuildProgress: RevisionBuilder.Observer {
  private let isQuiet, isInteractive: Bool

  init(isQuiet: Bool, isInteractive: Bool) {
    (self.isQuiet, self.isInteractive) = (isQuiet, isInteractive)
  }

  func begins(_ step: String) {
    if isInteractive {
      progress(step)
    } else if !isQuiet {
      Terminal.say("\(step) …\n")
    }
  }

  func progress(_ line: String) {
    guard isInteractive else { return }
    Terminal.say("\r\u{1B}[K" + line.prefix(Terminal.width - 1))
  }

  /// Takes the line away.
  func clear() {
    if isInteractive { Terminal.say("\r\u{1B}[K") }
  }
}

/// Shows which benchmark is being compared.
struct LockstepProgress: LockstepSession.Observer {
  private let bar: ProgressBar

  init(_ bar: ProgressBar) {
    self.bar = bar
  }

  func begins(_ name: String, index: Int, count: Int) {
    bar.show(name, index: index, count: count)
  }
}
