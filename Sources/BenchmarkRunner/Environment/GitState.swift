package import BenchmarkResults

/// What git says about the folder in which the tool was started.
package struct GitState: Sendable {
  package let commit: Recorded<String>
  package let isDirty: Recorded<Bool>
  package let branch: Recorded<String>

  /// Asks git about `folder`.
  package init(folder: String) async {
    guard let commit = await CommandOutput.of("git", "rev-parse", "HEAD", in: folder) else {
      let reason = "not in a git repository with a commit"
      self.commit = .unavailable(reason)
      (isDirty, branch) = (.unavailable(reason), .unavailable(reason))
      return
    }
    self.commit = .value(commit)
    let changes = await CommandOutput.of(
      "git", "status", "--porcelain", "--untracked-files=no", in: folder)
    isDirty = Recorded(changes.map { !$0.isEmpty }, orUnavailable: "git status failed")
    let name = await CommandOutput.of("git", "symbolic-ref", "--short", "HEAD", in: folder)
    branch = Recorded(name, orUnavailable: "no branch is checked out")
  }

  /// The full hash of the commit that `revision` names; nil if it names none.
  package static func commit(of revision: String, folder: String) async -> String? {
    // '--end-of-options': a revision that starts with a dash stays a revision.
    await CommandOutput.of(
      "git", "rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}",
      in: folder)
  }
}
