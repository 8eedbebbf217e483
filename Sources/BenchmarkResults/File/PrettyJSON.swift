import BenchmarkModel
package import Foundation
import ReportText

/// JSON as every command writes it: sorted keys, ISO 8601 dates, a newline at the end.
package enum PrettyJSON {
  package static func encode(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return JSONText.escapingControls(try encoder.encode(value)) + Data("\n".utf8)
  }

  /// Reads what ``encode(_:)`` wrote.
  package static func decode<Value: Decodable>(_ type: Value.Type, from json: Data) throws -> Value
  {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(type, fromForeign: json)
  }

  /// Reads the content of a file that others may have written.
  ///
  /// - Throws: ``ResultsError``, which names the file.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, from json: Data, file: String
  ) throws -> Value {
    guard !json.isEmpty else { throw ResultsError.emptyFile(file: file) }
    do {
      return try decode(type, from: json)
    } catch let error as TooManyValues {
      throw ResultsError.tooManyValues(file: file, most: error.most)
    } catch let error as DecodingError { throw ResultsError(error, file: file) }
  }
}
