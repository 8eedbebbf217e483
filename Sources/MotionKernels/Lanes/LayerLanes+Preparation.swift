#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension LayerLanes<Float> {
  /// Prepares one layer, in 64 bits.
  ///
  /// Quaternions that are not of unit length are made so; one of length 0 gives NaN in its lane.
  init(_ animation: LayerAnimation) {
    let clock = LayerClock(begin: animation.begin, duration: animation.duration)
    (begin, inverseDuration) = (clock.begin, clock.inverseDuration)
    let (from, to) = (animation.from, animation.to)
    (translationX, translationY, translationZ) =
      (from.translation.x, from.translation.y, from.translation.z)
    let shift = to.translation - from.translation
    (shiftX, shiftY, shiftZ) = (shift.x, shift.y, shift.z)
    let half = animation.size / 2
    (halfWidth, halfHeight) = (from.scale.x * half.x, from.scale.y * half.y)
    widthChange = to.scale.x * half.x - halfWidth
    heightChange = to.scale.y * half.y - halfHeight
    let start = Self.unit(from.rotation)
    var end = Self.unit(to.rotation)
    if (start * end).sum() < 0 { end = -end }
    let chord = end - start
    let sine = min(((chord * chord).sum() / 4).squareRoot(), 1)
    let angle = 2 * asin(sine)
    angleSquared = Float(angle * angle)
    let weight = angle > 1e-6 ? angle / sin(angle) : 1
    (startX, startY, startZ, startW) = Self.floats(start * weight)
    (endX, endY, endZ, endW) = Self.floats(end * weight)
    (m24, m34) = (animation.perspective.x, animation.perspective.y)
  }

  private static func unit(_ rotation: SIMD4<Float>) -> SIMD4<Double> {
    let rotation = SIMD4<Double>(rotation)
    return rotation / (rotation * rotation).sum().squareRoot()
  }

  private static func floats(_ q: SIMD4<Double>) -> (Float, Float, Float, Float) {
    (Float(q.x), Float(q.y), Float(q.z), Float(q.w))
  }

  /// A layer of no extent at the origin: what fills the last block.
  static var padding: LayerLanes<Float> {
    LayerLanes(LayerAnimation(from: LayerPose(), to: LayerPose(), size: .zero, duration: 1))
  }
}

extension LayerLanes<SIMD16<Float>> {
  /// Blocks of prepared layers, the last one filled up with layers of no extent.
  static func blocks(_ animations: [LayerAnimation]) -> BlockArray<LayerBlock> {
    BlockStorage.blocks(
      animations.map { LayerLanes<Float>($0) }, padding: .padding, of: LayerBlock.self)
  }
}
