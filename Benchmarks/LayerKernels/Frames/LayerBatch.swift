public import MotionKernels

/// Sibling layers of one parent, evaluated together once per frame.
///
///     var batch = LayerBatches.make(.struct, animations, timing: .easeInOut)
///     batch.evaluate(time: 0.1, parent: stage)
///     let corners = batch.quad(at: 0)
///
/// For every layer, an evaluation computes the elapsed fraction, the timing function, translation,
/// rotation (shorter arc), and scale interpolated between their ends, the layer's transform, its
/// product with the parent's, and the four corners divided by w. It allocates nothing. A NaN or an
/// infinity in one layer stays in that layer; a corner on the plane of the eye is infinite or NaN.
///
/// A type of your own that conforms can be compared with the four variants that ``LayerBatches``
/// makes.
public protocol LayerBatch: Sendable {
  /// Creates a batch; it may be empty.
  init(_ animations: [LayerAnimation], timing: TimingFunction)

  /// The number of layers.
  var count: Int { get }

  /// Computes every layer's corners.
  ///
  /// - Parameters:
  ///   - time: The time in seconds on the clock of the animations' `begin`.
  ///   - parent: The transform that is applied after the layers' own.
  mutating func evaluate(time: Float, parent: SIMDTransform3D)

  /// The corners of one layer as of the last evaluation; all at the origin before the first.
  ///
  /// - Precondition: `index` is in 0..<`count`.
  func quad(at index: Int) -> Quad<Float>
}
