package import Foundation

/// JSON as every command writes it: sorted keys, ISO 8601 dates, a newline at the end.
package enum PrettyJSON {
  /// Encodes a value.
  ///
  /// - Parameter value: What to write.
  /// - Returns: UTF-8 text.
  /// - Throws: When a number is NaN or infinite.
  package static func encode(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return escapingControls(try encoder.encode(value)) + Data("\n".utf8)
  }

  /// Reads what ``encode(_:)`` wrote.
  ///
  /// - Parameters:
  ///   - type: What the content is.
  ///   - json: The content.
  /// - Returns: The value.
  /// - Throws: `DecodingError`.
  package static func decode<Value: Decodable>(_ type: Value.Type, from json: Data) throws -> Value
  {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(type, from: json)
  }

  /// The same value without a character that a terminal obeys instead of showing it, and without
  /// `##[`, which logs of continuous integration obey anywhere in a line.
  ///
  /// `JSONEncoder` escapes characters below U+0020 only.
  static func escapingControls(_ json: Data) -> Data {
    guard json.contains(where: { $0 >= 0x7F || $0 == UInt8(ascii: "#") }) else { return json }
    var text = ""
    var held = false
    for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
      if held { text += scalar == "#" || scalar == "[" ? "\\u0023" : "#" }
      held = scalar == "#"
      if held { continue }
      if scalar.isObeyed, scalar != "\n" {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return Data(text.utf8)
  }
}

extension Unicode.Scalar {
  /// Whether a terminal or a reader's eye obeys it: control characters (the C1 range, too), and
  /// marks that reverse, hide or break text.
  ///
  /// The joiners inside emoji and in Arabic script are shown.
  package var isObeyed: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: self != "\u{200C}" && self != "\u{200D}"
    default: false
    }
  }
}
