/// The views that need layout, in the order in which they were marked.
///
/// A view knows its place, so that marking, taking out and finding the next one take the same time
/// for any number of views. Does not retain views: one that ends takes itself out.
struct LayoutQueue {
  /// In the order of marking; nil if a view was taken out.
  private var entries: [Unmanaged<View>?] = []

  /// The first entry that has not been passed.
  private var head = 0

  /// How many views there are.
  private var count = 0

  init() { entries.reserveCapacity(16) }

  mutating func append(_ view: View) {
    if entries.count == entries.capacity { dropEmpty() }
    entries.append(.passUnretained(view))
    view.layoutNumber = entries.count
    count += 1
  }

  /// Takes a view out; does nothing when it is not in the queue.
  mutating func remove(_ view: View) {
    let number = view.layoutNumber
    guard number > 0 else { return }
    view.layoutNumber = 0
    entries[number - 1] = nil
    count -= 1
    if count == 0 { reset() }
  }

  /// Takes out the view that was marked first, or nil if there is none.
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

  /// Closes the gaps, once the array would have to grow.
  private mutating func dropEmpty() {
    entries.removeAll { $0 == nil }
    head = 0
    for (index, entry) in entries.enumerated() {
      entry?.takeUnretainedValue().layoutNumber = index + 1
    }
    // Grows early, so that the next time is far away.
    if entries.count > entries.capacity / 2 { entries.reserveCapacity(2 * entries.capacity) }
  }
}
