import Testing

@testable import LayerKernels

@Suite("Images")
struct ImageTests {
  @Test(
    "Sizes without an area are refused with advice",
    arguments: [(0, 5), (5, 0), (-1, 5), (0, 0), (Int.min, 1)])
  func emptySizes(width: Int, height: Int) {
    let error = #expect(throws: RasterError.self) { try PixelSize(width: width, height: height) }
    #expect(error == .empty(width: width, height: height))
    #expect(error?.description.hasSuffix("Give it at least 1 × 1.") == true)
  }

  @Test(
    "Sizes above 512 MiB are refused with advice: 1 GB, and products that overflow",
    arguments: [(16_384, 16_384), (1, 134_217_729), (Int.max, Int.max), (1 << 40, 1 << 40)])
  func largeSizes(width: Int, height: Int) {
    let error = #expect(throws: RasterError.self) { try PixelSize(width: width, height: height) }
    #expect(error == .tooLarge(width: width, height: height))
    #expect(error?.description.contains("more than 512 MiB") == true)
  }

  @Test("The largest size is accepted, and cannot be padded")
  func largestSize() throws {
    let largest = try PixelSize(width: 16_384, height: 8_192)
    #expect(4 * largest.area == 512 << 20)
    #expect(throws: RasterError.tooLarge(width: 16_386, height: 8_194)) {
      try largest.padded(by: 1)
    }
  }

  @Test("Wrong numbers of bytes, larger targets and wide blurs are refused")
  func badInput() throws {
    let size = try PixelSize(width: 3, height: 2)
    #expect(throws: RasterError.wrongLength(bytes: 23, expected: 24)) {
      try Bitmap(size, bytes: [UInt8](repeating: 0, count: 23))
    }
    #expect(throws: RasterError.wrongLength(bytes: 7, expected: 6)) {
      try AlphaMask(size, bytes: [UInt8](repeating: 0, count: 7))
    }
    let larger = try PixelSize(width: 3, height: 3)
    for implementation in Implementation.allCases {
      #expect(throws: RasterError.enlarged(from: size, to: larger)) {
        try implementation.kernels.downsample(Bitmap(size), to: larger)
      }
    }
    for sigma in [-1, 128.5, .infinity, .nan] {
      #expect(throws: RasterError.self) { try BoxBlur(sigma: sigma) }
    }
    #expect(throws: RasterError.self) { try CornerMasks(radius: .max) }
  }

  @Test("Every message ends with what to do")
  func advice() throws {
    let size = try PixelSize(width: 2, height: 1)
    // The compiler asks for a new case here.
    func next(after error: RasterError) -> RasterError? {
      switch error {
      case .empty: .tooLarge(width: 1, height: 1 << 30)
      case .tooLarge: .wrongLength(bytes: 7, expected: 8)
      case .wrongLength: .enlarged(from: size, to: size)
      case .enlarged: .sigmaOutOfRange(200)
      case .sigmaOutOfRange: nil
      }
    }
    let messages = sequence(first: .empty(width: 0, height: 1), next: next).map(\.description)
    let advice = [
      "Give it at least 1 × 1.",
      "Downsample it in parts, or check whether the size is in pixels.", "Pass exactly 8.",
      "Choose a size that is not larger.", "Choose 0 to 128; to blur more, downsample first.",
    ]
    #expect(messages.count == advice.count)
    for (message, advice) in zip(messages, advice) { #expect(message.hasSuffix(advice)) }
  }

  @Test("A snapshot copies what is inside, and is transparent elsewhere", arguments: 0..<60)
  func snapshots(seed: UInt64) throws {
    var random = RandomImages(seed: seed)
    let image = random.image(try random.size(upTo: 12))
    let part = try random.size(upTo: 12)
    let origin = PixelPoint(x: random.int(-13...13), y: random.int(-13...13))
    let copy = image.snapshot(part, from: origin)
    for y in 0..<part.height {
      for x in 0..<part.width {
        let (u, v) = (x + origin.x, y + origin.y)
        let isInside =
          (0..<image.size.width).contains(u) && (0..<image.size.height).contains(v)
        #expect(copy[x, y] == (isInside ? image[u, v] : .clear))
      }
    }
  }
}
