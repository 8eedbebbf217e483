import BenchmarkModel
import Foundation
import TestSupport
import Testing

@testable import BenchmarkRunner

@Suite("Counting files")
struct CountingFilesTests {
  @Test("What killed tools left is removed after a day, what others use is not")
  func abandoned() throws {
    let manager = FileManager.default
    let shared = try TemporaryFolder()
    let (used, left) = (CountingFiles(in: shared.url), CountingFiles(in: shared.url))
    _ = try used.copy("/bin/sh")
    _ = try left.copy("/bin/sh")
    let folder = left.log.deletingLastPathComponent().path
    let yesterday = Date(timeIntervalSinceNow: -25 * 60 * 60)
    try manager.setAttributes([.modificationDate: yesterday], ofItemAtPath: folder)

    let files = CountingFiles(in: shared.url)
    let copy = try files.copy("/bin/sh")

    #expect(!manager.fileExists(atPath: folder))
    #expect(manager.fileExists(atPath: used.log.deletingLastPathComponent().path))
    #expect(manager.isExecutableFile(atPath: copy.path))
    files.remove()
    #expect(!manager.fileExists(atPath: copy.path))
  }

  @Test(
    "An instruction that valgrind does not know is the reason, if it was reported since",
    arguments: [
      ("vex amd64->IR: unhandled instruction bytes: 0x62", 0, true),
      ("valgrind: Unrecognised instruction at address 0x1", 0, true),
      ("unhandled instruction, and more", 5, false), ("Counted instructions", 0, false),
    ])
  func unknownInstruction(log: String, before: Int, isUnknown: Bool) throws {
    let files = CountingFiles()
    defer { files.remove() }
    try FileManager.default.createDirectory(
      at: files.log.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(log.utf8).write(to: files.log)
    #expect((files.unknownInstruction(after: before) != nil) == isUnknown)
  }

  @Test("A profile without a counted region has none, however few are wanted")
  func noRegions() throws {
    let files = CountingFiles()
    defer { files.remove() }
    try FileManager.default.createDirectory(
      at: files.log.deletingLastPathComponent(), withIntermediateDirectories: true)
    for count in 0...1 {
      let text = "part: 1\ndesc: Trigger: Program termination\nevents: Ir\ntotals: 0\n"
      try Data(text.utf8).write(to: files.profile(of: "7"))
      let error = #expect(throws: Unavailable.self) { try files.regions(of: 7, count: count) }
      #expect(error?.reason.contains("without 'strip'") == true)
    }
  }

  @Test("A profile that cannot be read, or is not whole, says nothing about symbols")
  func unusable() throws {
    let files = CountingFiles()
    defer { files.remove() }
    try FileManager.default.createDirectory(
      at: files.log.deletingLastPathComponent(), withIntermediateDirectories: true)
    let profile = files.profile(of: "7")
    for (content, problem) in [(nil, "cannot be read: "), ("", "is incomplete. Make room")] {
      if let content {
        try Data(content.utf8).write(to: profile)
      } else {
        try FileManager.default.createDirectory(at: profile, withIntermediateDirectories: true)
      }
      let error = #expect(throws: Unavailable.self) { try files.regions(of: 7, count: 1) }
      #expect(error?.reason.contains(problem) == true && error?.reason.contains("strip") == false)
    }
  }
}
