/// Breaks text into lines that fit into a width.
///
/// A line ends at the last space or after the last hyphen that fits, and at every line feed. A word
/// that is wider than a line is broken between two characters, with at least one character per
/// line. Spaces at the end of a line do not count toward its width.
struct LineBreaker {
  struct Line: Hashable, Sendable {
    /// The UTF-8 bytes of the text on the line, without the spaces and the line feed at its end.
    let range: Range<Int>

    /// The width of the line, in points.
    let width: Double
  }

  let font: Font

  /// The maximum width of a line, in points; if infinite, the text breaks only at line feeds.
  let width: Double

  /// The maximum number of lines, after which text is left out, or 0 for any number.
  let maximumLines: Int
}

extension LineBreaker {
  /// Calls `body` with each line in turn.
  ///
  /// - Complexity: O(*n*); allocates nothing.
  func forEachLine(of text: Substring.UnicodeScalarView, _ body: (Line) -> Void) {
    var text = Substring(text)
    text.withUTF8 { bytes in
      Font.withASCIIAdvances { forEachLine(of: bytes, asciiAdvances: $0, body) }
    }
  }

  private func forEachLine(
    of bytes: UnsafeBufferPointer<UInt8>, asciiAdvances: UnsafeBufferPointer<Int>,
    _ body: (Line) -> Void
  ) {
    var state = State()
    var offset = 0
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\n") {
        emit(state.start..<state.inkEnd, state.inkWidth, &state, body)
        state.begin(at: offset + 1)
        offset += 1
      } else if byte < 0x80 {
        let advance = font.points(asciiAdvances[Int(byte)])
        add(byte, as: advance, at: offset, 1, &state, body)
        offset += 1
      } else {
        let scalar = Unicode.Scalar(utf8: bytes[offset...])
        let length = UTF8.width(scalar)
        add(byte, as: font.advance(of: scalar), at: offset, length, &state, body)
        offset += length
      }
      if maximumLines > 0, state.lineCount == maximumLines { return }
    }
    if state.start < offset || state.lineCount == 0 || state.endsInLineFeed {
      emit(state.start..<state.inkEnd, state.inkWidth, &state, body)
    }
  }

  /// The line that is being filled; offsets in bytes, widths in points.
  private struct State {
    var lineCount = 0
    var start = 0
    var endsInLineFeed = false

    /// The width so far, with spaces.
    var width = 0.0

    /// The end of the last character that is not a space, and the width up to there.
    var inkEnd = 0
    var inkWidth = 0.0

    /// The last opportunity to break: where this line would end, and where the next one would
    /// start; the start of this line if there has been none.
    var breakEnd = 0
    var breakWidth = 0.0
    var next = 0

    /// The width up to `next`.
    var nextWidth = 0.0

    mutating func begin(at offset: Int) {
      self = State(
        lineCount: lineCount, start: offset, endsInLineFeed: true, inkEnd: offset,
        breakEnd: offset, next: offset)
    }
  }

  private func emit(
    _ range: Range<Int>, _ width: Double, _ state: inout State, _ body: (Line) -> Void
  ) {
    guard maximumLines == 0 || state.lineCount < maximumLines else { return }
    body(Line(range: range, width: width))
    state.lineCount += 1
  }

  /// Adds a character to the line.
  ///
  /// - Parameters:
  ///   - first: The first byte of the character.
  ///   - advance: The width of the character, in points.
  ///   - offset: The offset at which the character begins, in bytes.
  ///   - length: The number of bytes of the character.
  ///   - state: The line that is being filled.
  ///   - body: Called with each line that ends before the character.
  @inline(__always)
  private func add(
    _ first: UInt8, as advance: Double, at offset: Int, _ length: Int, _ state: inout State,
    _ body: (Line) -> Void
  ) {
    state.endsInLineFeed = false
    if first == UInt8(ascii: " ") {
      // The line can end before the space; the next one starts after it.
      if state.inkEnd > state.start {
        state.breakEnd = state.inkEnd
        state.breakWidth = state.inkWidth
      }
      state.width += advance
      state.next = offset + length
      state.nextWidth = state.width
      return
    }
    if state.width + advance > width, state.inkEnd > state.start || state.next > state.start {
      breakLine(at: offset, &state, body)
      // The rest of the word can still be wider than a whole line.
      if state.width + advance > width, state.inkEnd > state.start {
        breakLine(at: offset, &state, body)
      }
    }
    state.width += advance
    state.inkEnd = offset + length
    state.inkWidth = state.width
    if first == UInt8(ascii: "-") {
      state.breakEnd = state.inkEnd
      state.breakWidth = state.inkWidth
      state.next = state.inkEnd
      state.nextWidth = state.width
    }
  }

  /// Ends a line at the last opportunity, or before the character at `offset` if there is none.
  private func breakLine(at offset: Int, _ state: inout State, _ body: (Line) -> Void) {
    let (inkEnd, width) = (state.inkEnd, state.width)
    if state.next > state.start {
      emit(state.start..<state.breakEnd, state.breakWidth, &state, body)
      let (next, nextWidth) = (state.next, state.nextWidth)
      state.begin(at: next)
      state.width = width - nextWidth
      state.inkEnd = max(inkEnd, next)
      state.inkWidth = state.inkEnd > next ? state.width : 0
    } else {
      emit(state.start..<inkEnd, state.inkWidth, &state, body)
      state.begin(at: offset)
    }
    state.endsInLineFeed = false
  }
}

extension Unicode.Scalar {
  /// The first character of valid UTF-8; it is not ASCII.
  fileprivate init(utf8 bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    var decoder = UTF8()
    var bytes = bytes.makeIterator()
    if case .scalarValue(let scalar) = decoder.decode(&bytes) {
      self = scalar
    } else {
      // Cannot happen: the text is valid UTF-8.
      self = "\u{FFFD}"
    }
  }
}
