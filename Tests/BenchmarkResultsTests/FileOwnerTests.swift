import BenchmarkModel
import BenchmarkResults
import Foundation
import TestSupport
import Testing

@Suite("Owners of files")
struct FileOwnerTests {
  @Test("A file that others can write or exchange is not one's own")
  func modes() throws {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = temporary.url
    let file = folder.appending(path: "file").path
    try Data("x".utf8).write(to: URL(filePath: file))
    chmod(folder.path, 0o755)
    chmod(file, 0o644)

    #expect(FileOwner.isOwn(file))
    #expect(FileOwner.isKnown(file, in: folder.path))
    chmod(file, 0o666)
    #expect(!FileOwner.isOwn(file))
    chmod(file, 0o644)
    chmod(folder.path, 0o777)
    #expect(!FileOwner.isOwn(file))
    #expect(!FileOwner.isOwn(folder.appending(path: "nothing").path))
    #expect(!FileOwner.isKnown(folder.appending(path: "nothing").path, in: folder.path))
  }

  @Test(
    "Files of another user are unknown, unless that user owns the sources",
    .enabled(if: getuid() == 0, "only root can give files away"))
  func owners() throws {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = temporary.url
    let build = folder.appending(path: "build")
    try FileManager.default.createDirectory(at: build, withIntermediateDirectories: true)
    let file = build.appending(path: "file").path
    try Data("x".utf8).write(to: URL(filePath: file))

    chown(file, 65_534, 65_534)
    #expect(!FileOwner.isKnown(build.path, in: folder.path))
    chown(folder.path, 65_534, 65_534)
    #expect(FileOwner.isKnown(build.path, in: folder.path))
    #expect(!FileOwner.isOwn(file))
  }
}
