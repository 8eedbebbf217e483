import Foundation

/// A folder that stands for a user's package, removed at the end.
final class TemporaryPackage: Sendable {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "framegate-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write("// swift-tools-version: 6.2\n", to: "Package.swift")
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Writes a file, with the folders that it needs.
  func write(_ text: String, to path: String) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// The names of the stored runs, oldest first.
  var runs: [String] {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "results/runs").path)
    return (names ?? []).filter { $0.hasSuffix(".json") }.sorted()
  }

  /// Where the result stored under `name` is.
  func baseline(_ name: String) -> URL {
    folder.appending(path: "results/baselines/\(name).json")
  }

  /// Makes a file executable.
  ///
  /// - Returns: Its path.
  @discardableResult
  func executable(_ path: String) throws -> String {
    let file = folder.appending(path: path).path
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
    return file
  }
}
