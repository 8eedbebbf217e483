import SampleStatistics

@testable import LayerKernels

/// The implementations on this machine, which must give the same bytes; named in failures.
enum Implementation: String, CaseIterable, Sendable {
  case scalar, simd, base, avx2, avx512

  static var allCases: [Implementation] {
    [.scalar, .simd]
      + InstructionSet.allCases.filter { DispatchPixelKernels($0) != nil }
      .compactMap { Self(rawValue: $0.rawValue) }
  }

  /// All that are compared with the reference.
  static var fast: [Implementation] { allCases.filter { $0 != .scalar } }

  var kernels: any PixelKernels {
    if self == .scalar { return ScalarPixelKernels() }
    return InstructionSet(rawValue: rawValue).flatMap { DispatchPixelKernels($0) }
      ?? SIMDPixelKernels()
  }
}

/// Images from a seed: odd sizes, single pixels, and more transparent and opaque pixels than chance
/// has.
struct RandomImages {
  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  mutating func int(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }

  mutating func byte() -> UInt8 {
    switch int(0...3) {
    case 0: 0
    case 1: 255
    default: .random(in: 0...255, using: &generator)
    }
  }

  mutating func size(upTo limit: Int = 40) throws -> PixelSize {
    let sizes = [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, int(1...limit), int(1...limit)]
    return try PixelSize(
      width: min(limit, sizes[int(0...12)]), height: min(limit, sizes[int(0...12)]))
  }

  mutating func pixel() -> Pixel {
    let alpha = byte()
    func color(_ share: UInt8) -> UInt8 { UInt8(Int(share) * Int(alpha) / 255) }
    return Pixel(red: color(byte()), green: color(byte()), blue: color(byte()), alpha: alpha)
  }

  mutating func image(_ size: PixelSize) -> Bitmap {
    var image = Bitmap(size)
    for y in 0..<size.height { for x in 0..<size.width { image[x, y] = pixel() } }
    return image
  }

  mutating func mask(_ size: PixelSize) throws -> AlphaMask {
    try AlphaMask(size, bytes: (0..<size.area).map { _ in byte() })
  }

  /// A place that lets one image cover another one wholly, in part, or not at all.
  mutating func origin(_ size: PixelSize, on below: PixelSize) -> PixelPoint {
    PixelPoint(
      x: int(-size.width - 1...below.width + 1), y: int(-size.height - 1...below.height + 1))
  }
}

extension Pixel {
  /// Red, green, blue, alpha.
  var channels: [Double] { [red, green, blue, alpha].map(Double.init) }
}

extension AlphaMask {
  subscript(x: Int, y: Int) -> UInt8 { bytes[y * size.width + x] }
}
