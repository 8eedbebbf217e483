/// One layer and its animation: what a batch evaluates in every frame.
///
/// The layer is a rectangle centered on its anchor. Its pose is interpolated between `from` and
/// `to` by the eased fraction of its duration; its transform is scale · rotation · translation ·
/// perspective.
@frozen
public struct LayerAnimation: Hashable, Sendable {
  /// The pose at progress 0.
  public var from: LayerPose

  /// The pose at progress 1.
  public var to: LayerPose

  /// The width and height in points.
  public var size: SIMD2<Float>

  /// The start time in seconds; before it, the layer stays at `from`.
  public var begin: Float

  /// The duration in seconds; if it is 0 or less, the layer is at `to` from `begin` on.
  public var duration: Float

  /// The entries m24 and m34: how much w depends on y and on z.
  public var perspective: SIMD2<Float>

  /// Creates an animation; by default, the layer has no perspective of its own.
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

/// An animation's start and duration in a form that needs no division and no branch per frame.
struct LayerClock {
  /// The number of seconds to subtract from the time.
  let begin: Float

  /// The factor for the difference, in 1/s.
  let inverseDuration: Float

  /// Creates a clock; if the duration is 0, negative, or NaN, the animation is over at `begin`.
  init(begin: Float, duration: Float) {
    guard duration > 0, (1 / duration).isFinite else {
      // The clock starts one step earlier and is so steep that the fraction is above 1 at `begin`.
      let step = max(begin.magnitude.ulp, 1e-30)
      self.begin = begin - step
      inverseDuration = .greatestFiniteMagnitude
      return
    }
    self.begin = begin
    inverseDuration = 1 / duration
  }
}
