import BenchmarkModel
package import Foundation
import ReportText

/// JSON as every command writes it: sorted keys, ISO 8601 dates, a newline at the end.
package enum PrettyJSON {
  package static func encode(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return escapingControls(try encoder.encode(value)) + Data("\n".utf8)
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

  /// The same value without a character that a terminal obeys instead of showing it, and without
  /// `##[`, which logs of continuous integration obey anywhere in a line.
  ///
  /// `JSONEncoder` escapes characters below U+0020 only.
  static func escapingControls(_ json: Data) -> Data {
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
}
