/// The sizes that a view wanted within the limits that it was last asked about.
///
/// Views in nested stacks are measured twice per level, with few different limits. Without a memory
/// of them, the cost doubles with every level.
struct SizeCache {
  private struct Entry {
    var limit: Size
    var size: Size
  }

  /// As many as the two measurements of each of two layouts have.
  private var entries: (Entry?, Entry?, Entry?, Entry?)

  /// The entry that is overwritten next.
  private var oldest = 0

  /// The size within a limit; nil if it has to be measured.
  func known(_ limit: Size) -> Size? {
    // Written out, because an array would be allocated.
    if let entry = entries.0, entry.limit == limit { return entry.size }
    if let entry = entries.1, entry.limit == limit { return entry.size }
    if let entry = entries.2, entry.limit == limit { return entry.size }
    if let entry = entries.3, entry.limit == limit { return entry.size }
    return nil
  }

  /// Remembers a size instead of the oldest one.
  mutating func remember(_ limit: Size, _ size: Size) {
    let entry = Entry(limit: limit, size: size)
    switch oldest {
    case 0: entries.0 = entry
    case 1: entries.1 = entry
    case 2: entries.2 = entry
    default: entries.3 = entry
    }
    oldest = (oldest + 1) % 4
  }

  mutating func removeAll() {
    entries = (nil, nil, nil, nil)
  }
}
