import BenchmarkRunner
import ReportText

extension CommitRange {
  /// Says which parts of the range are not measured: merged branches, and uncommitted changes.
  func tellWhatIsLeftOut(_ repository: Repository) async {
    if mergeCount > 0 {
      Terminal.say(
        """
        \(Words.count(mergeCount, "merge")) in this range: what each brought along counts as one \
        change (the first parent is followed).\n
        """)
    }
    if await repository.isDirty {
      Terminal.say("Uncommitted changes belong to no commit, so they are not measured.\n")
    }
  }
}
