/// Springs prepared in `Double` and sorted into blocks that oscillate and blocks that do not.
///
/// Accurate to 5e-7 of the amplitude for at least ten seconds, because the phase is kept in two
/// parts.
package struct SortedSprings: Sendable {
  /// The blocks: first those whose springs oscillate, then the others.
  let blocks: BlockArray<PreparedSpringBlock>

  /// The number of blocks whose springs oscillate.
  let oscillatingBlockCount: Int

  /// The position of each spring: block · 16 + lane.
  package let positions: [Int]

  /// Sorts and prepares springs; damping ratios above 1 are not clamped.
  package init(_ springs: [ScalarSpring]) {
    let oscillating = springs.indices.filter { springs[$0].dampingRatio <= 1 }
    let overdamped = springs.indices.filter { !(springs[$0].dampingRatio <= 1) }
    let resting = ScalarSpring(frequency: 1, dampingRatio: 1, displacement: 0, velocity: 0)
    // Each regime fills whole blocks.
    let filled = { (indices: [Int]) in
      indices.map { springs[$0] }
        + Array(repeating: resting, count: (16 - indices.count % 16) % 16)
    }
    let first = filled(oscillating)
    blocks = BlockStorage.blocks(
      (first + filled(overdamped)).map { PreparedSpringLanes<Float>($0) },
      padding: PreparedSpringLanes<Float>(resting), of: PreparedSpringBlock.self)
    oscillatingBlockCount = first.count / 16
    var positions = [Int](repeating: 0, count: springs.count)
    for (place, index) in oscillating.enumerated() { positions[index] = place }
    for (place, index) in overdamped.enumerated() { positions[index] = first.count + place }
    self.positions = positions
  }

  /// The number of blocks of states that an evaluation writes.
  package var blockCount: Int { blocks.count }
}
