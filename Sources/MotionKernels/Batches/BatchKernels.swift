/// Kernels over blocks of sixteen: what ``BlockKernels`` offers.
///
/// Every function takes arrays of one length, the last block filled up, and writes every block of
/// its result. Nothing is allocated. NaN and infinity stay in their lane.
public protocol BatchKernels: Sendable {
  /// result = left · right: `left` acts first.
  func concatenate(
    _ left: [TransformBlock], _ right: [TransformBlock], into result: inout [TransformBlock])

  /// result = scale · rotation · translation · perspective, the pairs being m24 and m34.
  func compose(
    _ poses: [PoseBlock], _ perspectives: [PairBlock], into result: inout [TransformBlock])

  /// Interpolates whole transforms by decomposition; without parts the nearer end.
  func interpolate(
    _ start: [TransformBlock], _ end: [TransformBlock], at progress: [SIMD16<Float>],
    into result: inout [TransformBlock])

  /// Interpolates translation, rotation (shorter arc) and scale, and composes them.
  func interpolate(
    _ start: [PoseBlock], _ end: [PoseBlock], at progress: [SIMD16<Float>],
    into result: inout [TransformBlock])

  /// Maps rectangles about the origin, the pairs being half widths and half heights.
  func mapQuads(
    _ transforms: [TransformBlock], halfSizes: [PairBlock], into result: inout [QuadBlock])

  /// Springs of any regime at `time` seconds.
  func evaluate(_ springs: [SpringBlock], at time: Float, into result: inout [SpringStateBlock])

  /// Sorted springs at `time` seconds.
  func evaluate(_ springs: SortedSprings, at time: Double, into result: inout [SpringStateBlock])

  /// Moves every state on by its propagator's interval.
  func step(_ states: inout [SpringStateBlock], by propagators: [PropagatorBlock])

  /// Progress at fractions in 0…1.
  func progress(
    at fractions: [SIMD16<Float>], _ timing: PreparedTiming, into result: inout [SIMD16<Float>])
}
