import Foundation
import Testing

@testable import BenchmarkRunner

@Suite("Counting files")
struct CountingFilesTests {
  @Test("What killed tools left is removed after a day, what others use is not")
  func abandoned() throws {
    let manager = FileManager.default
    let (used, left) = (CountingFiles(), CountingFiles())
    defer { [used, left].forEach { $0.remove() } }
    _ = try used.copy("/bin/sh")
    _ = try left.copy("/bin/sh")
    let folder = left.log.deletingLastPathComponent().path
    let yesterday = Date(timeIntervalSinceNow: -25 * 60 * 60)
    try manager.setAttributes([.modificationDate: yesterday], ofItemAtPath: folder)

    let files = CountingFiles()
    let copy = try files.copy("/bin/sh")

    #expect(!manager.fileExists(atPath: folder))
    #expect(manager.fileExists(atPath: used.log.deletingLastPathComponent().path))
    #expect(manager.isExecutableFile(atPath: copy.path))
    files.remove()
    #expect(!manager.fileExists(atPath: copy.path))
  }
}
