/// One layer and the way it goes: what a batch evaluates in every frame.
///
/// The layer is a rectangle about its middle. At fraction p of its duration, eased, its pose lies
/// between `from` and `to`; its transform is scale · rotation · translation · perspective.
@frozen
public struct LayerAnimation: Hashable, Sendable {
  /// The pose at progress 0.
  public var from: LayerPose

  /// The pose at progress 1.
  public var to: LayerPose

  /// The width and height in points.
  public var size: SIMD2<Float>

  /// When the animation begins, in seconds; before that the layer stays at `from`.
  public var begin: Float

  /// How long it lasts, in seconds; with 0 or less the layer is at `to` from `begin` on.
  public var duration: Float

  /// How w depends on y and on z: the entries m24 and m34.
  public var perspective: SIMD2<Float>

  /// Creates an animation; the layer has no perspective of its own unless one is given.
  @inlinable
  public init(
    from: LayerPose, to: LayerPose, size: SIMD2<Float>, begin: Float = 0, duration: Float,
    perspective: SIMD2<Float> = .zero
  ) {
    self.from = from
    self.to = to
    self.size = size
    self.begin = begin
    self.duration = duration
    self.perspective = perspective
  }
}
