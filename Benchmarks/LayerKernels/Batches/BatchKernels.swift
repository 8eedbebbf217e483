/// Kernels over blocks of sixteen transforms, poses, and quads.
///
/// Every function takes arrays with the same number of blocks and writes every block of its result.
/// Nothing is allocated. NaN and infinity stay in their lane.
package protocol TransformBatchKernels: Sendable {
  /// result = left · right: `left` acts first.
  func concatenate(
    _ left: BlockArray<TransformBlock>, _ right: BlockArray<TransformBlock>,
    into result: inout BlockArray<TransformBlock>)

  /// result = scale · rotation · translation · perspective; each pair is (m24, m34).
  func compose(
    _ poses: BlockArray<PoseBlock>, _ perspectives: BlockArray<PairBlock>,
    into result: inout BlockArray<TransformBlock>)

  /// Decomposes both transforms, interpolates the parts, and composes them again.
  ///
  /// If either end cannot be decomposed, the result is `start` for progress below 0.5 and otherwise
  /// `end`.
  func interpolate(
    _ start: BlockArray<TransformBlock>, _ end: BlockArray<TransformBlock>,
    at progress: BlockArray<SIMD16<Float>>,
    into result: inout BlockArray<TransformBlock>)

  /// Interpolates translation, rotation (shorter arc), and scale, and composes them.
  func interpolate(
    _ start: BlockArray<PoseBlock>, _ end: BlockArray<PoseBlock>,
    at progress: BlockArray<SIMD16<Float>>,
    into result: inout BlockArray<TransformBlock>)

  /// Maps rectangles centered on the origin; each pair in `halfSizes` is (width / 2, height / 2).
  func mapQuads(
    _ transforms: BlockArray<TransformBlock>, halfSizes: BlockArray<PairBlock>,
    into result: inout BlockArray<QuadBlock>)
}

/// Kernels over blocks of sixteen damped springs.
///
/// Every function takes arrays with the same number of blocks and writes every block of its result.
/// Nothing is allocated. NaN and infinity stay in their lane.
package protocol SpringBatchKernels: Sendable {
  /// Evaluates springs of any regime at `time` seconds.
  func evaluate(
    _ springs: BlockArray<SpringBlock>, at time: Float,
    into result: inout BlockArray<SpringStateBlock>)

  /// Evaluates sorted springs at `time` seconds.
  func evaluate(
    _ springs: SortedSprings, at time: Double, into result: inout BlockArray<SpringStateBlock>)

  /// Advances every state by its propagator's interval.
  func step(
    _ states: inout BlockArray<SpringStateBlock>, by propagators: BlockArray<PropagatorBlock>)
}

/// Kernels over blocks of sixteen elapsed fractions.
package protocol TimingBatchKernels: Sendable {
  /// Writes the progress at each fraction; fractions outside 0…1 are clamped first; NaN stays NaN.
  ///
  /// Both arrays must have the same number of blocks. Nothing is allocated.
  func progress(
    at fractions: BlockArray<SIMD16<Float>>, _ timing: PreparedTiming,
    into result: inout BlockArray<SIMD16<Float>>)
}

/// Every kernel over blocks: ``BlockKernels``, ``DispatchKernels``, and the tests' reference.
package typealias BatchKernels = TransformBatchKernels & SpringBatchKernels & TimingBatchKernels
