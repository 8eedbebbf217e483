import BenchmarkRunner
import ReportText
import Revisions

/// Shows on a terminal which benchmark is being measured, in one line of standard error.
final class ProgressBar: LockstepSession.Observer {
  private let isShown: Bool
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant

  init(isQuiet: Bool) {
    isShown = !isQuiet && Terminal.isInteractive
    start = clock.now
  }

  func begins(_ name: String, index: Int, count: Int) {
    guard isShown else { return }
    let barWidth = 20
    let filled = barWidth * index / max(count, 1)
    let bar =
      String(repeating: "█", count: filled) + String(repeating: "░", count: barWidth - filled)
    let remaining = remainingText(index: index, count: count)
    Terminal.showProgress("\(bar) \(index + 1)/\(count)\(remaining) \(name)")
  }

  /// Removes the line.
  func clear() { if isShown { Terminal.showProgress("") } }

  private func remainingText(index: Int, count: Int) -> String {
    guard index > 0 else { return "" }
    let perBenchmark = (clock.now - start) / index
    return " \((perBenchmark * (count - index)).components.seconds) s left"
  }
}

/// Shows which revision is being built: a line that changes on a terminal, a line per step
/// elsewhere.
final class BuildProgress: RevisionBuilder.Observer {
  private let isQuiet: Bool
  private let isInteractive: Bool

  init(isQuiet: Bool) {
    self.isQuiet = isQuiet
    isInteractive = !isQuiet && Terminal.isInteractive
  }

  func begins(_ step: String) {
    if isInteractive { progress(step) } else if !isQuiet { Terminal.say("\(step) …\n") }
  }

  func progress(_ line: String) { if isInteractive { Terminal.showProgress("\(line)") } }

  func fails(with diagnostics: String) {
    clear()
    Terminal.say("\(lines: diagnostics)\n")
  }

  /// Removes the line.
  func clear() { if isInteractive { Terminal.showProgress("") } }
}
