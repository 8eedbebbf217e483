import BenchmarkRunner
import ReportText

/// Where progress is shown.
enum ProgressPlace {
  case nowhere

  /// In one line of standard error, which changes.
  case terminal

  /// In lines of standard error, some of them after a silence.
  case log

  init(isQuiet: Bool) {
    if isQuiet {
      self = .nowhere
    } else {
      self = Terminal.isInteractive ? .terminal : .log
    }
  }
}

/// Shows which benchmark is being measured, and how much is left.
final class ProgressBar: Lockstep.Observer {
  private let place: ProgressPlace
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant

  init(isQuiet: Bool) {
    place = ProgressPlace(isQuiet: isQuiet)
    start = clock.now
  }

  func begins(_ name: String, index: Int, count: Int) {
    switch place {
    case .nowhere: break
    case .log: StatusLog.shared.begins(name, index: index, count: count)
    case .terminal:
      let barWidth = 20
      let filled = barWidth * index / max(count, 1)
      let bar =
        String(repeating: "█", count: filled) + String(repeating: "░", count: barWidth - filled)
      let remaining = remainingText(index: index, count: count)
      Terminal.showProgress("\(bar) \(index + 1)/\(count)\(remaining) \(name)")
    }
  }

  /// Advises the user, unless only the report is wanted.
  func advise(_ text: TerminalText) {
    clear()
    if case .nowhere = place { return }
    Terminal.say(text)
  }

  /// Removes the line, or ends the status.
  func clear() { place.clear() }

  private func remainingText(index: Int, count: Int) -> String {
    guard index > 0 else { return "" }
    let perBenchmark = (clock.now - start) / index
    return " \((perBenchmark * (count - index)).components.seconds) s left"
  }
}

/// Shows which revision is being built: a line that changes on a terminal, a line per step
/// elsewhere, and one after a silence.
final class BuildProgress: RevisionBuilder.Observer {
  private let place: ProgressPlace

  init(isQuiet: Bool) { place = ProgressPlace(isQuiet: isQuiet) }

  func begins(_ step: String) {
    switch place {
    case .nowhere: break
    case .terminal: progress(step)
    case .log: StatusLog.shared.begins(step: step)
    }
  }

  func progress(_ line: String) {
    switch place {
    case .nowhere: break
    case .terminal: Terminal.showProgress("\(line)")
    case .log: StatusLog.shared.progress(line)
    }
  }

  func fails(with diagnostics: String) {
    clear()
    Terminal.say("\(lines: diagnostics)\n")
  }

  /// Removes the line, or ends the status.
  func clear() { place.clear() }
}

extension ProgressPlace {
  fileprivate func clear() {
    switch self {
    case .nowhere: break
    case .terminal: Terminal.showProgress("")
    case .log: StatusLog.shared.end()
    }
  }
}
