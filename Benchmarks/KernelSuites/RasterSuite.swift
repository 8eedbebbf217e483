import FramegateKit
import BenchmarkModel
import LayerKernels
import SampleStatistics

extension BenchmarkRegistry {
  /// Adds what a compositor does with pixels: blending, masks, blurs, shadows, downsampling.
  ///
  /// An operation is one pixel of the view, or of the image to downsample. The bytes are those of
  /// reading each image once and writing the result once, so passes that a kernel needs beyond that
  /// show in the share of the limit. There are no flops: pixels are integers.
  mutating func addRasterSuite() {
    for level in CacheLevel.allCases {
      addPixels(ScalarPixelKernels(), .struct, level)
      addPixels(SIMDPixelKernels(), .simd, level)
    }
    addPhoto(ScalarPixelKernels(), .struct)
    addPhoto(SIMDPixelKernels(), .simd)
  }

  private mutating func addPixels(
    _ kernels: some PixelKernels, _ variant: Variant, _ level: CacheLevel
  ) {
    pixels("blend", level, variant, bytes: 12) { size in
      (source: RasterInputs.image(size, seed: 1), target: RasterInputs.image(size, seed: 2))
    } body: { images in
      kernels.blend(images.source, opacity: 200, over: &images.target, at: .zero)
      blackHole(images.target)
    }
    pixels("mask", level, variant, bytes: 9) { size in
      // Pixels that are multiplied with less than 1 again and again become transparent, at the same
      // cost.
      (mask: try RasterInputs.mask(size), target: RasterInputs.image(size, seed: 2))
    } body: { images in
      kernels.apply(images.mask, to: &images.target, at: .zero)
      blackHole(images.target)
    }
    pixels("blur", level, variant, bytes: 8) { size in
      (image: RasterInputs.image(size, seed: 1), blur: try BoxBlur(sigma: 8))
    } body: { input in
      var image = input.image
      kernels.blur(&image, input.blur)
      blackHole(image)
    }
    pixels("shadow", level, variant, bytes: 12) { size in
      try RasterInputs.shadow(size)
    } body: { input in
      if let mask = try? kernels.shadow(of: input.view, input.blur) {
        kernels.fill(RasterInputs.shade, through: mask, over: &input.target, at: .zero)
      }
      blackHole(input.target)
    }
    pixels("shadowPath", level, variant, bytes: 8) { size in
      try RasterInputs.shadow(size)
    } body: { input in
      if let mask = try? kernels.shadow(of: input.path, input.blur) {
        kernels.fill(RasterInputs.shade, through: mask, over: &input.target, at: .zero)
      }
      blackHole(input.target)
    }
    pixels("downsample", level, variant, bytes: 4) { size -> (image: Bitmap, screen: PixelSize) in
      // As a photo of 4,032 pixels for a screen of 1,125.
      let screen = try PixelSize(
        width: (size.width * 9 + 31) / 32, height: (size.height * 9 + 31) / 32)
      return (image: RasterInputs.image(size, seed: 1), screen: screen)
    } body: { input in
      blackHole(try? kernels.downsample(input.image, to: input.screen))
    }
  }

  /// Adds a photo of 12 megapixels that is scaled down to the width of a phone's screen.
  private mutating func addPhoto(_ kernels: some PixelKernels, _ variant: Variant) {
    let (width, height) = (4_032, 3_024)
    benchmark(
      "kernel.downsample.photo", variant: variant, operations: width * height,
      options: BenchmarkOptions(
        isReference: variant == .struct, bytesPerOperation: 4,
        roofline: Roofline(limits: variant.instructionSet, memory: CacheLevel.dram.memory),
        runsByDefault: false),
      work: .init {
        (
          photo: RasterInputs.image(try PixelSize(width: width, height: height), seed: 1),
          screen: try PixelSize(width: 1_125, height: 844)
        )
      } body: { input in
        blackHole(try? kernels.downsample(input.photo, to: input.screen))
      })
  }

  private mutating func pixels<Input>(
    _ family: String, _ level: CacheLevel, _ variant: Variant, bytes: Int,
    setup: @escaping (PixelSize) throws -> Input, body: @escaping (inout Input) -> Void
  ) {
    kernel(
      family, level, variant, bytes: bytes, flops: 0, samplingTime: .milliseconds(200),
      setup: { try setup(try RasterInputs.size(pixels: $0)) }, body: body)
  }
}

/// Seeded images for the kernels of pixels.
enum RasterInputs {
  /// The color of a shadow: black at two fifths.
  static let shade = Pixel(red: 0, green: 0, blue: 0, alpha: 102)

  /// The size with exactly `pixels` pixels that is nearest to a square.
  static func size(pixels: Int) throws -> PixelSize {
    var height = Int(Double(pixels).squareRoot())
    while pixels % height != 0 { height -= 1 }
    return try PixelSize(width: pixels / height, height: height)
  }

  /// An image of random premultiplied colors.
  static func image(_ size: PixelSize, seed: UInt64) -> Bitmap {
    var generator = SplitMix64(seed: seed)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * size.area)
    for _ in 0..<size.area {
      let random = generator.next()
      let alpha = random & 255
      for shift in [8, 16, 24] as [UInt64] {
        bytes.append(UInt8((random >> shift & 255) * alpha / 255))
      }
      bytes.append(UInt8(alpha))
    }
    // The number of bytes is right.
    return (try? Bitmap(size, bytes: bytes)) ?? Bitmap(size)
  }

  /// A mask of random coverages.
  static func mask(_ size: PixelSize) throws -> AlphaMask {
    var generator = SplitMix64(seed: 3)
    return try AlphaMask(
      size, bytes: (0..<size.area).map { _ in UInt8(truncatingIfNeeded: generator.next()) })
  }

  /// What casts a shadow, and what it falls on.
  struct Shadow {
    /// An opaque card with round corners.
    let view: Bitmap

    /// The outline of the card.
    let path: RoundedRectangle
    let blur: BoxBlur
    var target: Bitmap
  }

  /// A card as large as the view, and an image behind it.
  static func shadow(_ size: PixelSize) throws -> Shadow {
    let path = RoundedRectangle(size, cornerRadius: 12)
    var view = Bitmap(size, .white)
    SIMDPixelKernels().apply(try path.mask(), to: &view, at: .zero)
    return Shadow(
      view: view, path: path, blur: try BoxBlur(sigma: 8), target: Bitmap(size, .white))
  }
}
