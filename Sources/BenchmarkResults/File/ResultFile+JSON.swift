package import Foundation

extension ResultFile {
  /// Reads a file's content and checks every value.
  ///
  /// - Parameters:
  ///   - json: The content.
  ///   - file: What messages call it.
  /// - Throws: ``ResultsError`` that names the file and, for a bad value, its key path.
  package init(json: Data, file: String) throws(ResultsError) {
    guard !json.isEmpty else { throw .emptyFile(file: file) }
    do {
      self = try JSONDecoder().decode(ResultFile.self, from: json)
    } catch let error as UnknownSchema {
      throw .unknownSchema(
        file: file, version: error.version, supported: Self.currentSchemaVersion)
    } catch let error as DecodingError {
      let found = ResultsError(error, file: file)
      guard case .notJSON = found, let number = UnusableNumber(in: json) else { throw found }
      throw .invalidValue(
        file: file, keyPath: number.keyPath, problem: "\(number.literal) is not a number for it")
    } catch {
      throw .notJSON(file: file, reason: "\(error)")
    }
    try validate(file: file)
  }

  /// The content of a file: keys sorted, one line per benchmark's key, ending in a newline.
  ///
  /// - Parameter file: What messages call it.
  /// - Returns: UTF-8 text.
  /// - Throws: ``ResultsError/invalidValue(file:keyPath:problem:)`` when a value would not be
  ///   accepted back.
  package func json(file: String = "the result") throws(ResultsError) -> Data {
    try validate(file: file)
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return JSONLayout(brokenLevels: 3).layOut(try encoder.encode(self))
    } catch {
      throw .invalidValue(file: file, keyPath: "the whole file", problem: "\(error)")
    }
  }
}
