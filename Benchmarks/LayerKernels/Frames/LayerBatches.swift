public import MotionKernels

/// An implementation that evaluates batches of layers.
///
/// The raw values are the variants' names in benchmarks and result files.
public enum LayerBatchVariant: String, CaseIterable, Sendable {
  /// One number at a time, as scalar code is commonly written.
  case `struct`

  /// `SIMD4` values, one layer at a time.
  case simd

  /// Sixteen layers at a time.
  case block

  /// Sixteen layers at a time, on the best instruction set of this machine.
  case dispatch
}

/// Makes batches by variant.
public enum LayerBatches {
  /// Creates a batch that the given variant evaluates.
  public static func make(
    _ variant: LayerBatchVariant, _ animations: [LayerAnimation], timing: TimingFunction
  ) -> any LayerBatch {
    switch variant {
    case .struct: StructLayerBatch(animations, timing: timing)
    case .simd: SIMDLayerBatch(animations, timing: timing)
    case .block: BlockLayerBatch(animations, timing: timing)
    case .dispatch: DispatchLayerBatch(animations, timing: timing)
    }
  }
}
