/// Limits on JSON that is read as a whole.
///
/// A megabyte of compressed text can expand to a gigabyte, and an array of empty values takes a
/// hundred times its size in memory.
package enum JSONLimit {
  /// The maximum number of bytes, not counting white space.
  package static let bytes = 64 << 20

  /// The maximum number of elements of all arrays and objects.
  package static let elements = 2_000_000

  /// The maximum nesting depth of arrays and objects.
  package static let depth = 200
}

extension LogText {
  /// The next object or array as a whole: without white space and the words around it, and with
  /// `null` in place of `NaN` and `Infinity`.
  ///
  /// - Throws: `TextError` if it ends too early, another one follows, or it exceeds a
  ///   ``JSONLimit``.
  package func json() throws -> [UInt8] {
    while let byte = try peek(), !Self.opens(byte) { advance() }
    var output: [UInt8] = []
    var (depth, count) = (0, 0)
    // Where the current number or word begins in the output; nil outside words.
    var word: Int?
    repeat {
      guard let byte = try peek() else { throw malformed("the text is not JSON") }
      if !Self.isOfWord(byte), let start = word {
        Self.replaceSpecialNumber(from: start, in: &output)
        word = nil
      }
      switch byte {
      case UInt8(ascii: "\""):
        try takeText(into: &output)
        continue
      case 0...0x20:
        // Without a space, two words would become one.
        if let last = output.last, Self.isOfWord(last) { output.append(0x20) }
        advance()
        continue
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ","): count += 1
      default:
        if Self.opens(byte) {
          depth += 1
          count += 1
        } else if Self.isOfWord(byte), word == nil {
          word = output.endIndex
        }
      }
      guard depth <= JSONLimit.depth else {
        throw malformed("it has more than \(JSONLimit.depth) arrays or objects around each other")
      }
      guard output.count <= JSONLimit.bytes else {
        throw malformed("it is longer than \(JSONLimit.bytes >> 20) MB")
      }
      guard count <= JSONLimit.elements else {
        throw malformed("it has more than \(JSONLimit.elements) elements")
      }
      output.append(byte)
      advance()
    } while depth > 0
    // Words may follow, but no second object or array.
    while let byte = try peek() {
      guard byte != output.last else { throw malformed("the text is not JSON") }
      advance()
    }
    return output
  }

  private static func opens(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// Replaces `NaN` and `Infinity`, which Python and C++ write although JSON does not have them.
  private static func replaceSpecialNumber(from start: Int, in output: inout [UInt8]) {
    let word = output[start...].drop { $0 == UInt8(ascii: "-") }
    guard word.elementsEqual("NaN".utf8) || word.elementsEqual("Infinity".utf8) else { return }
    output.replaceSubrange(start..., with: "null".utf8)
  }

  /// Copies a quoted text to the output.
  private func takeText(into output: inout [UInt8]) throws {
    // True at first, so that the opening quote does not end the text.
    var isEscaped = true
    while let byte = try peek() {
      output.append(byte)
      advance()
      guard output.count <= JSONLimit.bytes else {
        throw malformed("it is longer than \(JSONLimit.bytes >> 20) MB")
      }
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        return
      }
    }
    throw malformed("the text is not JSON")
  }
}
