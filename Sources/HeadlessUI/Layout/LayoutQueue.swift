/// The views that need layout, in the order in which they were marked.
///
/// A view is taken out by forgetting its number, so that marking, taking out and finding the next
/// one take the same time for any number of views.
struct LayoutQueue {
  private var entries: [(view: View, number: Int)] = []

  /// The first entry that has not been passed.
  private var head = 0

  private var lastNumber = 0

  init() { entries.reserveCapacity(16) }

  mutating func append(_ view: View) {
    dropForgotten()
    lastNumber += 1
    view.layoutNumber = lastNumber
    entries.append((view, lastNumber))
  }

  mutating func remove(_ view: View) { view.layoutNumber = 0 }

  /// Takes out the view that was marked first, or nil if there is none.
  mutating func popFirst() -> View? {
    while head < entries.count {
      let (view, number) = entries[head]
      head += 1
      guard view.layoutNumber == number else { continue }
      view.layoutNumber = 0
      return view
    }
    removeAll()
    return nil
  }

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    head = 0
  }

  /// Removes entries that no longer count, once the array would have to grow.
  private mutating func dropForgotten() {
    guard entries.count == entries.capacity else { return }
    entries.removeSubrange(0..<head)
    head = 0
    entries.removeAll { $0.view.layoutNumber != $0.number }
    // Grows early, so that the next time is far away.
    if entries.count > entries.capacity / 2 { entries.reserveCapacity(2 * entries.capacity) }
  }
}
