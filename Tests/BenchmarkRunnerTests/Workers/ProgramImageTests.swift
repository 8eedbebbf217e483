import Foundation
import TestSupport
import Testing

@testable import BenchmarkRunner

/// Programs that are replaced while they are measured.
@Suite("Program image")
struct ProgramImageTests {
  private static func program(in folder: URL, exiting code: Int) throws -> URL {
    let file = folder.appending(path: "program-\(UUID().uuidString)")
    try Data("#!/bin/sh\nexit \(code)\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    return file
  }

  private static func exitCode(of path: String) throws -> Int32 {
    // The shell reads the program, because a process that another test is about to start may still
    // hold the file open for writing, and then the system does not execute it.
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [path]
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  @Test("A program that is not pinned is whatever has its path")
  func unpinned() throws {
    #expect(try ProgramImage.file(of: "/nowhere/tool") == "/nowhere/tool")
  }

  @Test("A pinned program whose path was given to another one is started all the same, or refused")
  func replaced() throws {
    let folder = try TemporaryFolder()
    let program = try Self.program(in: folder.url, exiting: 3)
    ProgramImage.pin(program.path)
    let other = try Self.program(in: folder.url, exiting: 4)
    #expect(rename(other.path, program.path) == 0)

    #if os(Linux)
      #expect(try Self.exitCode(of: try ProgramImage.file(of: program.path)) == 3)
      try FileManager.default.removeItem(at: program)
      #expect(try Self.exitCode(of: try ProgramImage.file(of: program.path)) == 3)
    #else
      #expect(throws: ProgramReplaced.self) { try ProgramImage.file(of: program.path) }
    #endif
  }

  @Test("A pinned program that is changed in place is refused")
  func changed() throws {
    let folder = try TemporaryFolder()
    let program = try Self.program(in: folder.url, exiting: 3)
    ProgramImage.pin(program.path)
    let handle = try FileHandle(forWritingTo: program)
    try handle.write(contentsOf: Data("#!/bin/sh\nexit 44\n".utf8))
    try handle.close()

    let error = #expect(throws: ProgramReplaced.self) { try ProgramImage.file(of: program.path) }
    #expect(error?.description.hasSuffix("build only when that has ended.") ?? false)
  }
}
