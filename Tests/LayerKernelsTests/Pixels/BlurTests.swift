import Foundation
import TestSupport
import Testing

@testable import LayerKernels

@Suite("Blurs and shadows")
struct BlurTests {
  @Test("Windows by hand: 1.88 standard deviations, rounded; two even ones lean to either side")
  func windows() throws {
    func windows(_ sigma: Double) throws -> [[Int]] {
      try BoxBlur(sigma: sigma).windows.map { [$0.before, $0.after] }
    }
    #expect(try windows(0) == [])
    #expect(try windows(0.5) == [])
    #expect(try windows(1) == [[1, 0], [0, 1], [1, 1]])
    #expect(try windows(1.5) == [[1, 1], [1, 1], [1, 1]])
    #expect(try windows(2) == [[2, 1], [1, 2], [2, 2]])
    #expect(try BoxBlur(sigma: 2).extent == 5)
  }

  @Test("An average is within 1 of the exact one; white stays white, for every window and sum")
  func averages() {
    for length in 2...241 {
      let window = BoxBlur.Window(length: length, before: 0)
      #expect(window.average(0) == 0)
      #expect(window.average(UInt16(255 * length)) == 255)
      let differences = stride(from: 0, through: 255 * length, by: 7).map { sum in
        abs(Double(window.average(UInt16(sum))) - Double(sum) / Double(length))
      }
      #expect((differences.max() ?? 0) <= 1)
    }
  }

  @Test("Single pixels under a blur of 1 pixel, by hand", arguments: Implementation.allCases)
  func impulse(_ implementation: Implementation) throws {
    // Down the column: 128, 128; 64, 128, 64; 21, 64, 85, 64, 21. Then each across a width of 1:
    // 64 is averaged to 32 with what is outside, to 16, and to 5.
    var column = AlphaMask(try PixelSize(width: 1, height: 7))
    column.bytes[3] = 255
    implementation.kernels.blur(&column, try BoxBlur(sigma: 1))
    #expect(column.bytes == [0, 2, 5, 7, 5, 2, 0])
    var square = AlphaMask(try PixelSize(width: 17, height: 7))
    square.bytes[3 * 17 + 8] = 255
    implementation.kernels.blur(&square, try BoxBlur(sigma: 1))
    // Across, 85 becomes 43, 43; 22, 43, 22; 7, 21, 29, 21, 7. (65/3 is 21.7, but the reciprocal of
    // 3 is rounded down: 66 · 21845 / 65536 = 21.9997.)
    #expect((6...10).map { square[$0, 3] } == [7, 21, 29, 21, 7])
    #expect((0..<7).map { square[8, $0] } == [0, 7, 21, 29, 21, 7, 0])
  }

  @Test("All equal the reference byte for byte", arguments: Implementation.fast, 0..<100)
  func variants(_ implementation: Implementation, seed: UInt64) throws {
    var random = RandomImages(seed: seed)
    let image = random.image(try random.size())
    let mask = try random.mask(try random.size(upTo: 60))
    let blur = try BoxBlur(sigma: [0, 0.7, 1, 2, 5.5, 30, 128][random.int(0...6)])
    func result(_ kernels: some PixelKernels) -> (Bitmap, AlphaMask) {
      var (image, mask) = (image, mask)
      kernels.blur(&image, blur)
      kernels.blur(&mask, blur)
      return (image, mask)
    }
    let (fast, scalar) = (result(implementation.kernels), result(ScalarPixelKernels()))
    #expect(fast.0 == scalar.0)
    #expect(fast.1 == scalar.1)
  }

  @Test(
    "Strips and tiles of every width and height, and what is left of them",
    arguments: Implementation.fast)
  func sizes(_ implementation: Implementation) throws {
    var random = RandomImages(seed: 11)
    let blur = try BoxBlur(sigma: 2)
    for side in 1...70 {
      for size in [
        try PixelSize(width: side, height: 18), try PixelSize(width: 18, height: side),
      ] {
        let (image, mask) = (random.image(size), try random.mask(size))
        func result(_ kernels: some PixelKernels) -> (Bitmap, AlphaMask) {
          var (image, mask) = (image, mask)
          kernels.blur(&image, blur)
          kernels.blur(&mask, blur)
          return (image, mask)
        }
        let (fast, scalar) = (result(implementation.kernels), result(ScalarPixelKernels()))
        #expect(fast.0 == scalar.0, "\(size)")
        #expect(fast.1 == scalar.1, "\(size)")
      }
    }
  }

  @Test("The largest blur of white: no sum overflows", arguments: Implementation.allCases)
  func largest(_ implementation: Implementation) throws {
    let blur = try BoxBlur(sigma: BoxBlur.largestSigma)
    let side = 2 * blur.extent + 1
    var mask = AlphaMask(try PixelSize(width: side, height: side), coverage: 255)
    implementation.kernels.blur(&mask, blur)
    #expect(mask[blur.extent, blur.extent] == 255)
  }

  @Test("A blur is within 7 % of the Gaussian", arguments: [2.0, 3, 5, 8, 13])
  func gaussian(sigma: Double) throws {
    let margin = Int(4 * sigma)
    let size = try PixelSize(width: 20 + 2 * margin, height: 11 + 2 * margin)
    var mask = AlphaMask(size)
    for y in margin..<margin + 11 {
      for x in margin..<margin + 20 { mask.bytes[y * size.width + x] = 255 }
    }
    SIMDPixelKernels().blur(&mask, try BoxBlur(sigma: sigma))
    // The integral of the Gaussian over a range of pixels.
    func weight(_ index: Int, _ range: Range<Int>) -> Double {
      func integral(_ edge: Int) -> Double {
        erf((Double(edge) - Double(index) - 0.5) / (sigma * 2.0.squareRoot()))
      }
      return (integral(range.upperBound) - integral(range.lowerBound)) / 2
    }
    for y in 0..<size.height {
      for x in 0..<size.width {
        let exact = 255 * weight(x, margin..<margin + 20) * weight(y, margin..<margin + 11)
        #expect(abs(Double(mask[x, y]) - exact) <= 0.07 * 255)
      }
    }
  }

  @Test(
    "A shadow of a path equals that of an image of the path", arguments: seeds(short: 30, long: 300)
  )
  func paths(seed: UInt64) throws {
    var random = RandomImages(seed: seed)
    let size = try PixelSize(width: random.int(1...120), height: random.int(1...120))
    let path = RoundedRectangle(size, cornerRadius: random.int(0...20))
    let blur = try BoxBlur(sigma: [0, 1, 2, 4, 7.5][random.int(0...4)])
    var image = Bitmap(size, .white)
    ScalarPixelKernels().apply(try path.mask(), to: &image, at: .zero)
    for implementation in Implementation.allCases {
      let ofImage = try implementation.kernels.shadow(of: image, blur)
      #expect(try implementation.kernels.shadow(of: path, blur) == ofImage)
      #expect(ofImage.size == (try size.padded(by: blur.extent)))
    }
  }

  @Test("A corner's coverage is within 0.08 of its area", arguments: [1, 2, 3, 8, 24])
  func corners(radius: Int) throws {
    let shape = RoundedRectangle(
      try PixelSize(width: 2 * radius, height: 2 * radius), cornerRadius: radius)
    let mask = try #require(try shape.cornerMask())
    let samples = 32
    for y in 0..<radius {
      for x in 0..<radius {
        var inside = 0
        for v in 0..<samples {
          for u in 0..<samples {
            let dx = Double(radius) - Double(x) - (Double(u) + 0.5) / Double(samples)
            let dy = Double(radius) - Double(y) - (Double(v) + 0.5) / Double(samples)
            if dx * dx + dy * dy <= Double(radius * radius) { inside += 1 }
          }
        }
        let area = Double(inside) / Double(samples * samples)
        #expect(abs(Double(mask[x, y]) / 255 - area) <= 0.08)
      }
    }
  }

  @Test("Round corners equal the mask of the whole shape", arguments: 0..<30)
  func roundCorners(seed: UInt64) throws {
    var random = RandomImages(seed: seed)
    let radius = random.int(0...9)
    let size = try PixelSize(
      width: max(1, 2 * radius) + random.int(0...9), height: max(1, 2 * radius) + random.int(0...9))
    let image = random.image(size)
    for implementation in Implementation.allCases {
      var (corners, whole) = (image, image)
      implementation.kernels.round(try CornerMasks(radius: radius), of: &corners)
      implementation.kernels.apply(
        try RoundedRectangle(size, cornerRadius: radius).mask(), to: &whole, at: .zero)
      #expect(corners == whole)
    }
  }
}
