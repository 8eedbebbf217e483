import Foundation
import TestSupport
import Testing
import WorkerClient

@Suite("Search path")
struct SearchPathTests {
  /// Folders with executable files, links and other files, by path.
  private func folder(
    programs: [String], links: [(at: String, to: String)] = [], files: [String] = []
  ) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let manager = FileManager.default
    func place(_ path: String) throws -> URL {
      let place = folder.url.appending(path: path)
      try manager.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      return place
    }
    for path in programs + files { try Data().write(to: place(path)) }
    for path in programs {
      try manager.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.url.appending(path: path).path)
    }
    for link in links {
      try manager.createSymbolicLink(
        at: place(link.at), withDestinationURL: folder.url.appending(path: link.to))
    }
    return folder
  }

  @Test("The first executable file of a name is the one that a shell starts")
  func programs() throws {
    let folder = try folder(programs: ["b/cc", "c/cc"], files: ["a/cc"])
    let root = folder.url.path
    #expect(
      SearchPath.programs(named: "cc", in: "\(root)/a:\(root)/b:\(root)/c")
        == ["\(root)/b/cc", "\(root)/c/cc"])
  }

  @Test("A program of the toolchain is beside the file to which the link 'swift' leads")
  func toolchain() throws {
    let folder = try folder(
      programs: ["opt/swift", "opt/clang", "bin/clang", "bin/lldb"],
      links: [("bin/swift", "opt/swift")])
    // The temporary folder may be a link itself.
    let root = folder.url.resolvingSymlinksInPath().path
    func program(_ name: String) -> String? {
      SearchPath.toolchainProgram(named: name, in: "\(root)/nowhere:\(root)/bin")
    }
    #expect(program("clang") == "\(root)/opt/clang")
    #expect(program("lldb") == "\(root)/bin/lldb")
    #expect(program("cc") == nil)
    #expect(SearchPath.toolchainProgram(named: "clang", in: "\(root)/nowhere") == nil)
  }
}
