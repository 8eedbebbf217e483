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
    return try encoder.encode(value) + Data("\n".utf8)
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
}
