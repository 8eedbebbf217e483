import Foundation

/// Reads large JSON step by step, one array element at a time, and skips parts that are not needed.
package final class JSONScanner {
  /// The maximum size of an element that is kept, in bytes.
  private static let longestElement = 16 << 20

  private let text: LogText
  private var element: [UInt8] = []

  /// The start of the value that was read last.
  package private(set) var place = TextPlace(line: 1, column: 1)

  package init(_ text: LogText) { self.text = text }

  /// An error at the value that was read last.
  package func malformed(_ problem: String) -> TextError { .malformed(at: place, problem) }

  /// The place where the next value starts.
  package func nextPlace() throws -> TextPlace {
    _ = try next()
    return text.place
  }

  /// Whether an array comes next; consumes nothing.
  package func startsArray() throws -> Bool { try next() == UInt8(ascii: "[") }

  /// Whether an array comes next and not an object; throws for anything else.
  package func isArray() throws -> Bool {
    let first = try next()
    guard first == UInt8(ascii: "[") || first == UInt8(ascii: "{") else {
      throw text.malformed("neither '[' nor '{' comes here")
    }
    return first == UInt8(ascii: "[")
  }

  /// Reads an object; `body` reads a key's value and returns true, or returns false to skip it.
  package func object(_ body: (String) throws -> Bool) throws {
    try expect("{")
    if try take("}") { return }
    repeat {
      try value()
      let key = String(decoding: element.dropFirst().dropLast(), as: UTF8.self)
      try expect(":")
      if try !body(key) { try value(isKept: false) }
    } while try take(",")
    try expect("}")
  }

  /// Reads an array, and passes each element's bytes to `body`; its last bracket may be missing.
  package func array(_ body: ([UInt8]) throws -> Void) throws {
    try elements {
      try value()
      try body(element)
    }
  }

  /// Reads an array, whose elements `body` reads; its last bracket may be missing.
  package func elements(_ body: () throws -> Void) throws {
    try expect("[")
    while true {
      guard let byte = try next() else { return }
      if byte == UInt8(ascii: "]") || byte == UInt8(ascii: ",") {
        text.advance()
        if byte == UInt8(ascii: "]") { return }
        continue
      }
      try body()
    }
  }

  /// Makes sure that nothing follows.
  package func finish() throws {
    guard try next() == nil else { throw text.malformed("something follows the object") }
  }

  /// Reads a value, as it is written.
  package func word() throws -> String {
    try value()
    return String(decoding: element, as: UTF8.self)
  }

  /// Reads the bytes of a value: a string, a word, or an object or array to its closing bracket.
  ///
  /// A value that is not kept may have any length.
  private func value(isKept: Bool = true) throws {
    element.removeAll(keepingCapacity: true)
    var (depth, count) = (0, 0)
    var isEmpty = true
    func check() throws {
      guard !isEmpty else { throw text.malformed("a value is missing") }
    }
    var isInText = false
    var isEscaped = false
    place = try nextPlace()
    while let byte = try text.peek() {
      if isInText {
        if isEscaped {
          isEscaped = false
        } else {
          if byte == UInt8(ascii: "\\") { isEscaped = true }
          if byte == UInt8(ascii: "\"") { isInText = false }
        }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isInText = true
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          depth += 1
          count += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          guard depth > 0 else { return try check() }
          depth -= 1
        case UInt8(ascii: ","), UInt8(ascii: ":"), 0...0x20:
          if depth == 0 { return try check() }
          if byte == UInt8(ascii: ",") { count += 1 }
        default: break
        }
      }
      isEmpty = false
      if isKept {
        element.append(byte)
        guard element.count <= Self.longestElement else {
          throw text.malformed("a value is longer than 16 MB")
        }
        guard depth <= JSONLimit.depth, count <= JSONLimit.elements / 10 else {
          throw text.malformed(
            """
            a value has more than \(JSONLimit.elements / 10) elements, or more than \
            \(JSONLimit.depth) around each other
            """)
        }
      }
      text.advance()
    }
    guard depth == 0, !isInText else { throw text.malformed("the text ends within a value") }
    try check()
  }

  /// The next byte that is not white space; it is not consumed.
  private func next() throws -> UInt8? {
    while let byte = try text.peek() {
      guard byte <= 0x20 else { return byte }
      text.advance()
    }
    return nil
  }

  private func take(_ character: Unicode.Scalar) throws -> Bool {
    guard try next() == UInt8(ascii: character) else { return false }
    text.advance()
    return true
  }

  private func expect(_ character: Unicode.Scalar) throws {
    guard try take(character) else { throw text.malformed("'\(character)' is missing") }
  }
}

extension [UInt8] {
  package func contains(_ part: [UInt8]) -> Bool {
    withUnsafeBytes { all in
      part.withUnsafeBytes { part in
        guard let first = part.first, let pattern = part.baseAddress else { return true }
        var rest = all[...]
        while rest.count >= part.count,
          let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress,
          let found = memchr(start, Int32(first), rest.count - part.count + 1)
        {
          if memcmp(found, pattern, part.count) == 0 { return true }
          rest = rest.dropFirst(start.distance(to: UnsafeRawPointer(found)) + 1)
        }
        return false
      }
    }
  }
}
