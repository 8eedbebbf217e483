/// Kernels over blocks of sixteen: what ``BlockKernels``, ``DispatchKernels`` and ``ReferenceKernels`` offer.
///
/// Every function takes arrays of one length, the last block filled up, and writes every block of
/// its result. Nothing is allocated. NaN and infinity stay in their lane.
public protocol BatchKernels: Sendable {
  /// result = left · right: `left` acts first.
  func concatenate(
    _ left: BlockArray<TransformBlock>, _ right: BlockArray<TransformBlock>,
    into result: inout BlockArray<TransformBlock>)

  /// result = scale · rotation · translation · perspective, the pairs being m24 and m34.
  func compose(
    _ poses: BlockArray<PoseBlock>, _ perspectives: BlockArray<PairBlock>,
    into result: inout BlockArray<TransformBlock>)

  /// Interpolates whole transforms by decomposition; without parts the nearer end.
  func interpolate(
    _ start: BlockArray<TransformBlock>, _ end: BlockArray<TransformBlock>,
    at progress: BlockArray<SIMD16<Float>>,
    into result: inout BlockArray<TransformBlock>)

  /// Interpolates translation, rotation (shorter arc) and scale, and composes them.
  func interpolate(
    _ start: BlockArray<PoseBlock>, _ end: BlockArray<PoseBlock>,
    at progress: BlockArray<SIMD16<Float>>,
    into result: inout BlockArray<TransformBlock>)

  /// Maps rectangles about the origin, the pairs being half widths and half heights.
  func mapQuads(
    _ transforms: BlockArray<TransformBlock>, halfSizes: BlockArray<PairBlock>,
    into result: inout BlockArray<QuadBlock>)

  /// Springs of any regime at `time` seconds.
  func evaluate(
    _ springs: BlockArray<SpringBlock>, at time: Float,
    into result: inout BlockArray<SpringStateBlock>)

  /// Sorted springs at `time` seconds.
  func evaluate(
    _ springs: SortedSprings, at time: Double, into result: inout BlockArray<SpringStateBlock>)

  /// Moves every state on by its propagator's interval.
  func step(
    _ states: inout BlockArray<SpringStateBlock>, by propagators: BlockArray<PropagatorBlock>)

  /// Progress at fractions, which are moved into 0…1 first.
  func progress(
    at fractions: BlockArray<SIMD16<Float>>, _ timing: PreparedTiming,
    into result: inout BlockArray<SIMD16<Float>>)
}
