import Testing

@testable import LayerKernels

@Suite("Downsampling")
struct DownsampleTests {
  private static func gray(_ values: [UInt8], width: Int) throws -> Bitmap {
    try Bitmap(
      try PixelSize(width: width, height: values.count / width),
      bytes: values.flatMap { [$0, $0, $0, 255] })
  }

  /// A row of gray values scaled down by hand.
  struct Example: CustomTestStringConvertible, Sendable {
    let row: [UInt8]
    let result: [UInt8]

    var testDescription: String { "\(row) to \(result)" }
  }

  @Test(
    "Rows by hand, as rows and as columns",
    arguments: [
      Example(row: [10], result: [10]),
      Example(row: [10, 20, 30, 40], result: [15, 35]),
      // A half rounds up: 10.5, 255 stays.
      Example(row: [10, 11, 255, 255], result: [11, 255]),
      // 3 to 2: (2 · 0 + 90) / 3 and (90 + 2 · 240) / 3.
      Example(row: [0, 90, 240], result: [30, 190]),
      // 5 to 2: (2 · 10 + 2 · 20 + 30) / 5 and (30 + 2 · 40 + 2 · 50) / 5.
      Example(row: [10, 20, 30, 40, 50], result: [18, 42]),
      Example(row: [0, 0, 0, 0, 0, 0, 0, 0, 255], result: [28]),
    ], Implementation.allCases)
  func rows(_ example: Example, _ implementation: Implementation) throws {
    for isColumn in [false, true] {
      func width(_ values: [UInt8]) -> Int { isColumn ? 1 : values.count }
      let image = try Self.gray(example.row, width: width(example.row))
      let expected = try Self.gray(example.result, width: width(example.result))
      #expect(try implementation.kernels.downsample(image, to: expected.size) == expected)
    }
  }

  @Test("All equal exact fractions", arguments: 0..<150)
  func exact(seed: UInt64) throws {
    var random = RandomImages(seed: seed)
    let image = random.image(try random.size())
    let (width, height) = (image.size.width, image.size.height)
    let size = try PixelSize(width: random.int(1...width), height: random.int(1...height))
    /// The length that a target pixel and a source pixel share, in parts of a source pixel.
    func shared(_ index: Int, _ target: Int, _ pixel: Int, _ source: Int) -> Int {
      max(0, min((index + 1) * source, (pixel + 1) * target) - max(index * source, pixel * target))
    }
    var expected = Bitmap(size)
    for y in 0..<size.height {
      for x in 0..<size.width {
        var sums = [0, 0, 0, 0]
        for v in 0..<height {
          for u in 0..<width {
            let weight = shared(x, size.width, u, width) * shared(y, size.height, v, height)
            for channel in 0..<4 {
              sums[channel] += weight * Int(image.bytes[4 * (v * width + u) + channel])
            }
          }
        }
        let means = sums.map { UInt8(($0 + width * height / 2) / (width * height)) }
        expected[x, y] = Pixel(red: means[0], green: means[1], blue: means[2], alpha: means[3])
      }
    }
    for implementation in Implementation.allCases {
      #expect(try implementation.kernels.downsample(image, to: size) == expected)
    }
  }

  @Test("The same size copies, and one color stays that color")
  func identities() throws {
    var random = RandomImages(seed: 9)
    let image = random.image(try PixelSize(width: 13, height: 11))
    let large = Bitmap(try PixelSize(width: 640, height: 601), BlendTests.half)
    for implementation in Implementation.allCases {
      #expect(try implementation.kernels.downsample(image, to: image.size) == image)
      // More rows than a 16-bit sum holds: 601 rows of white to one.
      for size in [try PixelSize(width: 1, height: 1), try PixelSize(width: 7, height: 2)] {
        #expect(
          try implementation.kernels.downsample(large, to: size) == Bitmap(size, BlendTests.half))
        let white = Bitmap(large.size, .white)
        #expect(try implementation.kernels.downsample(white, to: size) == Bitmap(size, .white))
      }
    }
  }

  @Test("Extreme shapes: a single column, a single row")
  func extremes() throws {
    let image = try Self.gray([UInt8](repeating: 200, count: 70_000), width: 1)
    let row = try Self.gray([UInt8](repeating: 200, count: 70_000), width: 70_000)
    let tall = try PixelSize(width: 1, height: 66_000)
    let one = try PixelSize(width: 1, height: 1)
    // Weights of 15 bits, and of one more.
    let columns = try Self.gray([UInt8](repeating: 200, count: 8 * 34_000), width: 8)
    let sizes = try [32_767, 32_768].map { try PixelSize(width: 3, height: $0) }
    for implementation in Implementation.fast {
      let kernels = implementation.kernels
      #expect(
        try kernels.downsample(image, to: tall) == ScalarPixelKernels().downsample(image, to: tall))
      #expect(try kernels.downsample(row, to: one).bytes == [200, 200, 200, 255])
      for size in sizes {
        #expect(
          try kernels.downsample(columns, to: size)
            == ScalarPixelKernels().downsample(columns, to: size))
      }
    }
  }

  @Test("Every width up to 40, to every smaller one", arguments: Implementation.fast)
  func widths(_ implementation: Implementation) throws {
    var random = RandomImages(seed: 12)
    for width in 1...40 {
      let image = random.image(try PixelSize(width: width, height: 9))
      for target in 1...width {
        let size = try PixelSize(width: target, height: 4)
        #expect(
          try implementation.kernels.downsample(image, to: size)
            == ScalarPixelKernels().downsample(image, to: size), "\(width) to \(target)")
      }
    }
  }
}
