extension LogText {
  /// A tag of XML with the text before it.
  package struct Tag {
    package let name: String
    package let attributes: [String: String]
    package let isClosing: Bool

    /// Whether it has no content: `<a/>`.
    package let isEmpty: Bool

    /// The text between the previous tag and this one, without white space around it.
    package let textBefore: String
  }

  /// The next tag; nil at the end.
  ///
  /// Not read with an XML parser: exports of xctrace have attributes that are not legal XML.
  package func nextTag() throws -> Tag? {
    while true {
      let before = try bytes(upTo: UInt8(ascii: "<"), pastQuotes: false)
      guard try peek() != nil else { return nil }
      advance()
      let tag = try bytes(upTo: UInt8(ascii: ">"), pastQuotes: true)
      guard try peek() != nil else { throw malformed("the text ends within a tag") }
      advance()
      guard let first = tag.first else { throw malformed("a tag has no name") }
      if first == UInt8(ascii: "?") || first == UInt8(ascii: "!") { continue }
      let isClosing = first == UInt8(ascii: "/")
      let body = tag.dropFirst(isClosing ? 1 : 0)
      let isEmpty = body.last == UInt8(ascii: "/")
      let nameEnd = body.firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: "/") } ?? body.endIndex
      return Tag(
        name: String(decoding: body[..<nameEnd], as: UTF8.self),
        attributes: Self.attributes(body[nameEnd...]), isClosing: isClosing, isEmpty: isEmpty,
        textBefore: Self.unescaped(before[...]))
    }
  }

  /// The bytes before the next `end`; with `pastQuotes`, an `end` in quotes does not count.
  private func bytes(upTo end: UInt8, pastQuotes: Bool) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var quote: UInt8?
    while let byte = try peek(), quote != nil || byte != end {
      if byte == quote {
        quote = nil
      } else if pastQuotes, quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
      bytes.append(byte)
      advance()
      guard bytes.count <= 1 << 20 else { throw malformed("a part is longer than 1 MB") }
    }
    return bytes
  }

  private static func attributes(_ bytes: ArraySlice<UInt8>) -> [String: String] {
    var attributes: [String: String] = [:]
    var rest = bytes
    while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
      let name = unescaped(rest[..<equals])
      rest = rest[(equals + 1)...].drop { $0 <= 0x20 }
      guard let quote = rest.popFirst(), let end = rest.firstIndex(of: quote) else { break }
      attributes[name] = unescaped(rest[..<end])
      rest = rest[(end + 1)...]
    }
    return attributes
  }

  /// The text of bytes, with entities replaced and without white space around it.
  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    var bytes = bytes.drop { $0 <= 0x20 }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    let text = String(decoding: bytes, as: UTF8.self)
    guard bytes.contains(UInt8(ascii: "&")) else { return text }
    let entities = [("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"), ("amp", "&")]
    return entities.reduce(text) { text, entity in
      text.split(separator: "&\(entity.0);", omittingEmptySubsequences: false)
        .joined(separator: entity.1)
    }
  }
}
