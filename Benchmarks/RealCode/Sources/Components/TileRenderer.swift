/// Draws square tiles of a map, and keeps the most recently used ones.
public struct TileRenderer {
  /// The bytes of a tile: 64 × 64 pixels of 4 bytes.
  public static let bytesPerTile = 16_384

  private var cache: LRUCache<[UInt8]>

  /// Creates a renderer that keeps this many tiles.
  public init(capacity: Int) {
    cache = LRUCache(capacity: capacity)
  }
}

extension TileRenderer {
  /// A tile, drawn unless it is in the cache.
  public mutating func tile(column: Int, row: Int) -> [UInt8] {
    let key = "\(column)/\(row)"
    if let tile = cache.value(for: key) { return tile }
    let tile = [UInt8](
      repeating: UInt8(truncatingIfNeeded: column &+ row), count: Self.bytesPerTile)
    cache.store(tile, for: key)
    return tile
  }
}
