import Foundation
import Testing

@testable import BenchmarkRunner

/// What is stored as the build of a revision, and for how long.
@Suite("Finished builds")
struct FinishedBuildsTests {
  private func revision(_ name: String, _ toy: Toy) async throws -> Revision {
    .commit(try await Repository(folder: toy.main.path).commit(of: name), name: name)
  }

  @Test("A build that succeeds without linking does not hand over the program of another revision")
  func linksNothing() async throws {
    let toy = try await Toy()
    try toy.write(
      compiler: """
        if [ -e "$scratch/linked" ]; then rm "$scratch/products/$product"; fi
        touch "$scratch/linked"
        """)
    let builder = try await toy.builder()
    let next = try await builder.build(revision("next", toy))
    #expect(FileManager.default.isExecutableFile(atPath: next.executable))

    let error = await #expect(throws: RevisionError.self) {
      try await builder.build(revision("base", toy))
    }

    #expect("\(error as Any)".contains("made no 'Tool'"), "\(error as Any)")
  }

  @Test("What only an earlier revision was built to is no part of a build")
  func leftFiles() async throws {
    let toy = try await Toy()
    try toy.write(
      compiler: """
        cd "$scratch/products"
        if [ -e ../built ]; then touch second.so; else mkdir a.resources; touch first.so a.resources/x; fi
        touch ../built
        """)
    let builder = try await toy.builder()
    func files(of name: String) async throws -> [String] {
      let build = try await builder.build(revision(name, toy))
      let folder = URL(filePath: build.executable).deletingLastPathComponent()
      return try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        .filter { !$0.hasPrefix(".framegate") }
    }

    #expect(try await files(of: "next") == ["Tool", "a.resources", "a.resources/x", "first.so"])
    #expect(try await files(of: "base") == ["Tool", "second.so"])
  }

  @Test("Nothing is removed through a link that a revision left in the place of the products")
  func linkedProducts() async throws {
    let toy = try await Toy()
    try toy.write(compiler: "rm -rf \"$scratch/products\"; ln -s ../../../.. \"$scratch/products\"")
    try await toy.shell("echo precious >../precious.so; cp \"$(type -P true)\" ../Tool")
    let builder = try await toy.builder()
    _ = try? await builder.build(revision("next", toy))

    let error = await #expect(throws: RevisionError.self) {
      try await builder.build(revision("base", toy))
    }

    #expect("\(error as Any)".contains("is a symbolic link"), "\(error as Any)")
    #expect(try await toy.shell("cat ../precious.so") == "precious\n")
  }

  @Test("A command keeps all builds that it uses, and the next one keeps the last sixteen")
  func keptBuilds() async throws {
    let toy = try await Toy()
    try toy.write(compiler: "echo built >>\"$scratch/../log\"")
    try await toy.shell(
      "for i in $(seq 20); do git commit -q --allow-empty -m \"$i\"; git tag \"c$i\"; done")
    var revisions: [Revision] = []
    for number in 1...20 { revisions.append(try await revision("c\(number)", toy)) }
    func stored() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: toy.cache.path)
        .count { $0.contains(#/^[0-9a-f]{12}-[0-9a-f]{16}$/#) }
    }

    let builder = try await toy.builder()
    for revision in revisions { _ = try await builder.build(revision) }
    #expect(try stored() == 20)
    for revision in revisions { _ = try await builder.build(revision) }
    #expect(try await toy.shell("grep -c built .build/framegate/log") == "20\n")

    _ = try await toy.builder().build(revisions[19])
    #expect(try stored() == 16)
  }

  #if compiler(>=6.3)
    /// `trend` over many commits, beside a `compare` in the same checkout.
    // Since Swift 6.3, an exit test captures values.
    @Test("A build that another process uses stays, however many are made")
    func usedElsewhere() async throws {
      let toy = try await Toy()
      let files = FileManager.default
      let names = (10..<30).map { "0123456789ab-00000000000000\($0)" }
      let cache = try BuildCache(packageRoot: toy.main, checkout: toy.main.path)
      let used = cache.root.appending(path: names[0])
      try files.createDirectory(at: used, withIntermediateDirectories: false)
      cache.keep(used, builtWith: .standard, inUse: [])

      await #expect(processExitsWith: .success) {
        [root = toy.main as URL, others = Array(names.dropFirst()) as [String]] in
        let cache = try BuildCache(packageRoot: root, checkout: root.path)
        for name in others {
          let build = cache.root.appending(path: name)
          try FileManager.default.createDirectory(at: build, withIntermediateDirectories: false)
          cache.keep(build, builtWith: .standard, inUse: [])
        }
      }

      let left = try files.contentsOfDirectory(atPath: cache.root.path).filter(names.contains)
      #expect(left.count == 17)
      #expect(left.contains(names[0]))
    }
  #endif

  @Test("A package that changes while it is built counts as it was before")
  func changedWhileBuilding() async throws {
    let toy = try await Toy()
    try toy.write(
      compiler: """
        echo built >>"$scratch/../log"
        if [ -e "$sources/../../../../../change" ]; then
          rm "$sources/../../../../../change"; echo later >>"$sources/../../../../../other/file"
        fi
        """)
    try await toy.shell(
      """
      mkdir -p ../other .build/framegate/scratch; echo first >../other/file
      cat >.build/framegate/scratch/workspace-state.json <<END
      {"object": {"dependencies": [
        {"packageRef": {"kind": "fileSystem", "location": "$(cd ../other && pwd -P)"}}]}}
      END
      """)
    let builder = try await toy.builder()
    func builds() async throws -> Int {
      _ = try await builder.build(revision("next", toy))
      return try await toy.shell("cat .build/framegate/log").split(separator: "\n").count
    }

    try await toy.shell("touch ../change")
    #expect(try await builds() == 1)
    #expect(try await builds() == 2)
    #expect(try await builds() == 2)
  }
}
