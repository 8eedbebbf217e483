/// Finds where a word may be divided.
///
/// A rough rule for English: divides between two consonants that are surrounded by vowels, and
/// before a single consonant: `hyp-hen`, `pa-per`.
public struct Hyphenator: Sendable {
  /// The minimum number of letters before and after a hyphen.
  public let fewestLetters: Int

  /// Creates a hyphenator.
  public init(fewestLetters: Int = 2) {
    self.fewestLetters = fewestLetters
  }
}

extension Hyphenator {
  /// The numbers of bytes after which a word may be divided, ascending.
  ///
  /// - Parameter word: The UTF-8 bytes of a word. It is never divided next to a byte that is not an
  ///   ASCII letter.
  /// - Returns: Positions inside the word, at least ``fewestLetters`` from both ends.
  public func divisions(of word: some RandomAccessCollection<UInt8>) -> [Int] {
    let letters = word.map(Letter.init)
    guard letters.count >= 2 * fewestLetters else { return [] }
    var divisions: [Int] = []
    for position in fewestLetters...(letters.count - fewestLetters) {
      guard position + 1 < letters.count, position >= 1 else { continue }
      let isAfterVowel = letters[position - 1] == .vowel
      let isAfterPair =
        position >= 2 && letters[position - 1] == .consonant && letters[position - 2] == .vowel
      if letters[position] == .consonant, letters[position + 1] == .vowel,
        isAfterVowel || isAfterPair
      {
        divisions.append(position)
      }
    }
    return divisions
  }

  private enum Letter {
    case vowel, consonant, other

    init(_ byte: UInt8) {
      switch byte | 0x20 {
      case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"),
        UInt8(ascii: "u"), UInt8(ascii: "y"):
        self = .vowel
      case UInt8(ascii: "a")...UInt8(ascii: "z"):
        self = .consonant
      default:
        self = .other
      }
    }
  }
}
