/// The views that need layout, in the order in which they were marked.
///
/// A view knows its place in the queue, so marking a view, taking it out, and finding the next one
/// take the same time for any number of views. The queue does not retain views: a view takes itself
/// out when it is deallocated.
struct LayoutQueue {
  /// The views in the order of marking, with nil in place of each view that was taken out.
  private var entries: [Unmanaged<View>?] = []

  /// The index of the first entry that may still hold a view.
  private var head = 0

  /// The number of views in the queue.
  private var count = 0

  init() { entries.reserveCapacity(16) }

  mutating func append(_ view: View) {
    if entries.count == entries.capacity { dropEmpty() }
    entries.append(.passUnretained(view))
    view.layoutNumber = entries.count
    count += 1
  }

  /// Takes a view out; does nothing if it is not in the queue.
  mutating func remove(_ view: View) {
    let number = view.layoutNumber
    guard number > 0 else { return }
    view.layoutNumber = 0
    entries[number - 1] = nil
    count -= 1
    if count == 0 { reset() }
  }

  /// Takes out and returns the view that was marked first, or nil if there is none.
  mutating func popFirst() -> View? {
    while head < entries.count {
      let entry = entries[head]
      head += 1
      guard let view = entry?.takeUnretainedValue() else { continue }
      remove(view)
      return view
    }
    return nil
  }

  mutating func removeAll() {
    for entry in entries { entry?.takeUnretainedValue().layoutNumber = 0 }
    count = 0
    reset()
  }

  private mutating func reset() {
    entries.removeAll(keepingCapacity: true)
    head = 0
  }

  /// Closes the gaps; called when the array would otherwise have to grow.
  private mutating func dropEmpty() {
    entries.removeAll { $0 == nil }
    head = 0
    for (index, entry) in entries.enumerated() {
      entry?.takeUnretainedValue().layoutNumber = index + 1
    }
    // Grows early, so that the array is not soon full again.
    if entries.count > entries.capacity / 2 { entries.reserveCapacity(2 * entries.capacity) }
  }
}
