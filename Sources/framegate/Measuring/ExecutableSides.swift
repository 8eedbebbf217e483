import BenchmarkModel
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation

/// Two files that were built by whatever means, and that `compare` measures as they are.
struct ExecutableSides {
  private let baseline: String
  let candidate: String

  /// Takes operands that are both paths of executables, or nil if neither is.
  ///
  /// Like a shell, treats a word as a path only if it has a slash; any other word may be a branch.
  init?(_ base: String, _ candidate: String?, insteadOf program: MeasuredProgram) throws {
    func isExecutable(_ operand: String) -> Bool {
      operand.contains("/") && MeasuredProgram.isExecutable(operand)
    }
    switch (isExecutable(base), candidate.flatMap { isExecutable($0) ? $0 : nil }) {
    case (false, nil): return nil
    case (true, let candidate?): self.candidate = candidate
    case (true, nil), (false, _?):
      throw CommandError(
        """
        Only \(isExecutable(base) ? "the base" : "the candidate") is an executable file. Name two \
        executables by paths with a slash, such as ./old ./new, or two revisions.
        """)
    }
    guard !program.isChosen else {
      throw CommandError(
        """
        '--worker' and '--product' name one program, and the operands are two. Leave the option \
        out: 'compare OLD NEW'.
        """)
    }
    baseline = base
  }

  /// Both sides, whose files stay the same until this process ends.
  func sides() -> BuiltRevisions {
    func build(_ path: String) -> RevisionBuild {
      RevisionBuild(
        executable: URL(filePath: path).standardizedFileURL.path, calledBy: path,
        in: ResultsFolder.workingFolder.path)
    }
    return BuiltRevisions(
      pinning: BySide(baseline: build(baseline), candidate: build(candidate)))
  }
}
