package import MotionKernels

/// Builds blocks of sixteen from single values, and takes them apart again.
///
/// If the last block is not full, harmless values fill it up.
package enum Blocks {
  package static func transforms(_ transforms: [Transform3D]) -> BlockArray<TransformBlock> {
    BlockStorage.blocks(transforms, padding: .identity, of: TransformBlock.self)
  }

  /// The first `count` transforms of blocks.
  package static func transforms(_ blocks: BlockArray<TransformBlock>, count: Int) -> [Transform3D]
  {
    BlockStorage.items(blocks, count: count, of: Transform3D.self)
  }

  package static func poses(_ poses: [LayerPose]) -> BlockArray<PoseBlock> {
    BlockStorage.blocks(
      poses.map { ScalarPose($0) }, padding: ScalarPose(LayerPose()), of: PoseBlock.self)
  }

  package static func pairs(_ pairs: [SIMD2<Float>]) -> BlockArray<PairBlock> {
    BlockStorage.blocks(pairs, padding: .zero, of: PairBlock.self)
  }

  package static func numbers(_ numbers: [Float]) -> BlockArray<SIMD16<Float>> {
    BlockStorage.blocks(numbers, padding: 0, of: SIMD16<Float>.self)
  }

  /// The first `count` numbers of blocks.
  package static func numbers(_ blocks: BlockArray<SIMD16<Float>>, count: Int) -> [Float] {
    BlockStorage.items(blocks, count: count, of: Float.self)
  }

  package static func springs(_ springs: [ScalarSpring]) -> BlockArray<SpringBlock> {
    let resting = ScalarSpring(frequency: 1, dampingRatio: 1, displacement: 0, velocity: 0)
    return BlockStorage.blocks(springs, padding: resting, of: SpringBlock.self)
  }

  /// Blocks of states, from pairs of displacement and velocity.
  package static func states(_ states: [SIMD2<Float>]) -> BlockArray<SpringStateBlock> {
    BlockStorage.blocks(states, padding: .zero, of: SpringStateBlock.self)
  }

  /// The first `count` states of blocks, as pairs of displacement and velocity.
  package static func states(_ blocks: BlockArray<SpringStateBlock>, count: Int) -> [SIMD2<Float>] {
    BlockStorage.items(blocks, count: count, of: SIMD2<Float>.self)
  }

  package static func propagators(_ propagators: [SpringPropagator]) -> BlockArray<PropagatorBlock>
  {
    let resting = Spring().propagator(over: 0)
    return BlockStorage.blocks(
      propagators.map { PropagatorLanes<Float>($0) }, padding: PropagatorLanes(resting),
      of: PropagatorBlock.self)
  }

  /// Blocks for `count` transforms, all identities.
  package static func identities(count: Int) -> BlockArray<TransformBlock> {
    transforms(Array(repeating: .identity, count: count))
  }

  /// Blocks for `count` quads, all at the origin.
  package static func quads(count: Int) -> BlockArray<QuadBlock> {
    BlockArray(repeating: .zero, count: (count + 15) / 16)
  }
}
