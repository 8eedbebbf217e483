import BenchmarkModel
import Foundation
import TestSupport
import Testing

@testable import BenchmarkResults

@Suite("Reading inputs")
struct InputFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("A FIFO is read until its writer closes it")
  func fifo() throws {
    let url = folder.url.appending(path: "fifo")
    #expect(mkfifo(url.path, 0o600) == 0)
    let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
    Thread { try? content.write(to: url) }.start()

    #expect(try InputFile.content(of: url) == content)
  }

  @Test("A device without an end stops at the limit, which the error states")
  func endless() {
    let error = #expect(throws: ResultsError.self) {
      try InputFile.content(of: URL(filePath: "/dev/zero"), limit: InputLimit(bytes: 3_000_000))
    }

    #expect(error == .inputTooLarge(file: "/dev/zero", limit: "3 MB"))
    #expect(error?.description.contains(InputLimit.variable) == true)
    #expect(error?.exitCode == .couldNotRun)
  }

  @Test("A file of exactly the limit is read, one byte more is not")
  func limit() throws {
    let url = folder.url.appending(path: "file")
    try Data(repeating: 1, count: 1_000).write(to: url)

    #expect(try InputFile.content(of: url, limit: InputLimit(bytes: 1_000)).count == 1_000)
    #expect(throws: ResultsError.inputTooLarge(file: url.relativePath, limit: "999 bytes")) {
      try InputFile.content(of: url, limit: InputLimit(bytes: 999))
    }
  }

  @Test("Nothing, a folder and an empty device are told apart")
  func others() throws {
    #expect(throws: ResultsError.fileNotFound(file: "/nowhere/at/all")) {
      try InputFile.content(of: URL(filePath: "/nowhere/at/all"))
    }
    #expect(throws: ResultsError.notAFile(file: folder.url.relativePath)) {
      try InputFile.content(of: folder.url)
    }
    #expect(try InputFile.content(of: URL(filePath: "/dev/null")).isEmpty)
  }

  @Test(
    "Limits are numbers with a unit",
    arguments: [
      ("2GB", 2_000_000_000), ("500 mb", 500_000_000), ("64kB", 64_000), ("12", 12), ("7b", 7),
      ("", nil), ("GB", nil), ("+5", nil), ("-1GB", nil), ("0", nil), ("1.5GB", nil),
      ("9999999999999GB", nil),
    ])
  func sizes(text: String, bytes: Int?) {
    #expect(InputLimit(parsing: text)?.bytes == bytes)
  }

  @Test("A larger limit of bytes allows more values, and a smaller one no fewer")
  func values() {
    #expect(InputLimit(bytes: 1_000).values == 8_000_000)
    #expect(InputLimit.standard.values == 8_000_000)
    #expect(InputLimit(bytes: 320_000_000).values == 10_000_000)
  }

  @Test("Whatever is at a path exists, also a link to nothing")
  func exists() throws {
    let link = folder.url.appending(path: "link")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "gone")
    #expect(InputFile.exists(folder.url))
    #expect(InputFile.exists(link))
    #expect(!InputFile.exists(folder.url.appending(path: "gone")))
  }

  @Test("A stored run that is a pipe is not waited for")
  func storedPipe() throws {
    let store = ResultStore(root: folder.url)
    try FileManager.default.createDirectory(
      at: store.runsFolder, withIntermediateDirectories: true)
    #expect(mkfifo(store.runsFolder.appending(path: "1-abc.json").path, 0o600) == 0)

    #expect(store.runs().isEmpty)
  }

  @Test(
    "A limit is printed in the largest unit of which it is a whole number",
    arguments: [
      (999, "999 bytes"), (1_000, "1 kB"), (1_500, "1500 bytes"), (1_000_000, "1 MB"),
      (2_500_000, "2500 kB"), (1_000_000_000, "1 GB"), (1_000_000_001, "1000000001 bytes"),
    ])
  func description(bytes: Int, text: String) {
    #expect(InputLimit(bytes: bytes).description == text)
  }

  @Test("Standard input and what a shell opened as a pipe are read once")
  func readOnce() throws {
    #expect(InputFile.named("-") == InputFile.standardInput)
    #expect(InputFile.named("x").path == URL(filePath: "x").path)
    let (file, fifo) = (folder.url.appending(path: "x"), folder.url.appending(path: "fifo"))
    try Data().write(to: file)
    #expect(mkfifo(fifo.path, 0o600) == 0)
    let (pipe, open) = (Pipe(), try FileHandle(forReadingFrom: file))
    func opened(_ handle: FileHandle) -> URL { URL(filePath: "/dev/fd/\(handle.fileDescriptor)") }

    for url in [InputFile.standardInput, opened(pipe.fileHandleForReading)] {
      #expect(InputFile.isReadOnce(url), "\(url)")
    }
    for url in [
      opened(open), URL(filePath: "/dev/null"), URL(filePath: "/dev/fd/99999"), file, fifo,
    ] {
      #expect(!InputFile.isReadOnce(url), "\(url)")
    }
  }

  @Test("A path through a file leads to nothing")
  func throughFile() throws {
    let file = folder.url.appending(path: "file")
    try Data().write(to: file)
    let url = file.appending(path: "below")

    #expect(throws: ResultsError.fileNotFound(file: url.relativePath)) {
      try InputFile.content(of: url)
    }
  }
}
