/// The shared formulas, one lane at a time: what every block kernel is tested against.
///
/// Bit for bit what ``BlockKernels`` computes, and slow: it takes blocks apart and builds new ones.
public struct ReferenceKernels: BatchKernels {
  /// Creates the kernels; there is nothing to set up.
  public init() {}
}

extension ReferenceKernels {
  public func concatenate(
    _ left: [TransformBlock], _ right: [TransformBlock], into result: inout [TransformBlock]
  ) {
    Self.map(left, right, right, &result) {
      (a: TransformLanes<Float>, b: TransformLanes<Float>, _: TransformLanes<Float>) in
      var (a, b, product) = (a, b, a)
      TransformLanes.concatenate(&a, &b, into: &product)
      return product
    }
  }

  public func compose(
    _ poses: [PoseBlock], _ perspectives: [PairBlock], into result: inout [TransformBlock]
  ) {
    Self.map(poses, perspectives, perspectives, &result) {
      (pose: PoseLanes<Float>, pair: PairLanes<Float>, _: PairLanes<Float>) in
      pose.composed(m24: pair.first, m34: pair.second)
    }
  }

  public func interpolate(
    _ start: [TransformBlock], _ end: [TransformBlock], at progress: [SIMD16<Float>],
    into result: inout [TransformBlock]
  ) {
    Self.map(start, end, progress, &result) {
      (a: TransformLanes<Float>, b: TransformLanes<Float>, progress: Float) in
      a.interpolated(to: b, at: progress)
    }
  }

  public func interpolate(
    _ start: [PoseBlock], _ end: [PoseBlock], at progress: [SIMD16<Float>],
    into result: inout [TransformBlock]
  ) {
    Self.map(start, end, progress, &result) {
      (a: PoseLanes<Float>, b: PoseLanes<Float>, progress: Float) in
      a.interpolated(to: b, at: progress).composed()
    }
  }

  public func mapQuads(
    _ transforms: [TransformBlock], halfSizes: [PairBlock], into result: inout [QuadBlock]
  ) {
    Self.map(transforms, halfSizes, halfSizes, &result) {
      (transform: TransformLanes<Float>, half: PairLanes<Float>, _: PairLanes<Float>) in
      transform.mappedQuad(halfWidth: half.first, halfHeight: half.second)
    }
  }

  public func evaluate(
    _ springs: [SpringBlock], at time: Float, into result: inout [SpringStateBlock]
  ) {
    Self.map(springs, springs, springs, &result) {
      (spring: SpringLanes<Float>, _: SpringLanes<Float>, _: SpringLanes<Float>) in
      spring.state(at: time)
    }
  }

  public func evaluate(
    _ springs: SortedSprings, at time: Double, into result: inout [SpringStateBlock]
  ) {
    let time = SplitTime(time)
    let regimes = springs.blocks.indices.map { index in
      SIMD16<Float>(repeating: index < springs.oscillatingBlockCount ? 1 : 0)
    }
    Self.map(springs.blocks, regimes, regimes, &result) {
      (spring: PreparedSpringLanes<Float>, oscillates: Float, _: Float) in
      oscillates == 1 ? spring.oscillatingState(at: time) : spring.overdampedState(at: time)
    }
  }

  public func step(_ states: inout [SpringStateBlock], by propagators: [PropagatorBlock]) {
    Self.map(states, propagators, propagators, &states) {
      (state: SpringStateLanes<Float>, step: PropagatorLanes<Float>, _: PropagatorLanes<Float>) in
      step.applied(to: state)
    }
  }

  public func progress(
    at fractions: [SIMD16<Float>], _ timing: PreparedTiming, into result: inout [SIMD16<Float>]
  ) {
    Self.map(fractions, fractions, fractions, &result) {
      (fraction: Float, _: Float, _: Float) in
      let fraction = Float.clamp(fraction, 0, 1)
      guard let table = timing.timing.table else {
        return timing.timing.exactProgress(at: fraction)
      }
      return table.entries.withUnsafeBufferPointer { entries in
        entries.baseAddress.map { TimingTable.progress(at: fraction, $0, table.warp) } ?? .nan
      }
    }
  }

  /// Applies a formula of width 1 to every lane of blocks.
  private static func map<A, B, C, Result, A1, B1, C1, Result1>(
    _ a: [A], _ b: [B], _ c: [C], _ result: inout [Result], _ formula: (A1, B1, C1) -> Result1
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
