/// Converts between single values and blocks.
///
/// A structure of n `Float` fields and the same structure of n `SIMD16<Float>` fields have their
/// fields in the same order, so lane l of field f is number 16 · f + l of a block, counted from 0.
enum BlockStorage {
  /// Blocks that hold `items`; `padding` fills up the last block.
  static func blocks<One, Block: BitwiseCopyable & Sendable>(
    _ items: [One], padding: One, of _: Block.Type
  ) -> BlockArray<Block> {
    let fields = fieldCount(One.self, Block.self)
    let count = (items.count + 15) / 16
    // A block of numbers with only zero bits is valid.
    let zero = withUnsafeTemporaryAllocation(of: Block.self, capacity: 1) { block in
      UnsafeMutableRawBufferPointer(block).initializeMemory(as: UInt8.self, repeating: 0)
      return block[0]
    }
    var blocks = BlockArray(repeating: zero, count: count)
    blocks.withUnsafeMutableBufferPointer { buffer in
      let numbers = UnsafeMutableRawBufferPointer(buffer).bindMemory(to: Float.self)
      for index in 0..<count * 16 {
        withUnsafeBytes(of: index < items.count ? items[index] : padding) { bytes in
          let source = bytes.assumingMemoryBound(to: Float.self)
          for field in 0..<fields {
            numbers[(index / 16 * fields + field) * 16 + index % 16] = source[field]
          }
        }
      }
    }
    return blocks
  }

  /// The first `count` items of `blocks`.
  static func items<Block: BitwiseCopyable & Sendable, One>(
    _ blocks: BlockArray<Block>, count: Int, of _: One.Type
  ) -> [One] {
    let fields = fieldCount(One.self, Block.self)
    precondition(count <= blocks.count * 16, "\(count) items in \(blocks.count) blocks")
    return blocks.withUnsafeBufferPointer { buffer in
      let numbers = UnsafeRawBufferPointer(buffer).bindMemory(to: Float.self)
      return (0..<count).map { index in
        withUnsafeTemporaryAllocation(of: Float.self, capacity: fields) { one in
          for field in 0..<fields {
            one[field] = numbers[(index / 16 * fields + field) * 16 + index % 16]
          }
          return UnsafeRawBufferPointer(one).loadUnaligned(as: One.self)
        }
      }
    }
  }

  private static func fieldCount<One, Block>(_: One.Type, _: Block.Type) -> Int {
    let fields = MemoryLayout<One>.size / MemoryLayout<Float>.size
    precondition(
      MemoryLayout<Block>.size == fields * 64, "\(Block.self) is not a block of \(One.self)")
    return fields
  }
}
