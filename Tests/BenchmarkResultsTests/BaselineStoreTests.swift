import BenchmarkModel
import Foundation
import ReportText
import ResultTestSupport
import TestSupport
import Testing

@testable import BenchmarkResults

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Stored baselines")
struct BaselineStoreTests {
  private let folder: TemporaryFolder
  private let store: ResultStore

  init() throws {
    folder = try TemporaryFolder()
    store = ResultStore(root: folder.url.appending(path: "results"))
  }

  private func result(_ seconds: Double, _ benchmarks: [BenchmarkResult] = []) -> ResultFile {
    var file = Fixtures.file(benchmarks)
    file.time = Date(timeIntervalSince1970: 1_790_000_000 + seconds)
    return file
  }

  private var names: [String] { store.baselines().map(\.name) }

  @Test("The newest come first; without any, there are none")
  func order() throws {
    #expect(store.baselines().isEmpty)
    for (name, seconds) in [("a", 20.0), ("b", 0), ("c", 60), ("d", 20)] {
      try store.saveBaseline(result(seconds), as: ResultName(name))
    }
    #expect(names == ["c", "a", "d", "b"])
    #expect(store.baselines().allSatisfy { $0.size > 100 })
  }

  @Test("What cannot be used says why, comes last and hangs nothing")
  func hostile() throws {
    let whole = try store.saveBaseline(result(0), as: ResultName("whole"))
    let content = try Data(contentsOf: whole)
    func file(_ name: String) -> URL { store.baselinesFolder.appending(path: "\(name).json") }
    try content.prefix(content.count / 2).write(to: file("half"))
    try Data().write(to: file("empty"))
    try Data(content.map { $0 == UInt8(ascii: "1") ? UInt8(ascii: "9") : $0 })
      .write(to: file("newer"))
    try content.write(to: file("a\u{1B}[31m"))
    try FileManager.default.createDirectory(at: file("folder"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: file("nowhere"), withDestinationURL: file("gone"))
    #expect(mkfifo(file("pipe").path, 0o600) == 0)

    let all = store.baselines()
    #expect(all.first?.name == "whole")
    #expect(all.count == 8)
    for baseline in all.dropFirst() {
      let error = #expect(throws: ResultsError.self) { try baseline.content.get() }
      #expect(MessageContract.violation(of: error?.message ?? "") == nil)
    }
  }

  @Test("What is replaced is kept byte by byte, once, and can be put back")
  func replaced() throws {
    let name = try ResultName("main")
    let file = try store.saveBaseline(result(0, [Fixtures.kernel()]), as: name)
    // A key of a newer version must survive.
    let old = try String(contentsOf: file, encoding: .utf8)
      .replacing("\"schemaVersion\"", with: "\"later\":1,\"schemaVersion\"")
    try old.write(to: file, atomically: true, encoding: .utf8)

    let kept = try store.replaceBaseline(name, by: result(60))
    #expect(kept.lastPathComponent == "main.replaced-20260921T141320Z.json")
    #expect(try String(contentsOf: kept, encoding: .utf8) == old)
    #expect(try store.loadBaseline(name) == result(60))

    let original = try store.loadBaseline(ResultName("main.replaced-20260921T141320Z"))
    let second = try store.replaceBaseline(name, by: original)
    #expect(try store.loadBaseline(name) == original)
    #expect(second.lastPathComponent == "main.replaced-20260921T141420Z.json")
    // Another result of the same second gets a name of its own; an equal one is kept once.
    #expect(
      try store.replaceBaseline(name, by: result(60)).lastPathComponent
        == "main.replaced-20260921T141320Z-2.json")
    #expect(try store.replaceBaseline(name, by: original) == second)
    #expect(names.count == 4)
  }

  @Test("The longest name is shortened, so that what was replaced has a name that can be used")
  func longName() throws {
    for text in [String(repeating: "x", count: 100), String(repeating: "ö", count: 50)] {
      let name = try ResultName(text)
      try store.saveBaseline(result(0), as: name)
      let kept = try store.replaceBaseline(name, by: result(60))
      let copy = try ResultName(kept.deletingPathExtension().lastPathComponent)
      #expect(try store.loadBaseline(copy) == result(0))
    }
  }

  @Test("A broken baseline is not replaced, nor one that is not there")
  func broken() throws {
    let name = try ResultName("main")
    #expect(throws: ResultsError.self) { try store.replaceBaseline(name, by: result(0)) }
    let file = try store.saveBaseline(result(0), as: name)
    try Data("{".utf8).write(to: file)
    #expect(throws: ResultsError.self) { try store.replaceBaseline(name, by: result(60)) }
    #expect(try Data(contentsOf: file) == Data("{".utf8))
    #expect(names == ["main"])
  }

  @Test("Removing a link leaves what it leads to; a link in place of the folder is refused")
  func removed() throws {
    let target = folder.url.appending(path: "target.json")
    try store.save(result(0), to: target)
    try store.saveBaseline(result(60), as: ResultName("main"))
    let link = store.baselinesFolder.appending(path: "link.json")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)

    #expect(names == ["main", "link"])
    for baseline in store.baselines() { try store.remove(baseline) }
    #expect(names.isEmpty)
    #expect(try store.load(target) == result(0))

    try store.saveBaseline(result(0), as: ResultName("main"))
    let elsewhere = folder.url.appending(path: "elsewhere")
    try FileManager.default.moveItem(at: store.baselinesFolder, to: elsewhere)
    try FileManager.default.createSymbolicLink(
      at: store.baselinesFolder, withDestinationURL: elsewhere)
    let seen = try #require(store.baselines().first)
    #expect(throws: ResultsError.self) { try store.remove(seen) }
    #expect(store.baselines().count == 1)
  }
}
