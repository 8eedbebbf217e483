import Components

/// Work that is timed as a whole.
public struct TimedOperation: Sendable {
  /// The name of its benchmark.
  public let name: String

  /// The number of operations in one call.
  public let count: Int

  /// Whether it is short and small enough to be measured by default.
  public let isSmall: Bool

  /// Builds the inputs, from a fixed seed.
  ///
  /// - Returns: The work, whose result depends on everything that it computes.
  public let prepare: @Sendable () -> () -> Int

  private init(
    _ name: String, count: Int = 1, isSmall: Bool = true,
    prepare: @escaping @Sendable () -> () -> Int
  ) {
    self.name = name
    self.count = count
    self.isSmall = isSmall
    self.prepare = prepare
  }
}

extension TimedOperation {
  /// All operations.
  public static let all = hashing + allocating + touching + lasting + single

  /// Sets and dictionaries of strings.
  private static let hashing = [
    TimedOperation("hash.set.2k", count: 2_000) {
      var data = SampleData(seed: 1)
      let words = data.words(2_000)
      return { Set(words).count }
    },
    TimedOperation("hash.count.2k", count: 2_000) {
      var data = SampleData(seed: 2)
      let words = data.words(2_000)
      return {
        var counts: [String: Int] = [:]
        for word in words { counts[word, default: 0] += 1 }
        return counts.values.reduce(0) { $0 &+ $1 &* $1 }
      }
    },
    TimedOperation("hash.lru.2k", count: 2_000) {
      var data = SampleData(seed: 3)
      let vocabulary = data.words(500)
      let words = (0..<2_000).map { _ in vocabulary[data.index(below: 500)] }
      // Four of five words are in the cache.
      var cache = LRUCache<Int>(capacity: 400)
      return {
        var hits = 0
        for (index, word) in words.enumerated() {
          if cache.value(for: word) != nil { hits += 1 } else { cache.store(index, for: word) }
        }
        return hits
      }
    },
  ]

  /// Allocates 100 MB per operation, in pieces that live for a while.
  private static let allocating = [
    TimedOperation("allocate.tiles.100MB") {
      {
        var renderer = TileRenderer(capacity: 256)
        var sum = 0
        for index in 0..<(100_000_000 / TileRenderer.bytesPerTile) {
          sum &+= Int(renderer.tile(column: index, row: index >> 4)[index % 16_384])
        }
        return sum
      }
    }
  ]

  /// Touches every byte of an image.
  private static let touching = [
    TimedOperation("touch.raster.64MB") { mixing(side: 4_096) },
    TimedOperation("touch.raster.1GB", isSmall: false) { mixing(side: 16_384) },
  ]

  /// Operations that take about as long as their names say.
  private static let lasting = [
    TimedOperation("json.orders.1ms") { encoding(orders: 540, seed: 5) },
    TimedOperation("wrap.book.20ms") { wrapping(words: 155_000, seed: 6) },
    TimedOperation("quadtree.build.2s", isSmall: false) {
      var data = SampleData(seed: 7)
      let items = data.items(5_000_000, side: 1_000)
      let areas = data.areas(100, side: 1_000)
      return {
        var tree = Quadtree(side: 1_000)
        for item in items { tree.insert(item) }
        return areas.reduce(0) { $0 &+ tree.identifiers(in: $1).count }
      }
    },
  ]

  /// One component each, in some ten microseconds.
  private static let single = [
    TimedOperation("json.order") { encoding(orders: 20, seed: 8) },
    TimedOperation("wrap.paragraph") { wrapping(words: 120, seed: 9) },
    TimedOperation("quadtree.insert.1k", count: 1_000) {
      var data = SampleData(seed: 10)
      let items = data.items(1_000, side: 1_000)
      return {
        var tree = Quadtree(side: 1_000)
        for item in items { tree.insert(item) }
        return tree.identifiers(in: Quadtree.Area(x: 0...10, y: 0...1_000)).count
      }
    },
    TimedOperation("quadtree.range.100k", count: 20) {
      let tree = filledTree(of: 100_000, seed: 11)
      var data = SampleData(seed: 12)
      let areas = data.areas(20, side: 1_000)
      return { areas.reduce(0) { $0 &+ tree.identifiers(in: $1).count } }
    },
    TimedOperation("quadtree.nearest.100k", count: 100) {
      let tree = filledTree(of: 100_000, seed: 13)
      var data = SampleData(seed: 14)
      let places = data.items(100, side: 1_000)
      return {
        places.reduce(0) { $0 &+ Int(tree.nearest(toX: $1.x, y: $1.y)?.identifier ?? 0) }
      }
    },
    TimedOperation("layout.screen") {
      let scene = LayoutScene(posts: 12, seed: 15)
      var step = 0
      return {
        step = (step + 1) % 16
        return scene.render(progress: Double(step) / 16)
      }
    },
  ]

  private static func mixing(side: Int) -> () -> Int {
    var raster = Raster(width: side, height: side, color: 0xFF20_4060)
    return {
      raster.mix(with: 0xFF80_8080)
      return Int(raster.pixels[side])
    }
  }

  private static func encoding(orders: Int, seed: UInt64) -> () -> Int {
    var data = SampleData(seed: seed)
    var records: [JSONValue] = []
    for _ in 0..<orders { records.append(data.record()) }
    let document = JSONValue.array(records)
    return { document.encoded().count }
  }

  private static func wrapping(words: Int, seed: UInt64) -> () -> Int {
    var data = SampleData(seed: seed)
    let text = data.text(words: words)
    let wrapper = TextWrapper()
    return { wrapper.lines(of: text, width: 240).count }
  }

  private static func filledTree(of count: Int, seed: UInt64) -> Quadtree {
    var data = SampleData(seed: seed)
    var tree = Quadtree(side: 1_000)
    for item in data.items(count, side: 1_000) { tree.insert(item) }
    return tree
  }
}
