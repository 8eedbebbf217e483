/// A pair of numbers per lane: a perspective's m24 and m34, or half a width and half a height.
///
/// - Shape: 2 fields of `V`; with `SIMD16<Float>`, 128 bytes for 16 pairs.
public struct PairLanes<V: Lanes>: BitwiseCopyable, Sendable {
  public var first, second: V
}

/// Sixteen pairs.
public typealias PairBlock = PairLanes<SIMD16<Float>>
