package import Foundation

extension ResultStore {
  /// Where the machine's calibration is kept; it belongs to the machine and not into git.
  package var calibrationFile: URL { root.appending(path: "calibration.json") }

  /// Keeps a calibration in place of the last one.
  ///
  /// - Throws: ``ResultsError/unwritable(path:reason:)``.
  package func save(_ calibration: Calibration) throws {
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    _ = try AtomicFile.store(try calibration.json(), to: calibrationFile)
  }

  /// The last calibration; nil when there is none, or none that can be read.
  package func calibration() -> Calibration? {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return (try? Data(contentsOf: calibrationFile)).flatMap {
      try? decoder.decode(Calibration.self, from: $0)
    }
  }
}

extension Calibration {
  /// UTF-8 text with sorted keys, ending in a newline.
  ///
  /// - Throws: When a number is NaN or infinite.
  package func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return try encoder.encode(self) + Data("\n".utf8)
  }
}
