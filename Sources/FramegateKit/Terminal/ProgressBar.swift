import BenchmarkRunner

/// One line on standard error that says what is being measured, on a terminal only.
final class ProgressBar {
  private let isShown: Bool
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant

  init(isShown: Bool) {
    self.isShown = isShown
    start = clock.now
  }

  /// Shows that number `index` of `count` is being measured.
  func show(_ name: String, index: Int, count: Int) {
    guard isShown else { return }
    let barWidth = 20
    let filled = barWidth * index / max(count, 1)
    let bar =
      String(repeating: "█", count: filled) + String(repeating: "░", count: barWidth - filled)
    let remaining = remainingText(index: index, count: count)
    let line = "\(bar) \(index + 1)/\(count)\(remaining) \(name)"
    Terminal.say("\r\u{1B}[K" + line.prefix(Terminal.width - 1))
  }

  /// Takes the line away.
  func clear() {
    guard isShown else { return }
    Terminal.say("\r\u{1B}[K")
  }

  private func remainingText(index: Int, count: Int) -> String {
    guard index > 0 else { return "" }
    let perBenchmark = (clock.now - start) / index
    return " \((perBenchmark * (count - index)).components.seconds) s left"
  }
}
