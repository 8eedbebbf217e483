import BenchmarkVerdicts
import Foundation
import TestSupport
import Testing

@testable import BenchmarkRunner

@Suite("Revision builder")
struct RevisionBuilderTests {
  /// A history would otherwise skip every commit, one after the other.
  @Test("A missing compiler is not the fault of a revision")
  func noCompiler() async throws {
    let toy = try await Toy()
    let error = await #expect(throws: RevisionError.self) { try await toy.compare() }
    #expect(error?.isOfRevision == false)
    #expect(error?.description.hasSuffix("Install it, or put it on the PATH.") == true)
  }

  @Test("A recorded working tree is forgotten once another revision is checked out")
  func reflog() async throws {
    let toy = try await Toy()
    try toy.write(compiler: ":")
    try await toy.shell("echo precious >untracked")
    let builds = try await toy.compare()
    guard case .built(let sides) = builds else {
      Issue.record("nothing was built")
      return
    }

    try await toy.shell("git gc -q --prune=now")

    let kept = await Command(
      "git", ["cat-file", "-e", sides.candidate.commit], in: toy.main.path
    ).output()
    #expect(kept == nil, "the baseline is checked out last, so nothing refers to the candidate")
  }

  @Test("The working tree is built before the first commit of its repository")
  func firstCommit() async throws {
    let toy = try await Toy()
    try toy.write(compiler: ":")
    try await toy.shell("git checkout -q --orphan start && git rm -q --cached -r .")

    let build = try await toy.builder().build(.workingTree)

    let parents = try await toy.shell("git rev-list --parents -n 1 \(build.commit)")
    #expect(parents.split(separator: " ").count == 1, "\(parents)")
    #expect(try await toy.shell("git status --porcelain") == "?? .gitignore\n?? Package.swift\n")
  }

  @Test("What a killed tool left is removed, also the lock of an index")
  func leftovers() async throws {
    let toy = try await Toy()
    try toy.write(compiler: ":")
    try await toy.compare()
    try await toy.shell(
      """
      cd .build/framegate
      mkdir snapshot; touch snapshot/index.lock
      mkdir 0123456789ab-0123456789abcdef.partial
      touch ../../.git/worktrees/main/index.lock ../../.git/worktrees/main/HEAD.lock
      mkdir -p source/other; touch source/.git; ln -s ../../.. source/stray
      cd ../.. && echo changed >untracked
      """)

    try await toy.compare()

    let names = try FileManager.default.contentsOfDirectory(atPath: toy.cache.path)
    #expect(names.filter { $0.hasSuffix("partial") || $0 == "snapshot" }.isEmpty)
    #expect(
      try FileManager.default.contentsOfDirectory(
        atPath: toy.cache.appending(path: "source").path) == ["main"])
  }

  @Test("The working tree is linked in other orders, apart from other builds")
  func layouts() async throws {
    let toy = try await Toy()
    try toy.write(
      compiler: """
        case $scratch in *-layouts) echo linked >>"$scratch/../links" ;; *) exit 1 ;; esac
        """)

    let executables = try await toy.builder().layouts(count: 3)[0]

    #expect(Set(executables).count == 3)
    #expect(executables.allSatisfy(FileManager.default.isExecutableFile(atPath:)))
    let links = try await toy.shell("cat .build/framegate/links")
    #expect(links == "linked\nlinked\nlinked\n", "\(links)")
  }

  @Test("A linker that cannot shuffle is told with its own words, and what to do")
  func noLinker() async throws {
    let toy = try await Toy()
    try toy.write(
      compiler: "echo \"error: invalid linker name in argument '-fuse-ld=lld'\"; exit 1")

    let error = await #expect(throws: RevisionError.self) {
      try await toy.builder().layouts(count: 2)
    }

    #expect("\(error as Any)".contains("invalid linker name"), "\(error as Any)")
    #expect("\(error as Any)".contains("Install a toolchain with lld"), "\(error as Any)")
  }

  @Test("In a checkout that was moved, nothing that was compiled under the old path is used")
  func moved() async throws {
    let toy = try await Toy()
    try toy.write(compiler: ":")
    try await toy.compare()
    try await toy.shell("mkdir -p .build/framegate/scratch; touch .build/framegate/scratch/module")
    try await toy.shell("echo changed >>untracked")
    try await toy.compare()
    let file = toy.cache.appending(path: "scratch/module").path
    #expect(FileManager.default.fileExists(atPath: file))

    let place = toy.cache.appending(path: "place")
    #expect(try String(contentsOf: place, encoding: .utf8).hasSuffix("/main/.build/framegate/"))
    try Data("/elsewhere/main/.build/framegate/".utf8).write(to: place)
    try await toy.shell("echo changed >>untracked")
    try await toy.compare()

    #expect(!FileManager.default.fileExists(atPath: file))
    #expect(try String(contentsOf: place, encoding: .utf8).hasSuffix("/main/.build/framegate/"))
  }

  @Test("A worktree without the tool's mark, or of another repository, is replaced, not used")
  func foreignWorktree() async throws {
    let toy = try await Toy()
    try toy.write(compiler: ":")
    try await toy.compare()
    let commit = try await toy.shell("git rev-parse base")
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let repository = try await Repository(folder: toy.main.path)
    let source = toy.cache.appending(path: "source/main")
    #expect(try await Worktree(at: source, of: repository) != nil)

    try await toy.shell("rm .git/worktrees/main/framegate")
    #expect(try await Worktree(at: source, of: repository) == nil)
    try await toy.compare(candidate: .commit(commit, name: "base"))

    try await toy.shell(
      "rm -rf .build/framegate/source/main && git clone -q . .build/framegate/source/main")
    #expect(try await Worktree(at: source, of: repository) == nil)
    try await toy.shell(
      """
      cd .build/framegate/source/main && rm -rf .git && ln -s ../../../../.git .git
      """)
    #expect(try await Worktree(at: source, of: repository) == nil)
    try await toy.shell(
      "cd .build/framegate/source/main && rm .git && echo \"gitdir: $PWD/../../../../.git\" >.git")
    #expect(try await Worktree(at: source, of: repository) == nil)
    #expect(try await toy.shell("git worktree list | grep -c /") == "2\n")
  }

  @Test("Links that a revision brings in the place of written files are not followed")
  func links() async throws {
    let toy = try await Toy()
    try toy.write(compiler: "test ! -L \"$sources/Package.resolved\"")
    try await toy.shell(
      """
      echo precious >../outside && echo '{}' >Package.resolved && git add -f Package.resolved
      git commit -q -m resolved && ln -sf ../../../../outside Package.resolved
      git commit -q -a -m link && git tag link && git checkout -q next
      """)
    let repository = try await Repository(folder: toy.main.path)
    let link = try await repository.commit(of: "link")

    #expect(try await repository.file("Package.resolved", of: link) == nil)
    try await toy.compare(candidate: .commit(link, name: "link"))

    #expect(try await toy.shell("cat ../outside") == "precious\n")
  }

  @Test(
    "A shallow clone is told a command that brings just this revision",
    arguments: [
      ("origin/main", "git fetch --depth=1 origin main:refs/remotes/origin/main"),
      ("origin/a/b~3", "git fetch --depth=1 origin a/b:refs/remotes/origin/a/b"),
      ("v1.2", "git fetch --depth=1 origin v1.2"), ("HEAD^1", "git fetch --deepen=10"),
    ])
  func shallow(revision: String, command: String) {
    let error = RevisionError.notFound(revision: revision, isShallow: true)
    #expect(error.description.contains("'\(command)'"), "\(error)")
  }

  @Test("A package in Benchmarks, that depends on the one around it and on a neighbor, is built")
  func nested() async throws {
    let toy = try await Toy()
    try await toy.shell(
      """
      mkdir -p Sources/main Benchmarks/Sources/Tool ../other/Sources/Other
      cat >Package.swift <<'END'
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(
        name: "whatever", products: [.library(name: "Main", targets: ["main"])],
        targets: [.target(name: "main")])
      END
      echo 'public let greeting = "base"' >Sources/main/Greeting.swift
      cat >Benchmarks/Package.swift <<'END'
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(
        name: "benchmarks",
        dependencies: [.package(path: "../"), .package(path: "../../other")],
        targets: [
          .executableTarget(
            name: "Tool",
            dependencies: [
              .product(name: "Main", package: "main"), .product(name: "Other", package: "other"),
            ])
        ])
      END
      printf 'import main\nimport Other\nprint(greeting, other)\n' >Benchmarks/Sources/Tool/main.swift
      git add -A && git commit -q -m nested && git tag -f base
      sed -i.bak s/base/next/ Sources/main/Greeting.swift && rm Sources/main/*.bak
      cat >../other/Package.swift <<'END'
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(
        name: "other", products: [.library(name: "Other", targets: ["Other"])],
        targets: [.target(name: "Other")])
      END
      echo 'public let other = 1' >../other/Sources/Other/Other.swift
      """)
    let repository = try await Repository(folder: toy.main.path)
    let base = Revision.commit(try await repository.commit(of: "base"), name: "base")
    func said() async throws -> [String] {
      let builder = try await RevisionBuilder(
        packageRoot: toy.main.appending(path: "Benchmarks"), product: "Tool", observer: toy.silent)
      let builds = try await builder.build(
        baseline: base, candidate: .workingTree, isForced: false)
      guard case .built(let sides) = builds else { return [] }
      var said: [String] = []
      for build in sides.both {
        said.append(try #require(await Command(build.executable, []).output()))
      }
      return said
    }

    #expect(try await said() == ["base 1", "next 1"])
    try await toy.shell("echo 'public let other = 22' >../other/Sources/Other/Other.swift")
    #expect(try await said() == ["base 22", "next 22"], "a build is as old as what it used")
  }

  /// A repository with a program that depends on a package that is neither in the checkout nor next
  /// to it: in `elsewhere/other`, which the manifest calls `path`.
  private static func dependent(onPackageAt path: (Toy) -> String) async throws -> Toy {
    let toy = try await Toy()
    try await toy.shell(
      """
      mkdir -p Sources/Tool ../elsewhere/other/Sources/Other
      cat >Package.swift <<'END'
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(
        name: "dependent", dependencies: [.package(path: "\(path(toy))")],
        targets: [
          .executableTarget(
            name: "Tool", dependencies: [.product(name: "Other", package: "other")])
        ])
      END
      printf 'import Other\nprint("base", other)\n' >Sources/Tool/main.swift
      git add -A && git commit -q -m dependent && git tag -f base
      printf 'import Other\nprint("next", other)\n' >Sources/Tool/main.swift
      cat >../elsewhere/other/Package.swift <<'END'
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(
        name: "other", products: [.library(name: "Other", targets: ["Other"])],
        targets: [.target(name: "Other")])
      END
      echo 'public let other = 1' >../elsewhere/other/Sources/Other/Other.swift
      """)
    return toy
  }

  @Test("A package with an absolute path is used as it is on disk, and rebuilt when it changes")
  func absolutePath() async throws {
    let toy = try await Self.dependent { $0.folder.url.appending(path: "elsewhere/other").path }
    func said() async throws -> [String] {
      let builder = try await RevisionBuilder(
        packageRoot: toy.main, product: "Tool", observer: toy.silent)
      let repository = try await Repository(folder: toy.main.path)
      let builds = try await builder.build(
        baseline: .commit(try await repository.commit(of: "base"), name: "base"),
        candidate: .workingTree, isForced: false)
      guard case .built(let sides) = builds else { return [] }
      var said: [String] = []
      for build in sides.both {
        said.append(try #require(await Command(build.executable, []).output()))
      }
      return said
    }

    #expect(try await said() == ["base 1", "next 1"])
    let source = toy.folder.url.appending(path: "elsewhere/other/Sources/Other/Other.swift")
    try Data("public let other = 22\n".utf8).write(to: source)
    #expect(try await said() == ["base 22", "next 22"])
  }

  @Test("A relative path to a package that is not next to the checkout does not build")
  func relativePath() async throws {
    let toy = try await Self.dependent { _ in "../elsewhere/other" }
    let builder = try await RevisionBuilder(
      packageRoot: toy.main, product: "Tool", observer: toy.silent)
    let repository = try await Repository(folder: toy.main.path)
    let base = Revision.commit(try await repository.commit(of: "base"), name: "base")

    let error = try await #require(throws: RevisionError.self) {
      _ = try await builder.build(baseline: base, candidate: .workingTree, isForced: false)
    }

    #expect(error.firstError.contains("elsewhere/other' cannot be accessed"), "\(error)")
  }

  @Test("Large untracked files are announced")
  func largeFiles() async throws {
    let toy = try await Toy()
    try toy.write(compiler: ":")
    try await toy.shell("dd if=/dev/zero of=untracked bs=1 count=0 seek=41943040")

    try await toy.compare()

    #expect(toy.silent.steps.contains { $0.contains("40 MB of untracked files") })
  }

  @Test(
    "The first error is told whole",
    arguments: [
      (["a", "/c/source/A.swift:3:5: error: oops", "error: late"], "A.swift:3:5: error: oops"),
      (
        [
          "error: 'source': Invalid manifest (compiled with: [\"swiftc\", \"/c/source/Package.swift\"])",
          "/c/source/Package.swift:9:1: error: extra",
        ], "Package.swift:9:1: error: extra"
      ),
      (
        ["error: cannot open '/c/source/Package.swift' for reading"],
        "error: cannot open 'Package.swift' for reading"
      ),
      (["error: /c/source has no package"], "error: the revision has no package"),
      (["last"], "last"), ([], "the build printed nothing"),
    ])
  func firstError(lines: [String], told: String) {
    #expect(PackageManager.firstError(in: lines, sources: "/c/source") == told)
  }
}
