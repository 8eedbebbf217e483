/// Moves structures of one-lane fields into blocks and back.
///
/// A structure of n `Float` fields and the same structure of n `SIMD16<Float>` fields have their
/// fields in the same order, so lane l of field f is number 16·f + l.
enum BlockStorage {
  /// Blocks that hold `items`, the last one filled up with `padding`.
  static func blocks<One, Block>(_ items: [One], padding: One, of _: Block.Type) -> [Block] {
    let fields = MemoryLayout<One>.size / MemoryLayout<Float>.size
    precondition(
      MemoryLayout<Block>.size == fields * 64, "\(Block.self) is no block of \(One.self)")
    let count = (items.count + 15) / 16
    return [Block](unsafeUninitializedCapacity: count) { buffer, initialized in
      let numbers = UnsafeMutableRawPointer(buffer.baseAddress)?.bindMemory(
        to: Float.self, capacity: count * fields * 16)
      for index in 0..<count * 16 {
        let item = index < items.count ? items[index] : padding
        withUnsafeBytes(of: item) { bytes in
          let source = bytes.assumingMemoryBound(to: Float.self)
          for field in 0..<fields {
            numbers?[(index / 16 * fields + field) * 16 + index % 16] = source[field]
          }
        }
      }
      initialized = count
    }
  }

  /// The first `count` items of `blocks`.
  static func items<Block, One>(_ blocks: [Block], count: Int, of _: One.Type) -> [One] {
    let fields = MemoryLayout<One>.size / MemoryLayout<Float>.size
    precondition(
      MemoryLayout<Block>.size == fields * 64, "\(Block.self) is no block of \(One.self)")
    precondition(count <= blocks.count * 16, "\(count) items in \(blocks.count) blocks")
    return blocks.withUnsafeBytes { bytes in
      let numbers = bytes.bindMemory(to: Float.self)
      return (0..<count).map { index in
        withUnsafeTemporaryAllocation(of: Float.self, capacity: fields) { one in
          for field in 0..<fields {
            one[field] = numbers[(index / 16 * fields + field) * 16 + index % 16]
          }
          return UnsafeRawPointer(one.baseAddress.unsafelyUnwrapped).loadUnaligned(as: One.self)
        }
      }
    }
  }
}
