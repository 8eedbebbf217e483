import BenchmarkModel
import FramegateKit
import LayerKernels
import SampleStatistics

extension BenchmarkRegistry {
  /// Adds the work of a compositor on pixels: blending, masks, blurs, shadows, downsampling.
  ///
  /// An operation is one pixel of the view, or of the image to downsample. The bytes count each
  /// image as read once and the result as written once; further passes of a kernel lower its share
  /// of the limit. There are no flops: pixels are integers.
  mutating func addRasterSuite() {
    for level in CacheLevel.allCases {
      addPixels(.struct, level) { ScalarPixelKernels() }
      addPixels(.simd, level) { SIMDPixelKernels() }
      addPixels(.dispatch, level) { try dispatchPixelKernels() }
    }
    addPhoto(.struct) { ScalarPixelKernels() }
    addPhoto(.simd) { SIMDPixelKernels() }
    addPhoto(.dispatch) { try dispatchPixelKernels() }
  }

  private mutating func addPixels<Kernels: PixelKernels>(
    _ variant: Variant, _ level: CacheLevel, _ kernels: @escaping () throws -> Kernels
  ) {
    pixels("blend", level, variant, bytes: 12, traffic: .inPlace) { size in
      Raster(
        kernels: try kernels(), input: try RasterInputs.image(size, seed: 1),
        target: try RasterInputs.image(size, seed: 2))
    } body: { raster in
      raster.kernels.blend(raster.input, opacity: 200, over: &raster.target, at: .zero)
      blackHole(raster.target)
    }
    pixels("mask", level, variant, bytes: 9, traffic: .inPlace) { size in
      // Repeated masking makes the pixels transparent; the cost stays the same.
      Raster(
        kernels: try kernels(), input: try RasterInputs.mask(size),
        target: try RasterInputs.image(size, seed: 2))
    } body: { raster in
      raster.kernels.apply(raster.input, to: &raster.target, at: .zero)
      blackHole(raster.target)
    }
    pixels("blur", level, variant, bytes: 8, traffic: .outOfPlace) { size in
      Raster(
        kernels: try kernels(), input: try BoxBlur(sigma: 8),
        target: try RasterInputs.image(size, seed: 1))
    } body: { raster in
      var image = raster.target
      raster.kernels.blur(&image, raster.input)
      blackHole(image)
    }
    pixels("shadow", level, variant, bytes: 12, traffic: .inPlace) { size in
      Raster(
        kernels: try kernels(), input: try RasterInputs.shadow(size), target: Bitmap(size, .white))
    } body: { raster in
      let mask = try raster.kernels.shadow(of: raster.input.view, raster.input.blur)
      raster.kernels.fill(RasterInputs.shade, through: mask, over: &raster.target, at: .zero)
      blackHole(raster.target)
    }
    pixels("shadowPath", level, variant, bytes: 8, traffic: .inPlace) { size in
      Raster(
        kernels: try kernels(), input: try RasterInputs.shadow(size), target: Bitmap(size, .white))
    } body: { raster in
      let mask = try raster.kernels.shadow(of: raster.input.path, raster.input.blur)
      raster.kernels.fill(RasterInputs.shade, through: mask, over: &raster.target, at: .zero)
      blackHole(raster.target)
    }
    pixels("downsample", level, variant, bytes: 4, traffic: .reads) { size in
      // The ratio of a photo 4,032 pixels wide on a screen 1,125 pixels wide.
      Raster(
        kernels: try kernels(),
        input: try PixelSize(
          width: (size.width * 9 + 31) / 32, height: (size.height * 9 + 31) / 32),
        target: try RasterInputs.image(size, seed: 1))
    } body: { raster in
      blackHole(try raster.kernels.downsample(raster.target, to: raster.input))
    }
  }

  /// Adds a photo of 12 megapixels that is scaled down to the width of a phone's screen.
  private mutating func addPhoto<Kernels: PixelKernels>(
    _ variant: Variant, _ kernels: @escaping () throws -> Kernels
  ) {
    let (width, height) = (4_032, 3_024)
    benchmark(
      "kernel.downsample.photo", variant: variant, operations: width * height,
      options: BenchmarkOptions(
        isReference: variant == .struct, bytesPerOperation: 4,
        roofline: Roofline(
          limits: variant.instructionSet, memory: CacheLevel.dram.memory(.reads)),
        runsByDefault: false),
      work: .init {
        Raster(
          kernels: try kernels(), input: try PixelSize(width: 1_125, height: 844),
          target: try RasterInputs.image(PixelSize(width: width, height: height), seed: 1))
      } body: { raster in
        blackHole(try raster.kernels.downsample(raster.target, to: raster.input))
      })
  }

  private mutating func pixels<Input>(
    _ family: String, _ level: CacheLevel, _ variant: Variant, bytes: Int, traffic: MemoryTraffic,
    setup: @escaping (PixelSize) throws -> Input, body: @escaping (inout Input) throws -> Void
  ) {
    kernel(
      family, level, variant, bytes: bytes, traffic: traffic, flops: 0,
      samplingTime: .milliseconds(200), setup: { try setup(try RasterInputs.size(pixels: $0)) },
      body: body)
  }
}

/// An implementation of pixel kernels, with the input of one kernel and the image that it works
/// on.
private struct Raster<Kernels, Input> {
  let kernels: Kernels
  let input: Input
  var target: Bitmap
}

/// Images from fixed seeds for the pixel kernels.
enum RasterInputs {
  /// The color of a shadow: black with an opacity of two fifths.
  static let shade = Pixel(red: 0, green: 0, blue: 0, alpha: 102)

  /// The size with exactly `pixels` pixels that is nearest to a square.
  static func size(pixels: Int) throws -> PixelSize {
    var height = Int(Double(pixels).squareRoot())
    while pixels % height != 0 { height -= 1 }
    return try PixelSize(width: pixels / height, height: height)
  }

  /// An image of random premultiplied colors.
  static func image(_ size: PixelSize, seed: UInt64) throws -> Bitmap {
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
    return try Bitmap(size, bytes: bytes)
  }

  /// A mask of random coverages.
  static func mask(_ size: PixelSize) throws -> AlphaMask {
    var generator = SplitMix64(seed: 3)
    return try AlphaMask(
      size, bytes: (0..<size.area).map { _ in UInt8(truncatingIfNeeded: generator.next()) })
  }

  /// A card that casts a shadow.
  struct Shadow {
    /// An opaque card with round corners.
    let view: Bitmap

    /// The outline of the card.
    let path: RoundedRectangle
    let blur: BoxBlur
  }

  /// A card as large as the view.
  static func shadow(_ size: PixelSize) throws -> Shadow {
    let path = RoundedRectangle(size, cornerRadius: 12)
    var view = Bitmap(size, .white)
    SIMDPixelKernels().apply(try path.mask(), to: &view, at: .zero)
    return Shadow(view: view, path: path, blur: try BoxBlur(sigma: 8))
  }
}
