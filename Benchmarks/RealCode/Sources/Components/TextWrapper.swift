/// Breaks text into lines of a given width.
///
/// Words are separated by spaces; a newline ends a paragraph. A word that does not fit is divided
/// where the hyphenator allows it, and otherwise starts the next line. A word wider than a whole
/// line is broken anywhere.
public struct TextWrapper: Sendable {
  /// One line of a text.
  public struct Line: Hashable, Sendable {
    /// The bytes of the text in the line, without spaces at the end.
    public var range: Range<Int>

    /// The width in points, including the hyphen.
    public var width: Double

    /// Whether the line ends with a hyphen that is not in the text.
    public var endsWithHyphen: Bool
  }

  private let font: FontMetrics
  private let hyphenator: Hyphenator?

  /// Creates a wrapper.
  ///
  /// - Parameters:
  ///   - font: The widths of characters.
  ///   - hyphenator: Finds where to divide words; nil to keep words whole.
  public init(font: FontMetrics = FontMetrics(), hyphenator: Hyphenator? = Hyphenator()) {
    self.font = font
    self.hyphenator = hyphenator
  }
}

extension TextWrapper {
  /// The height of a line in points.
  public var lineHeight: Double { font.lineHeight }

  /// Breaks a text.
  ///
  /// - Parameters:
  ///   - text: UTF-8 bytes. Every byte has a width, so only ASCII text has the right widths.
  ///   - width: The width of a line in points. Every line has at least one character, even if that
  ///     is wider.
  /// - Returns: The lines, at least one, even for an empty text.
  public func lines(of text: [UInt8], width: Double) -> [Line] {
    var lines: [Line] = []
    var line = Line(range: 0..<0, width: 0, endsWithHyphen: false)
    var position = 0
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "\n"):
        lines.append(line)
        position += 1
        line = Line(range: position..<position, width: 0, endsWithHyphen: false)
      case UInt8(ascii: " "):
        position += 1
      default:
        let end = Self.endOfWord(in: text, from: position)
        add(position..<end, of: text, to: &line, &lines, width: width)
        position = end
      }
    }
    lines.append(line)
    return lines
  }

  /// The width of some bytes of a text in points.
  public func width(of range: Range<Int>, in text: [UInt8]) -> Double {
    var width = 0.0
    for index in range { width += font.width(of: text[index]) }
    return width
  }

  private static func endOfWord(in text: [UInt8], from start: Int) -> Int {
    var end = start
    while end < text.count, text[end] != UInt8(ascii: " "), text[end] != UInt8(ascii: "\n") {
      end += 1
    }
    return end
  }

  /// Adds a word to the current line, or breaks the line.
  private func add(
    _ word: Range<Int>, of text: [UInt8], to line: inout Line, _ lines: inout [Line],
    width limit: Double
  ) {
    var rest = word
    while !rest.isEmpty {
      let isFirst = line.range.isEmpty
      // Several spaces are as wide as one.
      let space = isFirst ? 0 : font.width(of: UInt8(ascii: " "))
      let wordWidth = width(of: rest, in: text)
      if line.width + space + wordWidth <= limit {
        line.range = (isFirst ? rest.lowerBound : line.range.lowerBound)..<rest.upperBound
        line.width += space + wordWidth
        return
      }
      let room = limit - line.width - space
      if let part = dividedPart(of: rest, in: text, room: room) {
        line.range = (isFirst ? rest.lowerBound : line.range.lowerBound)..<part.end
        line.width += space + part.width
        line.endsWithHyphen = true
        rest = part.end..<rest.upperBound
      } else if isFirst {
        let end = brokenEnd(of: rest, in: text, room: limit)
        line.range = rest.lowerBound..<end
        line.width = width(of: line.range, in: text)
        rest = end..<rest.upperBound
        if rest.isEmpty { return }
      }
      lines.append(line)
      line = Line(range: rest.lowerBound..<rest.lowerBound, width: 0, endsWithHyphen: false)
    }
  }

  /// The longest prefix of a word that fits with a hyphen.
  private func dividedPart(
    of word: Range<Int>, in text: [UInt8], room: Double
  ) -> (end: Int, width: Double)? {
    guard let hyphenator, room > 0 else { return nil }
    let hyphen = font.width(of: UInt8(ascii: "-"))
    for division in hyphenator.divisions(of: text[word]).reversed() {
      let part = word.lowerBound..<(word.lowerBound + division)
      let partWidth = width(of: part, in: text) + hyphen
      if partWidth <= room { return (part.upperBound, partWidth) }
    }
    return nil
  }

  /// The end of the longest prefix of a word that fits, or of its first character.
  private func brokenEnd(of word: Range<Int>, in text: [UInt8], room: Double) -> Int {
    var end = word.lowerBound + 1
    var width = font.width(of: text[word.lowerBound])
    while end < word.upperBound {
      width += font.width(of: text[end])
      guard width <= room else { break }
      end += 1
    }
    return end
  }
}

/// The widths of a font's characters in points.
public struct FontMetrics: Sendable {
  public let lineHeight: Double

  /// The width of each byte.
  private let widths: [Double]

  /// Creates a proportional font.
  ///
  /// - Parameter size: The font size, in points.
  public init(size: Double = 16) {
    lineHeight = (1.25 * size).rounded()
    widths = (0...255).map { byte in
      switch UInt8(byte) {
      case UInt8(ascii: "i"), UInt8(ascii: "l"), UInt8(ascii: "."), UInt8(ascii: ","): 0.25 * size
      case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "t"): 0.375 * size
      case UInt8(ascii: "m"), UInt8(ascii: "w"): 0.75 * size
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): 0.625 * size
      default: 0.5 * size
      }
    }
  }

  /// The width of a character.
  public func width(of byte: UInt8) -> Double { widths[Int(byte)] }
}
