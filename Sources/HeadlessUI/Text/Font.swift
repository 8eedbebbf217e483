/// The width and height of characters, from a fixed table, so that text has the same size on every
/// machine.
///
/// The table belongs to no real typeface, but has the proportions of a sans-serif one.
public struct Font: Hashable, Sendable {
  /// The size of an em, in points.
  public let size: Double

  /// The largest size, in points.
  public static let largestSize = 1_000.0

  /// Creates a font; the size is clamped to 1…1,000 points, and NaN counts as 1.
  public init(size: Double) { self.size = size.isNaN ? 1 : min(max(size, 1), Self.largestSize) }
}

extension Font {
  /// The distance from one line to the next, in points.
  public var lineHeight: Double { (1.2 * size).rounded(.up) }

  /// The distance from a character's start to the next one's, in points; 0 for combining marks.
  public func advance(of character: Unicode.Scalar) -> Double {
    points(Self.thousandths(character.value))
  }

  /// Converts thousandths of an em to points.
  func points(_ thousandths: Int) -> Double { Double(thousandths) * size / 1_000 }

  /// Passes the advances of all ASCII characters, in thousandths of an em, to `body`.
  static func withASCIIAdvances<Value>(_ body: (UnsafeBufferPointer<Int>) -> Value) -> Value {
    asciiAdvances.withUnsafeBufferPointer(body)
  }

  private static func thousandths(_ scalar: UInt32) -> Int {
    if scalar < 128 { return asciiAdvances[Int(scalar)] }
    switch scalar {
    case 0x300...0x36F: return 0
    // Hangul, kana, ideographs, and emoji fill a square.
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFF60,
      0x1F300...0x1FAFF, 0x20000...0x3FFFF:
      return 1_000
    default: return 560
    }
  }

  /// The advances by ASCII code, in thousandths of an em.
  private static let asciiAdvances: [Int] = {
    let groups: [(characters: String, advance: Int)] = [
      ("ijl'|", 240), (" .,:;!I", 280), ("frt()[]-`/\\", 330), ("\"*", 380), ("sczJ{}", 500),
      ("abdeghknopquvxyL$#?_^0123456789", 560), ("+<=>~", 590), ("FTZEPSXYVKBA&", 660),
      ("CDGHNRUw", 720), ("OQ", 780), ("mM%", 850), ("W@", 950),
    ]
    // Control characters have no width.
    var advances = Array(repeating: 0, count: 128)
    for (characters, advance) in groups {
      for byte in characters.utf8 { advances[Int(byte)] = advance }
    }
    return advances
  }()
}
