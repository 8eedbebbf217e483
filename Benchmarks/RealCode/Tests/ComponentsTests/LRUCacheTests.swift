import Components
import Testing

@Suite("LRU cache")
struct LRUCacheTests {
  @Test("Forgets the value that was used the longest time ago")
  func forgets() {
    var cache = LRUCache<Int>(capacity: 2)
    cache.store(1, for: "a")
    cache.store(2, for: "b")
    #expect(cache.value(for: "a") == 1)

    cache.store(3, for: "c")

    #expect(cache.value(for: "b") == nil)
    #expect(cache.keys == ["c", "a"])
  }

  @Test("Behaves like a list that is searched", arguments: 0..<20)
  func equalsList(seed: UInt64) {
    var generator = TestGenerator(seed: seed)
    let capacity = Int.random(in: 1...8, using: &generator)
    var cache = LRUCache<Int>(capacity: capacity)
    var list: [(key: String, value: Int)] = []
    for step in 0..<200 {
      let key = "key \(Int.random(in: 0..<12, using: &generator))"
      let place = list.firstIndex { $0.key == key }
      if Bool.random(using: &generator) {
        #expect(cache.value(for: key) == place.map { list[$0].value })
        if let place { list.insert(list.remove(at: place), at: 0) }
      } else {
        cache.store(step, for: key)
        if let place { list.remove(at: place) }
        list.insert((key, step), at: 0)
        if list.count > capacity { list.removeLast() }
      }
      #expect(cache.keys == list.map(\.key))
    }
  }
}
