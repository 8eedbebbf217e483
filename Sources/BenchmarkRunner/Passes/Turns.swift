/// Lets tasks that run at the same time do a part of their work one after the other, in the order of their
/// numbers.
actor Turns {
  private var ended: Set<Int> = []
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]

  /// Returns when the tasks with all smaller numbers have ended.
  func begin(_ number: Int) async {
    guard !isNext(number) else { return }
    await withCheckedContinuation { waiting[number] = $0 }
  }

  /// Tells that a task has ended, whether it had its turn or failed before.
  func end(_ number: Int) {
    ended.insert(number)
    for number in waiting.keys.filter(isNext) { waiting.removeValue(forKey: number)?.resume() }
  }

  private func isNext(_ number: Int) -> Bool { (0..<number).allSatisfy(ended.contains) }
}
