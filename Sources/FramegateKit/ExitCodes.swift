import ArgumentParser

/// How the tool ends. Scripts depend on these numbers; 64 (wrong usage) is ArgumentParser's.
extension ExitCode {
  static let regression = ExitCode(2)
  static let benchmarkFailed = ExitCode(3)
  static let improvement = ExitCode(4)
  static let baselineNotFound = ExitCode(5)
  static let inconclusive = ExitCode(7)
  static let wrongUsage = ExitCode(64)
  static let interrupted = ExitCode(130)

  /// For help pages.
  static let table = """
    Exit codes: 0 pass, 1 could not run, 2 regression or budget exceeded, 3 a benchmark failed, \
    4 improvement with '--fail-on improvement', 5 baseline or revision not found, \
    7 inconclusive with '--fail-on inconclusive', 64 wrong usage, 130 interrupted.
    """
}
