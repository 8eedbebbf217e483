import Foundation
import TestSupport
import Testing

@testable import framegate

@Suite("Log files")
struct LogFileTests {
  @Test("Why the only attachment cannot be read is said, unless another one is a log")
  func unreadable() throws {
    let folder = try TemporaryFolder()
    func write(_ content: some Sequence<UInt8>, to name: String) throws {
      try Data(content).write(to: folder.url.appending(path: name))
    }
    // A gzip header, followed by something else.
    try write([0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 3] + Array("damaged".utf8), to: "A.csv")
    try write(
      """
      [{"attachments": [{"exportedFileName": "A.csv"}, {"exportedFileName": "B.csv"}]}]
      """.utf8, to: "manifest.json")

    let error = #expect(throws: LogFileError.self) { try LogFile(path: folder.url.path).content() }
    #expect(error?.description.contains("A.csv' cannot be judged. It is compressed") == true)

    // No whole log, but one by its header.
    try write("timestamp,targetTimestamp\n".utf8, to: "B.csv")
    let other = #expect(throws: (any Error).self) { try LogFile(path: folder.url.path).content() }
    #expect(other.map { "\($0)".contains("A.csv") } == false)
  }
}
