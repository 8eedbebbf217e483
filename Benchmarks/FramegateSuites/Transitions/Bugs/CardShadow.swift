import BenchmarkModel
import HeadlessUI
import LayerKernels

/// A card with a shadow slides in, and a label on it changes.
///
/// Published: the shadow has no path, so it is blurred again when anything in the card changes.
/// Fixed: the card's outline is known, so the shadow stays as it is.
final class CardShadow: BugStage {
  /// The time at which the label changes, in seconds.
  private static let change = 0.1

  /// The standard deviation of the shadow, and the radius of the card's corners, in points.
  private static let (sigma, cornerRadius) = (30.0, 16.0)

  /// Black with an opacity of two fifths.
  private static let shade = Pixel(red: 0, green: 0, blue: 0, alpha: 102)

  private let edition: BugEdition
  private let card: View
  private let kernels = SIMDPixelKernels()
  private let blur: BoxBlur
  private let corners: CornerMasks
  private let label: Bitmap
  private let paper: Bitmap
  private var hasChanged = false

  /// The contents of the card.
  private(set) var contents: Bitmap

  /// Its shadow, larger than the card by the extent of the blur.
  private(set) var shadow: Bitmap

  init(_ edition: BugEdition, _ screen: ScreenSize) throws {
    self.edition = edition
    let frame = Rect(
      x: 8, y: screen.height, width: screen.width - 16, height: 0.9 * screen.height)
    let size = try PixelSize(
      width: Int(frame.width * Self.scale), height: Int(frame.height * Self.scale))
    blur = try BoxBlur(sigma: Self.sigma * Self.scale)
    let radius = Int(Self.cornerRadius * Self.scale)
    let path = RoundedRectangle(size, cornerRadius: radius)
    corners = try CornerMasks(radius: path.cornerRadius)
    label = Bitmap(
      try PixelSize(width: max(1, size.width / 2), height: 90),
      Pixel(red: 20, green: 20, blue: 20, alpha: 255))
    paper = Bitmap(size, .white)
    contents = paper
    kernels.round(corners, of: &contents)
    shadow = Bitmap(try size.padded(by: blur.extent))
    kernels.fill(Self.shade, through: try kernels.shadow(of: path, blur), over: &shadow, at: .zero)
    let engine = Engine()
    card = View(engine: engine, name: "card", frame: frame)
    super.init(engine, screen)
    window.addSubview(card)
  }

  override func begin() {
    engine.animate(duration: 0.25) {
      card.frame = card.frame.offset(x: 0, y: 0.1 * window.bounds.height - card.frame.minY)
    }
  }

  override func draw() {
    guard !hasChanged, engine.now >= Self.change else { return }
    hasChanged = true
    contents.copy(paper)
    kernels.blend(label, over: &contents, at: PixelPoint(x: 60, y: 120))
    kernels.round(corners, of: &contents)
    guard edition == .published else { return }
    do {
      let mask = try kernels.shadow(of: contents, blur)
      shadow.clear()
      kernels.fill(Self.shade, through: mask, over: &shadow, at: .zero)
    } catch { preconditionFailure("The card had a shadow before it changed: \(error)") }
  }
}

extension BugPair {
  static let cardShadow = BugPair(
    name: "cardShadow", duration: .milliseconds(250), runsByDefault: true
  ) {
    try CardShadow($0, $1)
  }
}
