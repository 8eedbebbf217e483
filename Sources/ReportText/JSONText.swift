import BenchmarkModel
package import Foundation

/// JSON that an encoder wrote, as files and terminals get it: the same value with other characters.
///
/// Here, because every byte of a result passes through, and this module is optimized.
package enum JSONText {
  /// The same value without a character that a terminal obeys instead of showing it, and without
  /// `##[`, which logs of continuous integration obey anywhere in a line.
  ///
  /// `JSONEncoder` escapes characters below U+0020 only.
  package static func escapingControls(_ json: Data) -> Data {
    let bytes = [UInt8](json)
    let hash = UInt8(ascii: "#")
    var output = Data()
    var copied = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      guard byte >= 0x7F || byte == hash else {
        index += 1
        continue
      }
      let end = min(index + (byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4), bytes.count)
      let text = String(decoding: bytes[index..<end], as: UTF8.self)
      let isCommand =
        byte == hash && end < bytes.count
        && (bytes[end] == hash || bytes[end] == UInt8(ascii: "["))
      if isCommand || text.unicodeScalars.contains(where: \.isControl) {
        output += bytes[copied..<index]
        for unit in text.utf16 { output += Data("\\u\(unit.hexadecimal)".utf8) }
        copied = end
      }
      index = end
    }
    return copied == 0 ? json : output + bytes[copied...]
  }

  /// Compact JSON with line breaks in its outer `levels`, ending in a newline.
  package static func breakingLines(_ compact: Data, levels: Int) -> Data {
    // An array, because `Data` takes single bytes slowly.
    var output: [UInt8] = []
    output.reserveCapacity(compact.count + compact.count / 16)
    var depth = 0
    var isInText = false
    var isEscaped = false
    /// The last byte outside of texts; a line breaks between it and the next one.
    var previous = UInt8(ascii: " ")
    func breakLine(indent: Int) {
      guard depth <= levels else { return }
      output.append(UInt8(ascii: "\n"))
      output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
    }
    for byte in [UInt8](compact) {
      if isInText {
        isInText = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        output.append(byte)
        continue
      }
      let isAfterOpening = previous == UInt8(ascii: "{") || previous == UInt8(ascii: "[")
      switch byte {
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if !isAfterOpening { breakLine(indent: depth - 1) }
        depth -= 1
      default:
        if isAfterOpening || previous == UInt8(ascii: ",") { breakLine(indent: depth) }
        if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { depth += 1 }
        isInText = byte == UInt8(ascii: "\"")
      }
      output.append(byte)
      previous = byte
    }
    output.append(UInt8(ascii: "\n"))
    return Data(output)
  }

  /// The same value without a character that could end the element of a page that it is in.
  package static func escapingMarkup(_ json: Data) -> Data {
    var output: [UInt8] = []
    output.reserveCapacity(json.count)
    for byte in [UInt8](json) {
      switch byte {
      case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"):
        output += "\\u\(UInt16(byte).hexadecimal)".utf8
      default: output.append(byte)
      }
    }
    return Data(output)
  }
}
