import Testing

@testable import LayerKernels

@Suite("Blending")
struct BlendTests {
  /// A color over another one with an opacity, by hand: both products are rounded to nearest.
  struct Example: CustomTestStringConvertible, Sendable {
    let source, target: Pixel
    let opacity: UInt8
    let result: Pixel

    var testDescription: String { "\(source) at \(opacity) over \(target)" }
  }

  static let gray = Pixel(red: 100, green: 100, blue: 100, alpha: 255)
  static let half = Pixel(red: 128, green: 64, blue: 0, alpha: 128)

  @Test(
    "Colors by hand",
    arguments: [
      // Opaque hides, transparent shows.
      Example(source: gray, target: .white, opacity: 255, result: gray),
      Example(source: gray, target: .white, opacity: 0, result: .white),
      Example(source: .clear, target: gray, opacity: 255, result: gray),
      // 128 + 255 · 127/255, 64 + 127, 0 + 127.
      Example(
        source: half, target: .white, opacity: 255,
        result: Pixel(red: 255, green: 191, blue: 127, alpha: 255)),
      // 100 · 51/255 = 20 and 255 · 204/255 = 204.
      Example(
        source: gray, target: .white, opacity: 51,
        result: Pixel(red: 224, green: 224, blue: 224, alpha: 255)),
      // 128 · 100/255 = 50.2, 64 · 100/255 = 25.1, and 255 − 50 of the rest.
      Example(
        source: half, target: .white, opacity: 100,
        result: Pixel(red: 255, green: 230, blue: 205, alpha: 255)),
    ], Implementation.allCases)
  func colors(_ example: Example, _ implementation: Implementation) throws {
    // Seven pixels: four at a time, and three that are left.
    let size = try PixelSize(width: 7, height: 1)
    var target = Bitmap(size, example.target)
    implementation.kernels.blend(
      Bitmap(size, example.source), opacity: example.opacity, over: &target, at: .zero)
    #expect(target == Bitmap(size, example.result))
  }

  @Test("All equal the reference byte for byte", arguments: Implementation.fast, 0..<200)
  func variants(_ implementation: Implementation, seed: UInt64) throws {
    var random = RandomImages(seed: seed)
    let target = random.image(try random.size())
    let source = random.image(try random.size())
    let mask = try random.mask(try random.size())
    let (opacity, color) = (random.byte(), random.pixel())
    let origin = random.origin(source.size, on: target.size)
    let maskOrigin = random.origin(mask.size, on: target.size)
    func result(_ kernels: some PixelKernels) -> [Bitmap] {
      var (blended, filled, masked) = (target, target, target)
      kernels.blend(source, opacity: opacity, over: &blended, at: origin)
      kernels.fill(color, through: mask, over: &filled, at: maskOrigin)
      kernels.apply(mask, to: &masked, at: maskOrigin)
      return [blended, filled, masked]
    }
    #expect(result(implementation.kernels) == result(ScalarPixelKernels()))
  }

  /// A square of 256 pixels on a side, from the column and the row.
  private static func square(_ pixel: (UInt8, UInt8) -> [UInt8]) throws -> Bitmap {
    try Bitmap(
      try PixelSize(width: 256, height: 256),
      bytes: (0..<256).flatMap { row in
        (0..<256).flatMap { column in pixel(UInt8(column), UInt8(row)) }
      })
  }

  @Test("Every pair of bytes has the product of the reference", arguments: Implementation.fast)
  func products(_ implementation: Implementation) throws {
    let kernels = implementation.kernels
    let columns = try Self.square { column, _ in [column, column, column, column] }
    // A byte times a coverage.
    let coverages = try AlphaMask(
      columns.size, bytes: (0..<256).flatMap { [UInt8](repeating: UInt8($0), count: 256) })
    var (masked, expectedMasked) = (columns, columns)
    kernels.apply(coverages, to: &masked, at: .zero)
    ScalarPixelKernels().apply(coverages, to: &expectedMasked, at: .zero)
    #expect(masked == expectedMasked)
    // A byte times what an alpha leaves, with colors that overflow as well.
    let alphas = try Self.square { column, row in [0, 255, column, row] }
    var (blended, expectedBlended) = (columns, columns)
    kernels.blend(alphas, over: &blended)
    ScalarPixelKernels().blend(alphas, over: &expectedBlended)
    #expect(blended == expectedBlended)
    // A byte times an opacity, and a coverage times a byte of a color.
    let row = columns.snapshot(try PixelSize(width: 256, height: 1))
    let coverage = try AlphaMask(row.size, bytes: Array(0...255))
    for opacity in 0...255 as ClosedRange<UInt8> {
      var (faded, expectedFaded) = (row, row)
      kernels.blend(row, opacity: opacity, over: &faded, at: .zero)
      ScalarPixelKernels().blend(row, opacity: opacity, over: &expectedFaded, at: .zero)
      #expect(faded == expectedFaded, "opacity \(opacity)")
      let color = Pixel(red: opacity, green: 255 - opacity, blue: 7, alpha: opacity)
      var (filled, expectedFilled) = (row, row)
      kernels.fill(color, through: coverage, over: &filled, at: .zero)
      ScalarPixelKernels().fill(color, through: coverage, over: &expectedFilled, at: .zero)
      #expect(filled == expectedFilled, "\(color)")
    }
  }

  @Test(
    "Rows of every length up to 35, of whole images and of parts", arguments: Implementation.fast)
  func lengths(_ implementation: Implementation) throws {
    var random = RandomImages(seed: 3)
    for width in 1...35 {
      let size = try PixelSize(width: width, height: 3)
      let (source, mask) = (random.image(size), try random.mask(size))
      for margin in [0, 2] {
        let target = random.image(try size.padded(by: margin))
        let origin = PixelPoint(x: margin, y: margin)
        func result(_ kernels: some PixelKernels) -> [Bitmap] {
          var (opaque, faded, filled, masked) = (target, target, target, target)
          kernels.blend(source, over: &opaque, at: origin)
          kernels.blend(source, opacity: 77, over: &faded, at: origin)
          kernels.fill(BlendTests.half, through: mask, over: &filled, at: origin)
          kernels.apply(mask, to: &masked, at: origin)
          return [opaque, faded, filled, masked]
        }
        #expect(result(implementation.kernels) == result(ScalarPixelKernels()), "\(size)")
      }
    }
  }

  @Test(
    "Every pixel is within 1 of the exact blend, and others keep their value", arguments: 0..<60)
  func exactBlend(seed: UInt64) throws {
    var random = RandomImages(seed: seed)
    let below = random.image(try random.size(upTo: 12))
    let source = random.image(try random.size(upTo: 12))
    let opacity = random.byte()
    let origin = random.origin(source.size, on: below.size)
    for implementation in Implementation.allCases {
      var target = below
      implementation.kernels.blend(source, opacity: opacity, over: &target, at: origin)
      for y in 0..<below.size.height {
        for x in 0..<below.size.width {
          let (u, v) = (x - origin.x, y - origin.y)
          guard (0..<source.size.width).contains(u), (0..<source.size.height).contains(v) else {
            #expect(target[x, y] == below[x, y])
            continue
          }
          let share = Double(opacity) / 255
          let rest = 1 - source[u, v].channels[3] * share / 255
          for channel in 0..<4 {
            let exact =
              source[u, v].channels[channel] * share + below[x, y].channels[channel] * rest
            #expect(abs(target[x, y].channels[channel] - exact) <= 1)
          }
          #expect(target[x, y].channels[0...2].allSatisfy { $0 <= target[x, y].channels[3] })
        }
      }
    }
  }

  @Test("A full mask changes nothing, an empty one clears", arguments: Implementation.allCases)
  func masks(_ implementation: Implementation) throws {
    var random = RandomImages(seed: 5)
    let image = random.image(try PixelSize(width: 9, height: 3))
    var (full, empty) = (image, image)
    implementation.kernels.apply(AlphaMask(image.size, coverage: 255), to: &full, at: .zero)
    implementation.kernels.apply(AlphaMask(image.size), to: &empty, at: .zero)
    #expect(full == image)
    #expect(empty == Bitmap(image.size))
  }

  @Test("In a group, what is covered does not show through", arguments: Implementation.allCases)
  func groups(_ implementation: Implementation) throws {
    let size = try PixelSize(width: 5, height: 5)
    let black = Bitmap(size, Pixel(red: 0, green: 0, blue: 0, alpha: 255))
    let card = Bitmap(size, Self.gray)
    var target = Bitmap(size, .white)
    // The group's old contents must not matter.
    var group = Bitmap(size, .white)
    implementation.kernels.blendGroup(
      [(black, .zero), (card, .zero)], opacity: 51, in: &group, over: &target, at: .zero)
    // 20 + 204 as above: the black image is hidden. Blended one by one, it would darken to 183.
    #expect(target[2, 2] == Pixel(red: 224, green: 224, blue: 224, alpha: 255))
    var single = Bitmap(size, .white)
    for image in [black, card] {
      implementation.kernels.blend(image, opacity: 51, over: &single, at: .zero)
    }
    #expect(single[2, 2].red == 183)
  }
}
