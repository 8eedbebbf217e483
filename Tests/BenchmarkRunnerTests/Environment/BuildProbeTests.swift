import Foundation
import TestSupport
import Testing

@testable import BenchmarkRunner

@Suite("Build probe")
struct BuildProbeTests {
  @Test("Equal bytes have one hash, others another; a file that is not there has none")
  func hash() throws {
    let folder = try TemporaryFolder()
    func hash(_ bytes: String, _ name: String) throws -> String? {
      let file = folder.url.appending(path: name)
      try Data(bytes.utf8).write(to: file)
      return BuildProbe(executable: file.path)?.hash
    }

    let first = try #require(try hash("code", "a"))
    #expect(try hash("code", "b") == first)
    #expect(try hash("cold", "c") != first)
    #expect(BuildProbe(executable: folder.url.appending(path: "d").path) == nil)
  }
}
