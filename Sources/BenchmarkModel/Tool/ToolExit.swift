/// How a command ends: the exit codes that scripts depend on.
package enum ToolExit: Int32, CaseIterable {
  /// Everything went well; an improvement counts as well.
  case pass = 0

  /// The command could not do its work: a file cannot be read, a revision does not build.
  case couldNotRun = 1

  /// A benchmark regressed, computes other results or is gone, or a frame budget was exceeded.
  case regression = 2

  /// A benchmark crashed, hung or gave up.
  case benchmarkFailed = 3

  /// Something improved, and the command was told to fail in that case.
  case improvement = 4

  /// A baseline, a file or a revision does not exist.
  case notFound = 5

  /// A comparison was inconclusive, and the command was told to fail in that case.
  case inconclusive = 7

  /// The arguments are wrong, or contradict each other.
  case wrongUsage = 64

  /// A signal ended the command early.
  case interrupted = 130
}
