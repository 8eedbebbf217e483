package import Foundation

/// JSON as every verb writes it: keys sorted, dates in ISO 8601, a newline at the end.
package enum ReportJSON {
  /// Encodes anything.
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
}
