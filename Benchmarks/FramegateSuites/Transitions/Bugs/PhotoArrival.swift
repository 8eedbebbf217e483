import BenchmarkModel
import HeadlessUI
import LayerKernels

/// A thumbnail grows to the width of the screen, and is replaced by its photo on the way.
///
/// Published: the photo is scaled in the frame that shows it. Fixed: it was scaled before.
final class PhotoArrival: BugStage {
  /// The time at which the photo has been loaded, in seconds.
  private static let arrival = 0.125

  private let photo: Bitmap
  private let imageView: View
  private let end: Rect
  private let kernels = SIMDPixelKernels()

  /// The photo, scaled to its size on screen, or nil if the frame that shows it scales it.
  private let prepared: Bitmap?
  private var hasArrived = false

  /// The contents of the image view.
  private(set) var contents: Bitmap

  /// Creates a scene; the default photo is as large as a camera's.
  init(_ edition: BugEdition, _ screen: ScreenSize, photo: Bitmap = PhotoArrival.photo) throws {
    self.photo = photo
    let height = screen.width * Double(photo.size.height) / Double(photo.size.width)
    end = Rect(x: 0, y: (screen.height - height) / 2, width: screen.width, height: height)
    let size = try PixelSize(
      width: min(Int(screen.width * Self.scale), photo.size.width),
      height: min(Int(height * Self.scale), photo.size.height))
    prepared = edition == .fixed ? try kernels.downsample(photo, to: size) : nil
    contents = Bitmap(size, .white)
    let engine = Engine()
    imageView = View(
      engine: engine, name: "photo",
      frame: Rect(x: 16, y: 0.6 * screen.height, width: 80, height: 60))
    super.init(engine, screen)
    window.addSubview(imageView)
  }

  override func begin() {
    engine.animate(duration: 0.25) { imageView.frame = end }
  }

  override func draw() {
    guard !hasArrived, engine.now >= Self.arrival else { return }
    hasArrived = true
    do {
      kernels.blend(
        try prepared ?? kernels.downsample(photo, to: contents.size), over: &contents)
    } catch { preconditionFailure("The photo is smaller than its view: \(error)") }
  }
}

extension PhotoArrival {
  /// A photo of 4,032 × 3,024 pixels.
  static let photo = stripes(width: 4_032, height: 3_024)

  /// A photo of vertical stripes, which costs as much as any other.
  ///
  /// - Precondition: The size is valid for an image.
  static func stripes(width: Int, height: Int) -> Bitmap {
    do throws(RasterError) {
      let row: [UInt8] = (0..<width).flatMap { [UInt8(truncatingIfNeeded: $0), 90, 200, 255] }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(row.count * height)
      for _ in 0..<height { bytes += row }
      return try Bitmap(try PixelSize(width: width, height: height), bytes: bytes)
    } catch {
      preconditionFailure(error.description)
    }
  }
}

extension BugPair {
  static let photoArrival = BugPair(
    name: "photoArrival", duration: .milliseconds(250), runsByDefault: true
  ) {
    try PhotoArrival($0, $1)
  }
}
