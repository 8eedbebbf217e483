import Foundation
import Testing

@testable import BenchmarkRunner

@Suite("Build probe")
struct BuildProbeTests {
  @Test("Equal bytes have one hash, others another; a file that is not there has none")
  func hash() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "framegate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func hash(_ bytes: String, _ name: String) throws -> String? {
      let file = folder.appending(path: name)
      try Data(bytes.utf8).write(to: file)
      return BuildProbe(executable: file.path)?.hash
    }

    let first = try #require(try hash("code", "a"))
    #expect(try hash("code", "b") == first)
    #expect(try hash("cold", "c") != first)
    #expect(BuildProbe(executable: folder.appending(path: "d").path) == nil)
  }
}
