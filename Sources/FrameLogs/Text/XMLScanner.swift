/// Steps through XML tag by tag, more tolerant than a parser: exports of xctrace have attributes
/// that are not legal XML, which parsers refuse.
struct XMLScanner {
  /// A tag with the text before it.
  struct Tag {
    let name: String
    let attributes: [String: String]
    let isClosing: Bool

    /// Whether it has no content: `<a/>`.
    let isEmpty: Bool

    /// The text between the tag before and this one, without white space around it.
    let textBefore: String
  }

  private static let longestPart = 1 << 20
  private let text: LogText
  private var part: [UInt8] = []

  init(_ text: LogText) {
    self.text = text
  }

  /// The next tag; nil at the end.
  mutating func next() throws -> Tag? {
    while true {
      try read(upTo: UInt8(ascii: "<"))
      let before = Self.decoded(LogLine.trimmed(part))
      guard try text.peek() != nil else { return nil }
      text.advance()
      try readTag()
      guard let first = part.first else { throw text.malformed("a tag has no name") }
      if first == UInt8(ascii: "?") || first == UInt8(ascii: "!") { continue }
      let isClosing = first == UInt8(ascii: "/")
      let isEmpty = part.last == UInt8(ascii: "/")
      let body = part[(isClosing ? 1 : 0)..<max(part.count - (isEmpty ? 1 : 0), isClosing ? 1 : 0)]
      let nameEnd = body.firstIndex { $0 <= 0x20 } ?? body.endIndex
      return Tag(
        name: String(decoding: body[..<nameEnd], as: UTF8.self),
        attributes: Self.attributes(body[nameEnd...]), isClosing: isClosing,
        isEmpty: isEmpty && !isClosing, textBefore: before)
    }
  }

  private mutating func read(upTo end: UInt8) throws {
    part.removeAll(keepingCapacity: true)
    while let byte = try text.peek(), byte != end { try append(byte) }
  }

  /// Reads to the end of a tag, which may have `>` in quotes.
  private mutating func readTag() throws {
    part.removeAll(keepingCapacity: true)
    var quote: UInt8?
    while let byte = try text.peek() {
      if byte == quote {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if quote == nil, byte == UInt8(ascii: ">") {
        return text.advance()
      }
      try append(byte)
    }
    throw text.malformed("the text ends within a tag")
  }

  private mutating func append(_ byte: UInt8) throws {
    part.append(byte)
    text.advance()
    guard part.count <= Self.longestPart else { throw text.malformed("a part is longer than 1 MB") }
  }

  private static func attributes(_ bytes: ArraySlice<UInt8>) -> [String: String] {
    var attributes: [String: String] = [:]
    var rest = bytes
    while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
      let name = String(decoding: LogLine.trimmed(rest[..<equals]), as: UTF8.self)
      rest = rest[(equals + 1)...].drop { $0 <= 0x20 }
      guard let quote = rest.first, let end = rest.dropFirst().firstIndex(of: quote) else { break }
      attributes[name] = decoded(rest[(rest.startIndex + 1)..<end])
      rest = rest[(end + 1)...]
    }
    return attributes
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard bytes.contains(UInt8(ascii: "&")) else { return text }
    let entities = [("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"), ("amp", "&")]
    return entities.reduce(text) { $0.split("&\($1.0);").joined(separator: $1.1) }
  }
}

extension String {
  /// The parts between the places where `separator` is.
  fileprivate func split(_ separator: String) -> [Substring] {
    split(separator: separator, omittingEmptySubsequences: false)
  }
}
