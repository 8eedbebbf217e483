import BenchmarkModel
import Foundation
import ResultTestSupport
import TestSupport
import Testing

@testable import BenchmarkResults

@Suite("Operands")
struct OperandTests {
  private let folder: TemporaryFolder
  private let store: ResultStore
  private let hash = "4c89d0d1a2b3c4d5e6f708192a3b4c5d6e7f8091"

  init() throws {
    folder = try TemporaryFolder()
    store = ResultStore(root: folder.url.appending(path: "results"))
  }

  private func resolve(_ text: String, _ revisions: [String: String] = [:]) throws -> Operand {
    try store.resolve(text, in: folder.url) { revisions[$0] }
  }

  @Test(
    "A path or anything ending in .json is a file",
    arguments: ["no.json", "./none", "/none", "../none"])
  func paths(text: String) throws {
    guard case .file(let url) = try resolve(text, [text: hash]) else {
      Issue.record("'\(text)' is not a file")
      return
    }
    #expect(url.relativePath == text)
    let error = #expect(throws: ResultsError.self) { try store.load(url) }
    #expect(error?.exitCode == .notFound)
  }

  @Test("The first digits of a hash tell one commit, or that there are several")
  func firstDigits() throws {
    let commits = [hash, "4c89ffff", "", "abcdef1"]
    func commit(_ text: String) throws -> String? {
      try ResultStore.commit(startingWith: text, among: commits)
    }
    #expect(try commit("4C89D") == hash)
    #expect(try commit("abcdef1234") == "abcdef1")
    #expect(try commit("abc") == nil && commit("") == nil && commit("main") == nil)
    #expect(
      throws: ResultsError.ambiguousCommit(prefix: "4c89", commits: [hash, "4c89ffff"])
    ) { try commit("4c89") }
  }

  @Test("An existing file needs no path")
  func existingFile() throws {
    try store.save(Fixtures.file(), to: folder.url.appending(path: "result"))

    let operand = try resolve("result")

    #expect(try store.load(operand).content == Fixtures.file())
  }

  @Test("A stored name is found, and a name that is also a revision is ambiguous")
  func names() throws {
    let name = try ResultName("main")
    try store.saveBaseline(Fixtures.file(), as: name)

    #expect(try resolve("main") == .baseline(name))
    #expect(try resolve("name:main", ["main": hash]) == .baseline(name))
    #expect(try resolve("rev:main", ["main": hash]) == .commit(hash, revision: "main"))
    let error = #expect(throws: ResultsError.self) { try resolve("main", ["main": hash]) }
    #expect(error?.exitCode == .wrongUsage)
    #expect(error?.description.contains("'name:main'") == true)
  }

  @Test(
    "Operands that do not exist are not found",
    arguments: ["nothing", "name:nothing", "rev:nothing", "rev:"])
  func notFound(text: String) {
    let error = #expect(throws: ResultsError.self) { try resolve(text) }
    #expect(error?.exitCode == .notFound)
  }

  @Test("A commit refers to its newest clean run with measurements")
  func commit() throws {
    var older = Fixtures.file()
    older.time = Date(timeIntervalSince1970: 1_780_000_000)
    var dirty = Fixtures.file()
    dirty.environment.dirty = .value(true)
    dirty.time = Date(timeIntervalSince1970: 1_791_000_000)
    var empty = Fixtures.file([])
    empty.time = Date(timeIntervalSince1970: 1_792_000_000)
    for file in [older, Fixtures.file(), dirty, empty] { _ = try store.createRun(file) }
    try Data("{".utf8).write(
      to: store.runsFolder.appending(path: "20990101T000000Z-4c89d0d1a2b3.json"))

    for text in [hash, "4c89", "HEAD", "4C89D0D1A2B3C4"] {
      let found = try store.load(try resolve(text, ["HEAD": hash]))
      #expect(found.content == Fixtures.file())
    }
  }

  @Test("Of a commit's runs, the one of this tool that measured the most stands for it")
  func commitOfTool() throws {
    var whole = Fixtures.file()
    whole.time = Date(timeIntervalSince1970: 1_780_000_000)
    var filtered = Fixtures.file()
    filtered.benchmarks.removeLast()
    var others = Fixtures.file()
    others.tool.name = "OtherBenchmarks"
    others.time = Date(timeIntervalSince1970: 1_791_000_000)
    for file in [whole, filtered, others] { _ = try store.createRun(file) }

    func found(by tool: String?) throws -> ResultFile {
      try ResultStore(root: store.root, tool: tool).load(.commit(hash, revision: "HEAD")).content
    }
    #expect(try found(by: whole.tool.name) == whole)
    #expect(try found(by: "OtherBenchmarks") == others)
    #expect(try found(by: nil) == others)
    #expect(
      throws: ResultsError.noRunOfCommit(
        revision: "HEAD", directory: store.runsFolder.relativePath)
    ) { try found(by: "third") }
  }

  /// Runs from old to new: of this commit or another, with this many benchmarks.
  @Test(
    "Twenty runs of a commit are read, the newest; others do not count",
    arguments: [
      (older: 2, newer: 19, others: 25, found: 2), (older: 2, newer: 20, others: 0, found: 1),
    ])
  func newestRuns(runs: (older: Int, newer: Int, others: Int, found: Int)) throws {
    var second = 0.0
    func store(_ benchmarks: Int, commit: String) throws {
      var file = Fixtures.file(
        (0..<benchmarks).map { Fixtures.timed("b\($0)", time: 1) })
      file.time = Date(timeIntervalSince1970: 1_780_000_000 + second)
      file.environment.commit = .value(commit)
      second += 1
      _ = try self.store.createRun(file)
    }
    try store(runs.older, commit: hash)
    for _ in 0..<runs.newer { try store(1, commit: hash) }
    for _ in 0..<runs.others { try store(3, commit: String(hash.reversed())) }

    let found = try self.store.load(.commit(hash, revision: "HEAD"))

    #expect(found.content.benchmarks.count == runs.found)
  }

  @Test("A commit without a clean run is not found, and the error says what to do")
  func noRun() throws {
    var dirty = Fixtures.file()
    dirty.environment.dirty = .value(true)
    _ = try store.createRun(dirty)

    let operand = try resolve("HEAD", ["HEAD": hash])
    let error = #expect(throws: ResultsError.self) { try store.load(operand) }

    #expect(error == .noRunOfCommit(revision: "HEAD", directory: store.runsFolder.relativePath))
    #expect(error?.exitCode == .notFound)
  }

  @Test("A prefix of several commits is rejected")
  func ambiguous() throws {
    var other = Fixtures.file()
    other.environment.commit = .value("4c89ffffffffffffffffffffffffffffffffffff")
    for file in [other, Fixtures.file()] { _ = try store.createRun(file) }

    let error = #expect(throws: ResultsError.self) { try resolve("4c89") }

    #expect(error?.exitCode == .wrongUsage)
    #expect(try resolve("4c89d") == .commit("4c89d", revision: "4c89d"))
    let short = #expect(throws: ResultsError.self) { try resolve("4c8") }
    #expect(short?.exitCode == .notFound)
  }

  @Test("At most 20 benchmarks are named, and the rest is counted")
  func namedBenchmarks() {
    func text(_ count: Int) -> String {
      ResultsError.benchmarkNotFound(
        name: "x", file: "f", known: (1...count).map { "b\($0)" }
      ).description
    }
    #expect(text(20).contains("b19, b20. Give"))
    #expect(text(21).contains("b19, b20 and 1 more. Give"))
  }
}
