import BenchmarkModel
package import Foundation

/// Changes how JSON from an encoder is written, for files and terminals; the value stays the same.
///
/// In this module, because it is optimized, and every byte of a result passes through.
package enum JSONText {
  /// Escapes characters that a terminal would obey instead of showing, and `##[`, which logs of
  /// continuous integration obey anywhere in a line.
  ///
  /// `JSONEncoder` escapes only characters below U+0020.
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

  /// Adds line breaks to the outer `levels` of compact JSON, and a newline at the end.
  package static func breakingLines(_ compact: Data, levels: Int) -> Data {
    // An array, because appending single bytes to `Data` is slow.
    var output: [UInt8] = []
    output.reserveCapacity(compact.count + compact.count / 16)
    var depth = 0
    var isInText = false
    var isEscaped = false
    /// The last byte outside of strings; a line break goes between it and the next one.
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

  /// Escapes characters that could end the element of a page that contains the JSON.
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
