import HeadlessUI
import LayerKernels
import MotionKernels

/// The decorative layers of one page: cards that settle while their page moves.
///
/// Every frame evaluates all of them: timing, interpolation, composition, the product with the
/// page's transform, and four corners each.
struct PageLayers {
  private let page: View
  private var batch: any LayerBatch

  /// Arranges `count` cards in rows on `page` and starts their animations.
  ///
  /// - Parameters:
  ///   - page: The view that the cards are on; they fill its bounds.
  ///   - count: The number of cards.
  ///   - duration: The time within which all cards come to rest, in seconds.
  ///   - variant: The kernel that evaluates them.
  init(page: View, count: Int, duration: Double, variant: LayerBatchVariant) {
    self.page = page
    let size = page.bounds.size
    let animations = (0..<count).map {
      Self.card($0, of: count, in: size, duration: Float(duration))
    }
    batch = LayerBatches.make(variant, animations, timing: .easeInOut)
  }

  var count: Int { batch.count }

  /// The corners of a card in the window, in points, as of the last evaluation.
  func quad(at index: Int) -> Quad<Float> { batch.quad(at: index) }

  /// Evaluates all cards under the presentation transform of their page.
  mutating func evaluate(seconds: Double) {
    batch.evaluate(time: Float(seconds), parent: page.presentationTransform.converted())
  }

  /// The card with this index: there are four per row; later cards start later and take longer.
  private static func card(
    _ index: Int, of count: Int, in size: Size, duration: Float
  ) -> LayerAnimation {
    let columns = 4
    let rows = (count + columns - 1) / columns
    let row = index / columns
    let column = index % columns
    let width = Float(size.width) / Float(columns)
    let height = Float(size.height) / Float(rows)
    let x = (Float(column) + 0.5) * width - Float(size.width) / 2
    let y = (Float(row) + 0.5) * height - Float(size.height) / 2
    let phase = Float(index) / Float(count)
    let tilt = 0.02 + 0.06 * phase
    let from = LayerPose(
      translation: SIMD3(x, y + 24, 8 * phase),
      rotation: SIMD4(0, 0, tilt, (1 - tilt * tilt).squareRoot()),
      scale: SIMD3(0.9, 0.9, 1))
    return LayerAnimation(
      from: from, to: LayerPose(translation: SIMD3(x, y, 0)),
      size: SIMD2(0.9 * width, 0.9 * height),
      begin: 0.3 * duration * phase, duration: duration * (0.5 + 0.2 * phase),
      perspective: SIMD2(0, -1 / 800))
  }
}
