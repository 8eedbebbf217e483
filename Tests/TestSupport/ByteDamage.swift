package import SampleStatistics

/// Changes bytes without knowing what they mean.
package enum ByteDamage {
  package static func apply(
    to bytes: inout [UInt8], other: [UInt8], words: [String], using generator: inout SplitMix64
  ) {
    let position = Int.random(in: 0...bytes.count, using: &generator)
    let length = min(
      1 << Int.random(in: 0...6, using: &generator), bytes.count - position)
    let range = position..<position + length
    switch Int.random(in: 0..<10, using: &generator) {
    case 0 where position < bytes.count:
      bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 1 where position < bytes.count:
      bytes[position] = .random(in: 0...255, using: &generator)
    case 2:
      bytes.removeSubrange(range)
    case 3:
      bytes.insert(contentsOf: Array(bytes[range]), at: position)
    case 4:
      bytes.removeSubrange(position...)
    case 5:
      let start = Int.random(in: 0...other.count, using: &generator)
      bytes.replaceSubrange(position..., with: other[start...])
    case 6, 7:
      let word = words.randomElement(using: &generator) ?? ""
      let replaced = Bool.random(using: &generator) ? range : position..<position
      bytes.replaceSubrange(replaced, with: word.utf8)
    case 8:
      overwrite(&bytes, at: position, using: &generator)
    default:
      bytes.insert(
        contentsOf: repeatElement(
          bytes.randomElement(using: &generator) ?? 0,
          count: 1 << Int.random(in: 0...12, using: &generator)), at: position)
    }
  }

  /// Writes an extreme integer of 2, 4 or 8 bytes over what is there.
  private static func overwrite(
    _ bytes: inout [UInt8], at position: Int, using generator: inout SplitMix64
  ) {
    let extremes: [UInt64] = [
      0, 1, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x7FFF_FFFF, 0xFFFF_FFFF, .max, .max >> 1, 1 << 63,
      UInt64(bytes.count), UInt64(bytes.count) &- 1, .max - UInt64(position),
    ]
    let value = extremes.randomElement(using: &generator) ?? 0
    let width = 1 << Int.random(in: 1...3, using: &generator)
    // Fields of binary formats are aligned.
    let start = position / width * width
    for offset in 0..<width where start + offset < bytes.count {
      bytes[start + offset] = UInt8(truncatingIfNeeded: value >> UInt64(8 * offset))
    }
  }
}
