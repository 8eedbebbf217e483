@testable import LayerKernels

/// The shared formulas, one lane at a time: what every block kernel is tested against.
///
/// Results equal those of ``BlockKernels`` bit for bit. Slow: it takes blocks apart and builds new
/// ones.
struct ReferenceKernels: Sendable {
  /// Applies a formula of width 1 to every lane of blocks.
  private static func map<each Input: LaneBlock, Result: LaneBlock>(
    _ inputs: repeat BlockArray<each Input>, into result: inout BlockArray<Result>,
    by formula: (repeat (each Input).Item) -> Result.Item
  ) {
    let count = result.count * 16
    let items = (repeat BlockStorage.items(each inputs, count: count, of: (each Input).Item.self))
    let results = (0..<count).map { index in formula(repeat (each items)[index]) }
    guard let first = results.first else { return }
    result = BlockStorage.blocks(results, padding: first, of: Result.self)
  }
}

/// A structure of sixteen-lane fields.
private protocol LaneBlock: BitwiseCopyable, Sendable {
  /// The same structure with one lane.
  associatedtype Item
}

extension SIMD16: LaneBlock where Scalar == Float { fileprivate typealias Item = Float }

extension TransformLanes: LaneBlock where V == SIMD16<Float> {
  fileprivate typealias Item = TransformLanes<Float>
}

extension PairLanes: LaneBlock where V == SIMD16<Float> {
  fileprivate typealias Item = PairLanes<Float>
}

extension PoseLanes: LaneBlock where V == SIMD16<Float> {
  fileprivate typealias Item = PoseLanes<Float>
}

extension QuadLanes: LaneBlock where V == SIMD16<Float> {
  fileprivate typealias Item = QuadLanes<Float>
}

extension SpringLanes: LaneBlock where V == SIMD16<Float> {
  fileprivate typealias Item = SpringLanes<Float>
}

extension SpringStateLanes: LaneBlock where V == SIMD16<Float> {
  fileprivate typealias Item = SpringStateLanes<Float>
}

extension PreparedSpringLanes: LaneBlock where V == SIMD16<Float> {
  fileprivate typealias Item = PreparedSpringLanes<Float>
}

extension PropagatorLanes: LaneBlock where V == SIMD16<Float> {
  fileprivate typealias Item = PropagatorLanes<Float>
}

extension ReferenceKernels: TransformBatchKernels {
  func concatenate(
    _ left: BlockArray<TransformBlock>, _ right: BlockArray<TransformBlock>,
    into result: inout BlockArray<TransformBlock>
  ) {
    Self.map(left, right, into: &result) { a, b in
      a.concatenated(b)
    }
  }

  func compose(
    _ poses: BlockArray<PoseBlock>, _ perspectives: BlockArray<PairBlock>,
    into result: inout BlockArray<TransformBlock>
  ) {
    Self.map(poses, perspectives, into: &result) { pose, m in
      pose.composed(m24: m.first, m34: m.second)
    }
  }

  func interpolate(
    _ start: BlockArray<TransformBlock>, _ end: BlockArray<TransformBlock>,
    at progress: BlockArray<SIMD16<Float>>,
    into result: inout BlockArray<TransformBlock>
  ) {
    Self.map(start, end, progress, into: &result) { a, b, progress in
      a.interpolated(to: b, at: progress)
    }
  }

  func interpolate(
    _ start: BlockArray<PoseBlock>, _ end: BlockArray<PoseBlock>,
    at progress: BlockArray<SIMD16<Float>>,
    into result: inout BlockArray<TransformBlock>
  ) {
    Self.map(start, end, progress, into: &result) { a, b, progress in
      a.interpolated(to: b, at: progress).composed()
    }
  }

  func mapQuads(
    _ transforms: BlockArray<TransformBlock>, halfSizes: BlockArray<PairBlock>,
    into result: inout BlockArray<QuadBlock>
  ) {
    Self.map(transforms, halfSizes, into: &result) { transform, half in
      transform.mappedQuad(halfWidth: half.first, halfHeight: half.second)
    }
  }
}

extension ReferenceKernels: SpringBatchKernels {
  func evaluate(
    _ springs: BlockArray<SpringBlock>, at time: Float,
    into result: inout BlockArray<SpringStateBlock>
  ) {
    Self.map(springs, into: &result) { spring in spring.state(at: time) }
  }

  func evaluate(
    _ springs: SortedSprings, at time: Double, into result: inout BlockArray<SpringStateBlock>
  ) {
    let time = SplitTime(time)
    var regimes = BlockArray<SIMD16<Float>>(repeating: .zero, count: springs.blockCount)
    for index in 0..<springs.oscillatingBlockCount { regimes[index] = .one }
    Self.map(springs.blocks, regimes, into: &result) { spring, oscillates in
      oscillates == 1 ? spring.oscillatingState(at: time) : spring.overdampedState(at: time)
    }
  }

  func step(
    _ states: inout BlockArray<SpringStateBlock>, by propagators: BlockArray<PropagatorBlock>
  ) {
    let before = states
    Self.map(before, propagators, into: &states) { state, step in
      step.applied(to: state)
    }
  }
}

extension ReferenceKernels: TimingBatchKernels {
  func progress(
    at fractions: BlockArray<SIMD16<Float>>, _ timing: PreparedTiming,
    into result: inout BlockArray<SIMD16<Float>>
  ) {
    Self.map(fractions, into: &result) { fraction in
      let fraction = Float.clamp(fraction, 0, 1)
      guard let table = timing.table else { return timing.exactProgress(at: fraction) }
      return withExtendedLifetime(table) { table.progress(at: fraction, table.entries) }
    }
  }
}

extension TransformLanes {
  /// The transforms that apply these, then `b`.
  func concatenated(_ b: TransformLanes) -> TransformLanes {
    @inline(__always)
    func row(_ x: V, _ y: V, _ z: V, _ w: V) -> (V, V, V, V) {
      (
        Self.dot(x, y, z, w, b.m11, b.m21, b.m31, b.m41),
        Self.dot(x, y, z, w, b.m12, b.m22, b.m32, b.m42),
        Self.dot(x, y, z, w, b.m13, b.m23, b.m33, b.m43),
        Self.dot(x, y, z, w, b.m14, b.m24, b.m34, b.m44)
      )
    }
    let row1 = row(m11, m12, m13, m14)
    let row2 = row(m21, m22, m23, m24)
    let row3 = row(m31, m32, m33, m34)
    let row4 = row(m41, m42, m43, m44)
    return TransformLanes(
      m11: row1.0, m12: row1.1, m13: row1.2, m14: row1.3,
      m21: row2.0, m22: row2.1, m23: row2.2, m24: row2.3,
      m31: row3.0, m32: row3.1, m33: row3.2, m34: row3.3,
      m41: row4.0, m42: row4.1, m43: row4.2, m44: row4.3)
  }

  /// The transforms at `progress` between these (0) and `other` (1), part by part.
  ///
  /// Where either end cannot be decomposed the result is `self` below 0.5 and `other` from there
  /// on.
  func interpolated(to other: TransformLanes, at progress: V) -> TransformLanes {
    var (start, end) = (DecomposedLanes(self), DecomposedLanes(other))
    DecomposedLanes.align(&start, &end, self, other)
    let path = start.interpolated(to: end, at: progress).composed()
    let quality = DecomposedLanes.quality(start, end)
    return path.orJump(from: self, to: other, at: progress, quality: quality)
  }
}
