import BenchmarkModel
import Foundation
import SystemTools
import TestSupport
import Testing

@testable import Revisions

@Suite("Shared builds")
struct SharedBuildsTests {
  /// Two checkouts of one repository, a folder that they share, and a program that stands for the
  /// compiler and counts what it builds.
  private final class Checkouts {
    let folder: TemporaryFolder
    var shared: URL { folder.url.appending(path: "shared") }

    init() async throws {
      folder = try TemporaryFolder()
      let script = """
        git init -q -b main one && cd one
        git config user.name fixture && git config user.email fixture@localhost
        echo '.build/' >.gitignore; echo '// swift-tools-version: 6.2' >Package.swift
        git add -A && git commit -q -m base && git tag base
        echo '// changed' >>Package.swift && git commit -q -a -m next && git tag next
        """
      try await shell(script)
      try Data(
        "#!/bin/sh\n\(HostileRepository.toolchain)\necho built >>\(folder.url.path)/log\n".utf8
      )
      .write(to: folder.url.appending(path: "swift"))
      try await shell("chmod +x swift")
    }

    @discardableResult
    func shell(_ script: String) async throws -> String {
      let outcome = try await Command("bash", ["-e", "-c", script], in: folder.url.path).run()
      #expect(outcome.isSuccess, "\(outcome.error)")
      return outcome.output
    }

    /// Builds both tags as a machine that has nothing but the shared folder.
    func build() async throws -> (builds: RevisionBuilder.Builds, said: [String]) {
      try await shell("rm -rf one/.build && git -C one worktree prune")
      let observer = Recorder()
      let main = folder.url.appending(path: "one")
      let repository = try await Repository(folder: main.path)
      let builder = try await RevisionBuilder(
        packageRoot: main, product: "Tool",
        compiler: folder.url.appending(path: "swift").path, shared: shared, observer: observer)
      let builds = try await builder.build(
        baseline: .commit(try await repository.commit(of: "base"), name: "base"),
        candidate: .commit(try await repository.commit(of: "next"), name: "next"),
        isForced: false)
      return (builds, observer.lines.withLock { $0 })
    }

    /// How often the compiler has built since this was asked last.
    func count() async throws -> Int {
      try await shell("cat log 2>/dev/null || true; rm -f log").split(separator: "\n").count
    }

    var entries: [URL] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: shared.path)) ?? []
      return names.sorted().map { shared.appending(path: $0) }
    }
  }

  private struct Recorder: RevisionBuilder.Observer {
    let lines = Locked<[String]>([])
    func begins(_ step: String) { lines.withLock { $0.append(step) } }
    func progress(_ line: String) {}
    func fails(with diagnostics: String) {}
  }

  @Test("Are found again by content, by a checkout that has built nothing")
  func found() async throws {
    let checkouts = try await Checkouts()
    let first = try await checkouts.build()
    #expect(try await checkouts.count() == 2)
    #expect(checkouts.entries.count == 2)

    let second = try await checkouts.build()
    #expect(try await checkouts.count() == 0, "\(second.said)")
    guard case .built(let old, let new) = second.builds, case .built = first.builds else {
      Issue.record("nothing was built")
      return
    }
    for build in [old, new] {
      #expect(FileManager.default.isExecutableFile(atPath: build.executable))
      #expect(!build.executable.hasPrefix(checkouts.shared.path))
    }
    // Another commit with the same files is the same build.
    try await checkouts.shell(
      "cd one && git checkout -q base && git commit -q --allow-empty -m same && git tag -f base")
    _ = try await checkouts.build()
    #expect(try await checkouts.count() == 0)
  }

  /// What happens to an entry, and what is said about it.
  private static let damages: [(script: String, reason: String?)] = [
    ("echo changed >>\"$entry/Tool\"", "cannot be used: it is not what was stored"),
    ("rm \"$entry/.framegate-hash\"", "cannot be used: it is not what was stored"),
    (
      "rm \"$entry/Tool\" && ln -s /bin/true \"$entry/Tool\"",
      "cannot be used: it is not what was stored"
    ),
    ("chmod g+w \"$entry\"", "cannot be used: another user can have written it"),
    ("chmod o+w \"$entry/Tool\"", "cannot be used: another user can have written it"),
    ("mkfifo \"$entry/pipe\"", "cannot be used: another user can have written it"),
    ("rm -r \"$entry\" && ln -s / \"$entry\"", nil), ("rm -r \"$entry\"", nil),
    ("rm -r \"$entry\" && echo file >\"$entry\"", nil),
  ]

  @Test(
    "Are built again, and replaced, where an entry cannot be trusted", arguments: 0..<damages.count)
  func damaged(index: Int) async throws {
    let (script, reason) = Self.damages[index]
    let checkouts = try await Checkouts()
    _ = try await checkouts.build()
    _ = try await checkouts.count()
    for entry in checkouts.entries {
      try await checkouts.shell("entry='\(entry.path)'; \(script)")
    }
    let said = try await checkouts.build().said
    #expect(try await checkouts.count() == 2)
    if let reason { #expect(said.contains { $0.contains(reason) }, "\(said)") }
    #expect(said.contains { $0.contains("cannot be used") } == (reason != nil), "\(said)")

    _ = try await checkouts.build()
    #expect(try await checkouts.count() == 0, "what replaced it can be used")
  }

  @Test(
    "Are not used where another user can put one in the place of another",
    arguments: [
      ("chmod g+w shared", 2), ("chmod o+w shared", 2), ("chmod o+w .", 2),
      ("chmod 1777 shared .", 0), ("mv shared real && ln -s real shared", 0),
    ] + (geteuid() == 0 ? [("chown 4242 shared", 2)] : []))
  func exchanged(script: String, built: Int) async throws {
    let checkouts = try await Checkouts()
    _ = try await checkouts.build()
    _ = try await checkouts.count()
    try await checkouts.shell(script)
    let said = try await checkouts.build().said
    #expect(try await checkouts.count() == built)
    #expect(said.contains { $0.contains("another user can have written it") } == (built > 0))
  }

  @Test("A folder that cannot be written costs nothing but the sharing")
  func unwritable() async throws {
    let checkouts = try await Checkouts()
    try await checkouts.shell("echo file >shared")
    let (builds, said) = try await checkouts.build()
    guard case .built = builds else {
      Issue.record("nothing was built")
      return
    }
    #expect(said.contains { $0.hasPrefix("The build is not shared in ") }, "\(said)")
  }

  @Test("Several tools that keep and take one build at once never miss it, nor see a part of it")
  func atOnce() async throws {
    let folder = try TemporaryFolder()
    let shared = SharedBuilds(root: folder.url.appending(path: "shared"))
    let build = folder.url.appending(path: "build")
    try FileManager.default.createDirectory(at: build, withIntermediateDirectories: true)
    let names = (0..<40).map { "file\($0)" }
    for name in names {
      try Data(repeating: 7, count: 10_000).write(to: build.appending(path: name))
    }
    @Sendable func isIntact(_ build: URL) -> Bool {
      names.allSatisfy { name in
        (try? Data(contentsOf: build.appending(path: name)))?.count == 10_000
      }
    }
    let entry = shared.entry(tree: String(repeating: "a", count: 40), key: [])
    try shared.keep(build, as: entry, isIntact: isIntact)
    let found = try await withThrowingTaskGroup(of: Bool.self) { group in
      for tool in 0..<8 {
        group.addTask {
          let copy = folder.url.appending(path: "copy\(tool)")
          return try (0..<12).allSatisfy { _ in
            try shared.keep(build, as: entry, isIntact: isIntact)
            return try shared.take(entry, to: copy, isIntact: isIntact) && isIntact(copy)
          }
        }
      }
      return try await group.reduce(true) { $0 && $1 }
    }
    #expect(found)
    let left = try FileManager.default.contentsOfDirectory(atPath: shared.root.path)
    #expect(left == [entry.lastPathComponent])
  }

  @Test("Those used longest ago are removed where they take too much space")
  func pruned() throws {
    let folder = try TemporaryFolder()
    let shared = SharedBuilds(root: folder.url.appending(path: "shared"))
    let build = folder.url.appending(path: "build")
    try FileManager.default.createDirectory(at: build, withIntermediateDirectories: true)
    try Data(repeating: 0, count: 1_000).write(to: build.appending(path: "Tool"))
    let trees = (0..<5).map { String(repeating: "\($0)", count: 40) }
    for (age, tree) in trees.enumerated() {
      let entry = shared.entry(tree: tree, key: [])
      try shared.keep(build, as: entry, mostBytes: .max) { _ in true }
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -Double(age) * 100 - 100)],
        ofItemAtPath: entry.path)
    }
    let old = shared.root.appending(path: ".x.partial")
    try FileManager.default.createDirectory(at: old, withIntermediateDirectories: false)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -7_200)], ofItemAtPath: old.path)
    try FileManager.default.createDirectory(
      at: shared.root.appending(path: "mine"), withIntermediateDirectories: false)

    let new = shared.entry(tree: String(repeating: "a", count: 40), key: [])
    try shared.keep(build, as: new, mostBytes: 3_500) { _ in true }

    let kept = try FileManager.default.contentsOfDirectory(atPath: shared.root.path)
    let expected =
      [new, shared.entry(tree: trees[0], key: []), shared.entry(tree: trees[1], key: [])]
      .map(\.lastPathComponent) + ["mine"]
    #expect(kept.sorted() == expected.sorted())
  }
}
