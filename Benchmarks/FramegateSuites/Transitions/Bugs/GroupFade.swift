import BenchmarkModel
import HeadlessUI
import LayerKernels

/// A card of four overlapping pictures fades out.
///
/// Published: the pictures are blended into a separate image in every frame, as group opacity
/// requires. Fixed: a snapshot of them is made once, and fades.
final class GroupFade: BugStage {
  private let edition: BugEdition
  private let card: View
  private let pictures: [(image: Bitmap, origin: PixelPoint)]
  private let background: Bitmap
  private let kernels = SIMDPixelKernels()
  private var group: Bitmap

  /// The part of the screen at the card's position.
  private(set) var screen: Bitmap

  init(_ edition: BugEdition, _ screen: ScreenSize) throws {
    self.edition = edition
    let frame = Rect(x: 0, y: 0, width: screen.width, height: 0.2 * screen.height)
    let size = try PixelSize(
      width: max(8, Int(frame.width * Self.scale)), height: max(8, Int(frame.height * Self.scale)))
    let picture = try PixelSize(width: size.width * 7 / 8, height: size.height * 7 / 8)
    pictures = (0..<4).map { index in
      let shade = UInt8(60 * index)
      let color = Pixel(red: shade, green: 200 - shade, blue: 90, alpha: 255)
      return (
        Bitmap(picture, color),
        PixelPoint(x: index * size.width / 32, y: index * size.height / 32)
      )
    }
    background = Bitmap(size, .white)
    group = Bitmap(size)
    self.screen = background
    let engine = Engine()
    card = View(engine: engine, name: "card", frame: frame)
    super.init(engine, screen)
    window.addSubview(card)
  }

  override func begin() {
    engine.animate(duration: 0.1) { card.alpha = 0 }
    guard edition == .fixed else { return }
    for picture in pictures { kernels.blend(picture.image, over: &group, at: picture.origin) }
  }

  override func draw() {
    let opacity = UInt8(255 * min(max(card.presentation.alpha, 0), 1) + 0.5)
    screen.copy(background)
    switch edition {
    case .published:
      kernels.blendGroup(pictures, opacity: opacity, in: &group, over: &screen, at: .zero)
    case .fixed:
      kernels.blend(group, opacity: opacity, over: &screen, at: .zero)
    }
  }
}

extension BugPair {
  static let groupFade = BugPair(name: "groupFade", duration: .milliseconds(100)) {
    try GroupFade($0, $1)
  }
}
