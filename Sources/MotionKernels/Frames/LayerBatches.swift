/// Which implementation evaluates a batch of layers.
///
/// The raw values are the variants' names in benchmarks and result files.
public enum LayerBatchVariant: String, CaseIterable, Sendable {
  /// One number at a time, as people write it.
  case `struct`

  /// `SIMD4` values, one layer at a time.
  case simd

  /// Sixteen layers at a time.
  case block

  /// Sixteen layers at a time, on the best instruction set of this machine.
  case dispatch
}

/// Makes batches by the name of their variant.
public enum LayerBatches {
  /// A batch on the given variant.
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
