#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension LayerLanes<Float> {
  /// Prepares one layer, in `Double`.
  ///
  /// Quaternions are normalized; a quaternion of length 0 gives NaN in its lane.
  init(_ animation: LayerAnimation) {
    let clock = LayerClock(begin: animation.begin, duration: animation.duration)
    begin = clock.begin
    inverseDuration = clock.inverseDuration
    let (from, to) = (animation.from, animation.to)
    translationX = from.translation.x
    translationY = from.translation.y
    translationZ = from.translation.z
    let shift = to.translation - from.translation
    shiftX = shift.x
    shiftY = shift.y
    shiftZ = shift.z
    let half = animation.size / 2
    halfWidth = from.scale.x * half.x
    halfHeight = from.scale.y * half.y
    widthChange = to.scale.x * half.x - halfWidth
    heightChange = to.scale.y * half.y - halfHeight
    let start = Self.unit(from.rotation)
    var end = Self.unit(to.rotation)
    if (start * end).sum() < -Double(halfTurnCosine) { end = -end }
    let chord = end - start
    let sine = min(((chord * chord).sum() / 4).squareRoot(), 1)
    let angle = 2 * asin(sine)
    angleSquared = Float(angle * angle)
    let weight = angle > 1e-6 ? angle / sin(angle) : 1
    let weightedStart = SIMD4<Float>(start * weight)
    startX = weightedStart.x
    startY = weightedStart.y
    startZ = weightedStart.z
    startW = weightedStart.w
    let weightedEnd = SIMD4<Float>(end * weight)
    endX = weightedEnd.x
    endY = weightedEnd.y
    endZ = weightedEnd.z
    endW = weightedEnd.w
    m24 = animation.perspective.x
    m34 = animation.perspective.y
  }

  private static func unit(_ rotation: SIMD4<Float>) -> SIMD4<Double> {
    let rotation = SIMD4<Double>(rotation)
    return rotation / (rotation * rotation).sum().squareRoot()
  }

  /// A layer of size zero at the origin, which fills up the last block.
  static var padding: LayerLanes<Float> {
    LayerLanes(LayerAnimation(from: LayerPose(), to: LayerPose(), size: .zero, duration: 1))
  }
}

extension LayerLanes<SIMD16<Float>> {
  /// Blocks of prepared layers; layers of size zero fill up the last block.
  static func blocks(_ animations: [LayerAnimation]) -> BlockArray<LayerBlock> {
    BlockStorage.blocks(
      animations.map { LayerLanes<Float>($0) }, padding: .padding, of: LayerBlock.self)
  }
}
