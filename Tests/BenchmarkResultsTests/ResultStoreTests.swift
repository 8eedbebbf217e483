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

@Suite("Result store")
struct ResultStoreTests {
  private let folder: TemporaryFolder
  private let store: ResultStore

  init() throws {
    folder = try TemporaryFolder()
    store = ResultStore(root: folder.url.appending(path: "results"))
  }

  @Test("A run is named by its time and commit, and can be saved repeatedly")
  func run() throws {
    var file = Fixtures.file([])
    let url = try store.createRun(file)

    for benchmark in [Fixtures.kernel(), Fixtures.scenario()] {
      file.benchmarks.append(benchmark)
      try store.save(file, to: url)
      #expect(try store.load(url) == file)
    }

    #expect(url.lastPathComponent == "20260921T141320Z-4c89d0d1a2b3.json")
    #expect(try FileManager.default.contentsOfDirectory(atPath: store.runsFolder.path).count == 1)
  }

  @Test("Runs of the same second get different names, and dirty ones are marked")
  func sameSecond() throws {
    var dirty = Fixtures.file()
    dirty.environment.dirty = .value(true)
    let names = try [Fixtures.file(), Fixtures.file(), dirty].map {
      try store.createRun($0).lastPathComponent
    }

    #expect(
      names == [
        "20260921T141320Z-4c89d0d1a2b3.json", "20260921T141320Z-4c89d0d1a2b3-2.json",
        "20260921T141320Z-4c89d0d1a2b3-dirty.json",
      ])
  }

  @Test("The newest run is of the store's program, and measured something")
  func newestRun() throws {
    let first = try store.createRun(Fixtures.file())
    var other = Fixtures.file()
    other.tool.name = "another"
    _ = try store.createRun(other)
    var empty = Fixtures.file([])
    empty.tool.name = Fixtures.file().tool.name
    _ = try store.createRun(empty)
    let own = ResultStore(root: store.root, tool: Fixtures.file().tool.name)

    #expect(own.newestRun()?.lastPathComponent == first.lastPathComponent)
  }

  @Test("Of runs of the same second, the last one stored is the newest")
  func newestOfSecond() throws {
    let urls = try (0..<11).map { _ in try store.createRun(Fixtures.file()) }

    #expect(store.runs().map(\.lastPathComponent) == urls.map(\.lastPathComponent))
  }

  @Test("Only files that end in .json and are not hidden are runs")
  func otherFiles() throws {
    let run = try store.createRun(Fixtures.file([]))
    for name in [".\(run.lastPathComponent)", "notes.txt"] {
      try Data().write(to: store.runsFolder.appending(path: name))
    }
    #expect(store.runs().map(\.lastPathComponent) == [run.lastPathComponent])
  }

  @Test("Concurrent runs lose nothing")
  func concurrent() async throws {
    let store = store
    let urls = try await withThrowingTaskGroup(of: URL.self) { group in
      for _ in 0..<16 { group.addTask { try store.createRun(Fixtures.file()) } }
      return try await group.reduce(into: Set<URL>()) { $0.insert($1) }
    }

    #expect(urls.count == 16)
    #expect(store.runs().count == 16)
  }

  @Test("A commit that is not a hash cannot leave the folder")
  func hostileCommit() throws {
    var file = Fixtures.file()
    file.environment.commit = .value("../../etc/passwd")

    let url = try store.createRun(file)

    #expect(url.deletingLastPathComponent().lastPathComponent == "runs")
  }

  @Test(
    "Names that cannot be file names are rejected",
    arguments: [
      "../x", "", ".hidden", "a/b", "a\\b", "main.json", "a\u{1B}[31mb", "line\nbreak", " main",
      "main ", "-rf", "rev:main", "..", String(repeating: "x", count: 101), "zero\u{200B}width",
    ])
  func badNames(name: String) {
    let error = #expect(throws: ResultsError.self) { try ResultName(name) }
    #expect(error?.exitCode == .wrongUsage)
    #expect(error?.message.contains("\u{1B}") == false)
  }

  @Test(
    "Ordinary names are accepted",
    arguments: ["main", "v1.2.3", "before-fix_2", "größe", String(repeating: "x", count: 100)])
  func goodNames(name: String) throws {
    let name = try ResultName(name)
    try store.saveBaseline(Fixtures.file(), as: name)

    #expect(try store.loadBaseline(name) == Fixtures.file())
    #expect(store.baselineFile(name).lastPathComponent == "\(name.text).json")
  }

  @Test("A stored result is kept unless overwriting is requested")
  func taken() throws {
    let name = try ResultName("main")
    try store.saveBaseline(Fixtures.file(), as: name)

    let error = #expect(throws: ResultsError.self) {
      try store.saveBaseline(Fixtures.file([]), as: name)
    }
    #expect(error?.exitCode == .wrongUsage)
    #expect(throws: ResultsError.self) { try store.checkCanSaveBaseline(name, overwrite: false) }
    #expect(try store.loadBaseline(name) == Fixtures.file())

    try store.checkCanSaveBaseline(name, overwrite: true)
    try store.saveBaseline(Fixtures.file([]), as: name, overwrite: true)
    #expect(try store.loadBaseline(name) == Fixtures.file([]))
  }

  @Test("The error for a missing baseline says how to record one")
  func missingBaseline() throws {
    let name = try ResultName("main")
    let error = #expect(throws: ResultsError.self) { try store.loadBaseline(name) }
    #expect(error?.exitCode == .notFound)
    #expect(error?.description.hasSuffix(" run --save main'.") == true)
  }

  @Test("A file instead of the folder, or a folder instead of the file, cannot be written")
  func unwritable() throws {
    try Data("x".utf8).write(to: store.root)
    let error = #expect(throws: ResultsError.self) { try store.createRun(Fixtures.file()) }
    #expect(error?.exitCode == .couldNotRun)

    #expect(throws: ResultsError.self) { try store.save(Fixtures.file(), to: folder.url) }
  }

  @Test("A full device is reported and not replaced", .enabled(if: FullDevice.exists))
  func full() throws {
    let device = URL(filePath: FullDevice.path)

    let error = #expect(throws: ResultsError.self) { try store.save(Fixtures.file(), to: device) }

    #expect(error?.description.contains("No space left") == true)
    var status = stat()
    #expect(stat(device.path, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test("An invalid result does not overwrite a valid one")
  func invalid() throws {
    let url = try store.createRun(Fixtures.file())
    var broken = Fixtures.file()
    broken.benchmarks[1].changeFrames { $0[0].warmNs[3] = -1 }

    #expect(throws: ResultsError.self) { try store.save(broken, to: url) }
    #expect(try store.load(url) == Fixtures.file())
  }

  @Test("Temporary files are removed after an hour, younger ones stay")
  func leftovers() throws {
    _ = try store.createRun(Fixtures.file([]))
    let old = store.runsFolder.appending(path: ".framegate-1-1.tmp")
    let young = store.runsFolder.appending(path: ".framegate-2-2.tmp")
    let other = store.runsFolder.appending(path: "notes.tmp")
    let anHourAgo = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -3_600)]
    for file in [old, young, other] {
      try Data("half a fi".utf8).write(to: file)
      if file != young {
        try FileManager.default.setAttributes(anHourAgo, ofItemAtPath: file.path)
      }
    }

    _ = try store.createRun(Fixtures.file([]))

    let exists = [old, young, other].map { FileManager.default.fileExists(atPath: $0.path) }
    #expect(exists == [false, true, true])
  }

  @Test("A symbolic link is followed and not replaced")
  func link() throws {
    let target = folder.url.appending(path: "target.json")
    let link = folder.url.appending(path: "link.json")
    try store.save(Fixtures.file([]), to: target)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)

    try store.save(Fixtures.file(), to: link)

    #expect(try store.load(target) == Fixtures.file())
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == target.path)
  }

  @Test(
    "A link in place of a stored name is replaced, a folder or pipe is refused before measuring")
  func baselineLinks() throws {
    let name = try ResultName("main")
    let target = folder.url.appending(path: "target.json")
    let file = store.baselineFile(name)
    try store.save(Fixtures.file([]), to: target)
    try FileManager.default.createDirectory(
      at: store.baselinesFolder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: file, withDestinationURL: target)

    #expect(throws: ResultsError.self) { try store.checkCanSaveBaseline(name, overwrite: false) }
    try store.checkCanSaveBaseline(name, overwrite: true)
    try store.saveBaseline(Fixtures.file(), as: name, overwrite: true)
    #expect(try store.load(target) == Fixtures.file([]))
    #expect(try store.loadBaseline(name) == Fixtures.file())

    try FileManager.default.removeItem(at: file)
    try FileManager.default.createSymbolicLink(
      at: file, withDestinationURL: folder.url.appending(path: "nowhere"))
    #expect(throws: ResultsError.self) { try store.checkCanSaveBaseline(name, overwrite: false) }

    try FileManager.default.removeItem(at: file)
    #expect(mkfifo(file.path, 0o600) == 0)
    #expect(throws: ResultsError.self) { try store.checkCanSaveBaseline(name, overwrite: true) }
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    #expect(throws: ResultsError.self) { try store.checkCanSaveBaseline(name, overwrite: true) }
  }

  @Test("No run is written through a link in place of a folder of the store")
  func linkedFolder() throws {
    let elsewhere = folder.url.appending(path: "elsewhere")
    try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: true)
    try FileManager.default.createDirectory(at: store.root, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: store.runsFolder, withDestinationURL: elsewhere)

    let error = #expect(throws: ResultsError.self) { try store.createRun(Fixtures.file()) }

    #expect(error?.description.contains("symbolic link") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere.path).isEmpty)
  }

  @Test("What can be written is known before, and nothing is changed by asking")
  func check() throws {
    let file = folder.url.appending(path: "report.txt")
    try AtomicFile.check(file)
    #expect(!FileManager.default.fileExists(atPath: file.path))
    try Data("earlier".utf8).write(to: file)
    try AtomicFile.check(file)
    #expect(try String(contentsOf: file, encoding: .utf8) == "earlier")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["report.txt"])

    #expect(throws: ResultsError.self) {
      try AtomicFile.check(folder.url.appending(path: "missing/report.txt"))
    }
    #expect(throws: ResultsError.self) { try AtomicFile.check(folder.url) }
    try AtomicFile.check(URL(filePath: "/dev/null"))
  }

  @Test(
    "What a revision brought is not the tool's own, in a whole folder or in part, in any spelling",
    arguments: [
      ([], "runs/a.json", true), ([""], "runs/a.json", false), (["runs"], "runs/a.json", false),
      (["RUNS"], "runs/a.json", false), (["runs/a.json"], "runs/a.json", false),
      (["runs/A.JSON"], "runs/a.json", false), (["runs/b.json"], "runs/a.json", true),
      (["run", "runs/a"], "runs/a.json", true),
    ] as [([String], String, Bool)])
  func brought(brought: [String], name: String, isOwn: Bool) throws {
    let store = ResultStore(root: store.root, tracked: brought)
    let file = store.root.appending(path: name)
    try AtomicFile.makeFolder(file.deletingLastPathComponent(), in: folder.url)
    try Data().write(to: file)

    #expect(store.isOwn(file) == isOwn)
  }
}
