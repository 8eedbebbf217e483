import Foundation
public import Testing

/// Expects `actual` to equal the golden file `name` beside the calling test.
///
/// To accept a change, run `UPDATE_GOLDEN=1 swift test` and review the diff.
public func expectGolden(
  _ actual: String,
  _ name: String,
  filePath: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let file = URL(filePath: filePath).deletingLastPathComponent().appending(path: "Golden/\(name)")
  if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try actual.write(to: file, atomically: true, encoding: .utf8)
  }
  let expected = try String(contentsOf: file, encoding: .utf8)
  #expect(actual == expected, "differs from Golden/\(name)", sourceLocation: sourceLocation)
}
