/// Sibling layers of one parent, evaluated together once per frame.
///
///     var batch = StructLayerBatch(animations, timing: .easeInOut)
///     batch.evaluate(time: 0.1, parent: stage)
///     let corners = batch.quad(at: 0)
///
/// For every layer: elapsed fraction, timing function, interpolation of translation, rotation
/// (shorter arc) and scale, the layer's transform, the product with the parent's, and the four
/// corners divided by w. Evaluating allocates nothing. A NaN or an infinity in one layer stays in
/// that layer; a corner on the plane of the eye goes to infinity or NaN.
public protocol LayerBatch: Sendable {
  /// Creates a batch. No layers are fine.
  init(_ animations: [LayerAnimation], timing: TimingFunction)

  /// How many layers there are.
  var count: Int { get }

  /// Computes every layer's corners.
  ///
  /// - Parameters:
  ///   - time: The time in seconds on the clock of the animations' `begin`.
  ///   - parent: What is applied after the layers' own transforms.
  mutating func evaluate(time: Float, parent: SIMDTransform3D)

  /// The corners of one layer as of the last evaluation; all at the origin before the first.
  ///
  /// - Precondition: `index` lies in 0..<`count`.
  func quad(at index: Int) -> Quad<Float>
}
