import Foundation
import TestSupport
import Testing

@testable import BenchmarkRunner

@Suite("Countable executable")
struct CountableExecutableTests {
  /// A little ELF file with one section: the names of sections, which say `names`.
  private static func executable(names: String) -> Data {
    var file = Data([0x7F, 0x45, 0x4C, 0x46, 2, 1]) + Data(count: 0x100 - 6)
    func put(_ value: Int, _ byteCount: Int, at offset: Int) {
      for byte in 0..<byteCount { file[offset + byte] = UInt8(value >> (8 * byte) & 0xFF) }
    }
    put(0x80, 8, at: 0x28)
    put(0x40, 2, at: 0x3A)
    put(1, 2, at: 0x3C)
    put(0x100, 8, at: 0x80 + 0x18)
    put(names.utf8.count, 8, at: 0x80 + 0x20)
    return file + Data(names.utf8) + Data("\0.debug_ is also text".utf8)
  }

  private func copy(of content: Data) throws -> Data {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let original = folder.url.appending(path: "original")
    try content.write(to: original)
    let copy = try CountableExecutable(copying: original.path, into: folder.url)
    #expect(copy.libraryFolder == folder.url.path)
    #expect(FileManager.default.isExecutableFile(atPath: copy.path))
    return try Data(contentsOf: URL(filePath: copy.path))
  }

  @Test("Debug sections get other names, and nothing else changes")
  func hidden() throws {
    let copy = try copy(of: Self.executable(names: ".text\0.debug_info\0.debug_line\0.data"))

    #expect(copy == Self.executable(names: ".text\0.hiddeninfo\0.hiddenline\0.data"))
  }

  @Test("Resources beside the program are beside its copy, and nothing else")
  func resources() throws {
    let (products, folder) = (try TemporaryFolder(), try TemporaryFolder())
    for name in ["tool", "a.resources", "b.bundle", "c.build"] {
      try Data(name.utf8).write(to: products.url.appending(path: name))
    }
    _ = try CountableExecutable(
      copying: products.url.appending(path: "tool").path, into: folder.url)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(Set(names) == ["worker", "a.resources", "b.bundle"])
  }

  @Test(
    "Any other file is copied as it is",
    arguments: [
      Data(), Data("#!/bin/sh\necho .debug_info\n".utf8),
      Self.executable(names: ".debug_info").prefix(0x30),
      Self.executable(names: ".debug_info").prefix(0x102),
    ])
  func others(content: Data) throws {
    #expect(try copy(of: content) == content)
  }
}
