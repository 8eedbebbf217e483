import MotionKernels

/// The corners of a layer on the screen, and whether it is visible, per lane.
struct CornerLanes<V: Lanes>: BitwiseCopyable, Sendable {
  var topLeftX, topLeftY, topRightX, topRightY: V
  var bottomLeftX, bottomLeftY, bottomRightX, bottomRightY: V

  /// 1 for a visible layer, otherwise 0.
  var isVisible: V
}

extension CornerLanes {
  /// Decides whether the layer is visible, and narrows the clip in `world` if the layer clips.
  ///
  /// - Parameters:
  ///   - clips: 1 for a layer that clips, otherwise 0.
  ///   - nearest: The smallest w of the corners; not above 0 if a corner is on the plane of the eye
  ///     or behind it.
  ///   - world: The values that include the clip.
  @inline(__always)
  mutating func cull(clips: V, _ nearest: V, _ world: inout WorldLanes<V>) {
    let (zero, one) = (V.splat(0), V.splat(1))
    let sum =
      ((topLeftX + topRightX) + (bottomLeftX + bottomRightX))
      + ((topLeftY + topRightY) + (bottomLeftY + bottomRightY))
    let isFinite = V.select(sum.magnitude, below: .splat(.infinity), one, zero)
    let isWhole = V.select(zero, below: nearest, isFinite, zero)
    // The overlap of the layer's bounding box with the clip.
    let left = V.max(
      world.left, .min(.min(topLeftX, topRightX), .min(bottomLeftX, bottomRightX)))
    let top = V.max(
      world.top, .min(.min(topLeftY, topRightY), .min(bottomLeftY, bottomRightY)))
    let right = V.min(
      world.right, .max(.max(topLeftX, topRightX), .max(bottomLeftX, bottomRightX)))
    let bottom = V.min(
      world.bottom, .max(.max(topLeftY, topRightY), .max(bottomLeftY, bottomRightY)))
    let isOnScreen = V.select(left, below: right, V.select(top, below: bottom, isWhole, zero), zero)
    let isOpaque = V.select(
      .splat(TreeWalks.invisibleOpacity), below: world.opacity, isOnScreen, zero)
    isVisible = isVisible * isOpaque
    // A layer that clips and is not whole hides its children: the clip's right edge moves to its
    // left edge, and the bottom edge to the top edge.
    let wholeRight = V.select(zero, below: isWhole, right, world.left)
    let wholeBottom = V.select(zero, below: isWhole, bottom, world.top)
    world.left = V.select(zero, below: clips, left, world.left)
    world.top = V.select(zero, below: clips, top, world.top)
    world.right = V.select(zero, below: clips, wholeRight, world.right)
    world.bottom = V.select(zero, below: clips, wholeBottom, world.bottom)
  }
}

extension CornerLanes<Float> {
  /// The quad that draws the layer with this index.
  @inline(__always)
  func displayQuad(clip: Edges, opacity: Float, layer: Int32) -> DisplayQuad {
    DisplayQuad(
      quad: Quad(
        topLeft: SIMD2(topLeftX, topLeftY), topRight: SIMD2(topRightX, topRightY),
        bottomLeft: SIMD2(bottomLeftX, bottomLeftY), bottomRight: SIMD2(bottomRightX, bottomRightY)),
      clip: clip, opacity: opacity, layer: layer)
  }
}

extension Lanes {
  /// The lower number of each lane, or `b` if either is NaN.
  @inline(__always)
  static func min(_ a: Self, _ b: Self) -> Self { select(a, below: b, a, b) }

  /// The higher number of each lane, or `b` if either is NaN.
  @inline(__always)
  static func max(_ a: Self, _ b: Self) -> Self { select(b, below: a, a, b) }
}
