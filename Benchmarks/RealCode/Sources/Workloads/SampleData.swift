import Components

/// Inputs that are the same for the same seed: words, texts, records, points.
struct SampleData: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a generator; any seed is valid.
  init(seed: UInt64) {
    state = seed
  }

  /// The next number of Sebastiano Vigna's SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension SampleData {
  private static let onsets = ["b", "c", "d", "f", "g", "l", "m", "n", "p", "r", "s", "t", "st"]
  private static let vowels = ["a", "e", "i", "o", "u", "ea", "ou"]
  private static let codas = ["", "", "n", "r", "s", "l", "nt"]

  /// A number below `count`.
  mutating func index(below count: Int) -> Int { Int(next() % UInt64(count)) }

  /// A number from 0 up to but not including `limit`, in steps of `limit` / 2²⁴.
  mutating func fraction(of limit: Float) -> Float { Float(next() >> 40) / 0x1p24 * limit }

  /// A word of one to four syllables.
  mutating func word() -> String {
    var word = ""
    for _ in 0...index(below: 4) {
      word += Self.onsets[index(below: Self.onsets.count)]
      word += Self.vowels[index(below: Self.vowels.count)]
      word += Self.codas[index(below: Self.codas.count)]
    }
    return word
  }

  /// `count` words; some may occur several times.
  mutating func words(_ count: Int) -> [String] {
    var words: [String] = []
    for _ in 0..<count { words.append(word()) }
    return words
  }

  /// Words with single spaces between them.
  mutating func text(words count: Int) -> [UInt8] {
    Array(words(count).joined(separator: " ").utf8)
  }

  /// An order in a shop, with its lines.
  mutating func record() -> JSONValue {
    var lines: [JSONValue] = []
    for _ in 0...index(below: 4) {
      lines.append(
        .object([
          ("article", .string(word())), ("count", .integer(index(below: 100))),
          ("price", .number(Double(index(below: 10_000)) / 4)),
        ]))
    }
    return .object([
      ("id", .integer(index(below: 1_000_000_000))),
      ("name", .string("\(word()) \"\(word())\"")),
      ("isPaid", .bool(index(below: 2) == 0)), ("note", .null), ("lines", .array(lines)),
    ])
  }

  /// Points in a square from 0 to `side`.
  mutating func items(_ count: Int, side: Float) -> [Quadtree.Item] {
    var items: [Quadtree.Item] = []
    for identifier in 0..<count {
      let (x, y) = (fraction(of: side), fraction(of: side))
      items.append(Quadtree.Item(x: x, y: y, identifier: Int32(identifier)))
    }
    return items
  }

  /// Squares with a tenth of the side length, inside the square from 0 to `side`.
  mutating func areas(_ count: Int, side: Float) -> [Quadtree.Area] {
    var areas: [Quadtree.Area] = []
    for _ in 0..<count {
      let (x, y) = (fraction(of: 0.9 * side), fraction(of: 0.9 * side))
      areas.append(Quadtree.Area(x: x...(x + 0.1 * side), y: y...(y + 0.1 * side)))
    }
    return areas
  }
}
