import Foundation
import TestSupport
import Testing

@testable import BenchmarkResults

@Suite("Writing whole files")
struct AtomicFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  #if os(Linux)
    /// The name of this process, which is a regular file in a folder that takes no new ones.
    @Test(
      "A file in a folder that takes no new files is written in place, unless links are replaced")
    func inPlace() throws {
      let file = URL(filePath: "/proc/self/comm")
      let name = try Data(contentsOf: file)
      defer { _ = try? AtomicFile.store(name, to: file) }

      try AtomicFile.check(file)
      #expect(try AtomicFile.store(Data("renamed".utf8), to: file))
      #expect(try !AtomicFile.store(Data("again".utf8), to: file, onConflict: .keep))
      #expect(throws: ResultsError.self) { try AtomicFile.check(file, links: .replace) }
      #expect(throws: ResultsError.self) {
        try AtomicFile.store(Data("again".utf8), to: file, links: .replace)
      }
      #expect(try Data(contentsOf: file) == Data("renamed\n".utf8))
      let none = URL(filePath: "/proc/self/none")
      #expect(throws: ResultsError.self) { try AtomicFile.check(none) }
      #expect(throws: ResultsError.self) { try AtomicFile.store(name, to: none) }
    }

    /// Beside the folder that the link leads to, files can be created.
    @Test("A link that is to be replaced is checked where it is, not where it leads to")
    func checkedLink() {
      #expect(throws: ResultsError.self) {
        try AtomicFile.check(URL(filePath: "/proc/self/cwd"), links: .replace)
      }
    }
  #endif

  @Test(
    "Where hard links are refused, a file gets a new name all the same, and only once",
    arguments: [EPERM, ENOTSUP, EOPNOTSUPP])
  func withoutHardLinks(error: CInt) throws {
    func place(_ temporary: URL, at target: URL) throws -> Bool {
      try AtomicFile.place(temporary.path, at: target) { _, _ in
        errno = error
        return -1
      }
    }
    let target = folder.url.appending(path: "target")
    for (content, isNew) in [("first", true), ("second", false)] {
      let temporary = folder.url.appending(path: content)
      try Data(content.utf8).write(to: temporary)

      #expect(try place(temporary, at: target) == isNew)
      #expect(try Data(contentsOf: target) == Data("first".utf8))
    }
    #expect(throws: ResultsError.self) {
      try place(target, at: folder.url.appending(path: "none/target"))
    }
  }

  @Test("A link to a folder is refused before anything is written")
  func linkedFolder() throws {
    let link = folder.url.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.url)

    #expect(throws: ResultsError.unwritable(path: link.path, reason: "it is a folder")) {
      try AtomicFile.check(link)
    }
    try AtomicFile.check(link, links: .replace)
  }

  @Test("Links to a file that is not there yet stay, and the file is created")
  func newFileOfLink() throws {
    let (file, link) = (folder.url.appending(path: "file"), folder.url.appending(path: "link"))
    let outer = folder.url.appending(path: "outer")
    let links = FileManager.default
    try links.createSymbolicLink(atPath: link.path, withDestinationPath: "file")
    try links.createSymbolicLink(at: outer, withDestinationURL: link)

    try AtomicFile.check(outer)
    #expect(try AtomicFile.store(Data("new".utf8), to: outer))

    #expect(try Data(contentsOf: file) == Data("new".utf8))
    #expect(try links.destinationOfSymbolicLink(atPath: outer.path) == link.path)
    #expect(try links.destinationOfSymbolicLink(atPath: link.path) == "file")
  }

  @Test("A link into a folder that is not there cannot be written, one to itself neither")
  func linkToNowhere() throws {
    for destination in ["missing/file", "link"] {
      let link = folder.url.appending(path: "link")
      try FileManager.default.createSymbolicLink(
        atPath: link.path, withDestinationPath: destination)
      defer { unlink(link.path) }
      #expect(throws: ResultsError.self) { try AtomicFile.check(link) }
      #expect(throws: ResultsError.self) { try AtomicFile.store(Data(), to: link) }
    }
  }

  @Test("A file keeps its access rights when it is replaced, a link gives its own to none")
  func rights() throws {
    func rights(_ file: URL) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    }
    let (file, link) = (folder.url.appending(path: "file"), folder.url.appending(path: "link"))
    try Data().write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
    #expect(try AtomicFile.store(Data("new".utf8), to: file))
    #expect(try rights(file) == 0o640)

    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    #expect(try AtomicFile.store(Data("other".utf8), to: link, links: .replace))
    #expect(try rights(link) != 0o777)
    #expect(try Data(contentsOf: file) == Data("new".utf8))
  }

  @Test("Removing a file that is gone is no failure, removing a folder is one")
  func removal() throws {
    let file = folder.url.appending(path: "file")
    try AtomicFile.append(Data("new".utf8), to: file)
    for _ in 0..<2 { try AtomicFile.remove(file) }
    #expect(!FileManager.default.fileExists(atPath: file.path))
    #expect(throws: ResultsError.self) { try AtomicFile.remove(folder.url) }
  }

  @Test("A folder that cannot be created is an error, one that exists is none")
  func folders() throws {
    let nested = folder.url.appending(path: "a/b")
    for _ in 0..<2 { try AtomicFile.makeFolder(nested, in: folder.url) }
    #expect(FileManager.default.fileExists(atPath: nested.path))
    #expect(throws: ResultsError.self) {
      try AtomicFile.makeFolder(
        nested.appending(path: String(repeating: "x", count: 300)), in: folder.url)
    }
  }

  @Test("Of many that store a new file at once and would keep one that is there, one succeeds")
  func race() async throws {
    for round in 0..<8 {
      let file = folder.url.appending(path: "file\(round)")
      let stored = try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<8 {
          group.addTask {
            try AtomicFile.store(Data("new".utf8), to: file, onConflict: .keep)
          }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(stored == 1)
    }
  }
}
