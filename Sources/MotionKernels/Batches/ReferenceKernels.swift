/// The shared formulas, one lane at a time: what every block kernel is tested against.
///
/// Bit for bit what ``BlockKernels`` computes, and slow: it takes blocks apart and builds new ones.
public struct ReferenceKernels: BatchKernels {
  /// Creates the kernels; there is nothing to set up.
  public init() {}
}

extension ReferenceKernels {
  public func concatenate(
    _ left: BlockArray<TransformBlock>, _ right: BlockArray<TransformBlock>,
    into result: inout BlockArray<TransformBlock>
  ) {
    Self.map(left, right, right, &result) {
      (a: TransformLanes<Float>, b: TransformLanes<Float>, _: TransformLanes<Float>) in
      var (a, b, product) = (a, b, a)
      TransformLanes.concatenate(&a, &b, into: &product)
      return product
    }
  }

  public func compose(
    _ poses: BlockArray<PoseBlock>, _ perspectives: BlockArray<PairBlock>,
    into result: inout BlockArray<TransformBlock>
  ) {
    Self.map(poses, perspectives, perspectives, &result) {
      (pose: PoseLanes<Float>, pair: PairLanes<Float>, _: PairLanes<Float>) in
      pose.composed(m24: pair.first, m34: pair.second)
    }
  }

  public func interpolate(
    _ start: BlockArray<TransformBlock>, _ end: BlockArray<TransformBlock>,
    at progress: BlockArray<SIMD16<Float>>,
    into result: inout BlockArray<TransformBlock>
  ) {
    Self.map(start, end, progress, &result) {
      (a: TransformLanes<Float>, b: TransformLanes<Float>, progress: Float) in
      a.interpolated(to: b, at: progress)
    }
  }

  public func interpolate(
    _ start: BlockArray<PoseBlock>, _ end: BlockArray<PoseBlock>,
    at progress: BlockArray<SIMD16<Float>>,
    into result: inout BlockArray<TransformBlock>
  ) {
    Self.map(start, end, progress, &result) {
      (a: PoseLanes<Float>, b: PoseLanes<Float>, progress: Float) in
      a.interpolated(to: b, at: progress).composed()
    }
  }

  public func mapQuads(
    _ transforms: BlockArray<TransformBlock>, halfSizes: BlockArray<PairBlock>,
    into result: inout BlockArray<QuadBlock>
  ) {
    Self.map(transforms, halfSizes, halfSizes, &result) {
      (transform: TransformLanes<Float>, half: PairLanes<Float>, _: PairLanes<Float>) in
      transform.mappedQuad(halfWidth: half.first, halfHeight: half.second)
    }
  }

  public func evaluate(
    _ springs: BlockArray<SpringBlock>, at time: Float,
    into result: inout BlockArray<SpringStateBlock>
  ) {
    Self.map(springs, springs, springs, &result) {
      (spring: SpringLanes<Float>, _: SpringLanes<Float>, _: SpringLanes<Float>) in
      spring.state(at: time)
    }
  }

  public func evaluate(
    _ springs: SortedSprings, at time: Double, into result: inout BlockArray<SpringStateBlock>
  ) {
    let time = SplitTime(time)
    var regimes = BlockArray<SIMD16<Float>>(repeating: .zero, count: springs.blockCount)
    for index in 0..<springs.oscillatingBlockCount { regimes[index] = .one }
    Self.map(springs.blocks, regimes, regimes, &result) {
      (spring: PreparedSpringLanes<Float>, oscillates: Float, _: Float) in
      oscillates == 1 ? spring.oscillatingState(at: time) : spring.overdampedState(at: time)
    }
  }

  public func step(
    _ states: inout BlockArray<SpringStateBlock>, by propagators: BlockArray<PropagatorBlock>
  ) {
    Self.map(states, propagators, propagators, &states) {
      (state: SpringStateLanes<Float>, step: PropagatorLanes<Float>, _: PropagatorLanes<Float>) in
      step.applied(to: state)
    }
  }

  public func progress(
    at fractions: BlockArray<SIMD16<Float>>, _ timing: PreparedTiming,
    into result: inout BlockArray<SIMD16<Float>>
  ) {
    Self.map(fractions, fractions, fractions, &result) {
      (fraction: Float, _: Float, _: Float) in
      let fraction = Float.clamp(fraction, 0, 1)
      guard let table = timing.timing.table else {
        return timing.timing.exactProgress(at: fraction)
      }
      return table.entries.withUnsafeBufferPointer { entries in
        entries.baseAddress.map { table.progress(at: fraction, $0) } ?? .nan
      }
    }
  }

  /// Applies a formula of width 1 to every lane of blocks.
  private static func map<
    A: BitwiseCopyable & Sendable, B: BitwiseCopyable & Sendable, C: BitwiseCopyable & Sendable,
    Result: BitwiseCopyable & Sendable, A1, B1, C1, Result1
  >(
    _ a: BlockArray<A>, _ b: BlockArray<B>, _ c: BlockArray<C>, _ result: inout BlockArray<Result>,
    _ formula: (A1, B1, C1) -> Result1
  ) {
    let count = result.count * 16
    let a = BlockStorage.items(a, count: count, of: A1.self)
    let b = BlockStorage.items(b, count: count, of: B1.self)
    let c = BlockStorage.items(c, count: count, of: C1.self)
    let results = (0..<count).map { formula(a[$0], b[$0], c[$0]) }
    guard let first = results.first else { return }
    result = BlockStorage.blocks(results, padding: first, of: Result.self)
  }
}
