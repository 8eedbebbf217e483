/// A cache that forgets the value that was used the longest time ago.
///
/// Finding and storing take constant time.
public struct LRUCache<Value> {
  private struct Slot {
    var key: String
    var value: Value

    /// The slots that were used just after and just before this one; `none` at the ends.
    var newer, older: Int
  }

  private static var none: Int { -1 }

  /// The maximum number of values that the cache keeps.
  public let capacity: Int

  private var slots: [Slot] = []
  private var indices: [String: Int] = [:]
  private var newest = Self.none
  private var oldest = Self.none

  /// Creates an empty cache.
  ///
  /// - Precondition: `capacity > 0`.
  public init(capacity: Int) {
    precondition(capacity > 0, "A cache must have room for a value, got \(capacity)")
    self.capacity = capacity
    slots.reserveCapacity(capacity)
    indices.reserveCapacity(capacity)
  }
}

extension LRUCache {
  /// The number of values in the cache.
  public var count: Int { slots.count }

  /// The keys, starting with the one used last.
  public var keys: [String] {
    var keys: [String] = []
    var index = newest
    while index != Self.none {
      keys.append(slots[index].key)
      index = slots[index].older
    }
    return keys
  }

  /// Finds a value, which then counts as used.
  ///
  /// - Parameter key: What the value was stored under.
  /// - Returns: Nil if the cache never had it, or has forgotten it.
  public mutating func value(for key: String) -> Value? {
    guard let index = indices[key] else { return nil }
    moveToFront(index)
    return slots[index].value
  }

  /// Stores a value under a key, in place of an earlier one.
  public mutating func store(_ value: Value, for key: String) {
    if let index = indices[key] {
      slots[index].value = value
      moveToFront(index)
    } else if slots.count < capacity {
      slots.append(Slot(key: key, value: value, newer: Self.none, older: Self.none))
      indices[key] = slots.count - 1
      linkAtFront(slots.count - 1)
    } else {
      let index = oldest
      indices[slots[index].key] = nil
      unlink(index)
      slots[index].key = key
      slots[index].value = value
      indices[key] = index
      linkAtFront(index)
    }
  }

  private mutating func moveToFront(_ index: Int) {
    guard index != newest else { return }
    unlink(index)
    linkAtFront(index)
  }

  private mutating func unlink(_ index: Int) {
    let (newer, older) = (slots[index].newer, slots[index].older)
    if newer == Self.none { newest = older } else { slots[newer].older = older }
    if older == Self.none { oldest = newer } else { slots[older].newer = newer }
  }

  private mutating func linkAtFront(_ index: Int) {
    slots[index].newer = Self.none
    slots[index].older = newest
    if newest == Self.none { oldest = index } else { slots[newest].newer = index }
    newest = index
  }
}
