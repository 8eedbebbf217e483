import Foundation
import Testing

@testable import BenchmarkRunner

#if os(Linux)
  @Suite("Code pages")
  struct CodePagesTests {
    /// How many pages of a file are in memory.
    private func residentPages(_ file: Int32, bytes: Int) throws -> Int {
      let mapped = try #require(mmap(nil, bytes, PROT_READ, MAP_SHARED, file, 0))
      try #require(mapped != MAP_FAILED)
      defer { munmap(mapped, bytes) }
      var pages = [UInt8](repeating: 0, count: bytes / Int(sysconf(Int32(_SC_PAGESIZE))))
      try #require(mincore(mapped, bytes, &pages) == 0)
      return pages.count { $0 & 1 == 1 }
    }

    private static let folder = URL(filePath: BuiltTool.path).deletingLastPathComponent()

    @Sendable
    private static func isOnDisk() async -> Bool {
      await Command("stat", ["-f", "-c", "%T", folder.path]).output() != "tmpfs"
    }

    @Test(
      "A file that was just written is forgotten, and keeps its bytes",
      .enabled("what is in memory alone cannot be forgotten", isOnDisk))
    func forget() throws {
      let url = Self.folder.appending(path: "code-pages-\(UUID().uuidString)")
      let content = Data((0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      try content.write(to: url)
      defer { try? FileManager.default.removeItem(at: url) }
      let file = open(url.path, O_RDONLY)
      try #require(file >= 0)
      defer { close(file) }
      #expect(try residentPages(file, bytes: content.count) > 0)

      CodePages.forget(url.path)

      #expect(try residentPages(file, bytes: content.count) == 0)
      #expect(try Data(contentsOf: url) == content)
      CodePages.forget("/nowhere")
    }
  }
#endif
