import Foundation
import TestSupport
import Testing

@testable import BenchmarkRunner

/// Revisions whose lists of files differ, built one after the other in one folder, by the package
/// manager itself.
@Suite("Changed files of revisions")
struct ChangedFilesTests {
  enum Layout: CaseIterable {
    /// One package has the program and the library.
    case root
    /// The program's package is in `Benchmarks/`, and depends on the one around it.
    case nested
    /// The program's package depends on one next to the repository.
    case neighbor
    /// As `nested`, without a repository.
    case inPlace
  }

  /// A change of the library, as commands in its folder, and what a program says afterwards.
  struct Change {
    let name: String
    let commands: String

    /// What it prints, and each file of its resources, or nil if it does not compile.
    let said: [String]?
  }

  /// Each starts where the one before it ended.
  static let changes = [
    Change(name: "nothing", commands: ":", said: ["1", "a=one"]),
    // The package manager makes a plan in the first two builds in any case.
    Change(name: "an edit", commands: "value 2", said: ["2", "a=one"]),
    Change(
      name: "a file added",
      commands: """
        echo 'func more() -> Int { 3 }' >Sources/Lib/More.swift; value 'more()'
        """, said: ["3", "a=one"]),
    Change(
      name: "a file renamed",
      commands: """
        rm Sources/Lib/More.swift; echo 'func more() -> Int { 4 }' >Sources/Lib/Other.swift
        """, said: ["4", "a=one"]),
    Change(
      name: "a file removed", commands: "rm Sources/Lib/Other.swift; value 5",
      said: ["5", "a=one"]),
    Change(
      name: "a broken file added",
      commands: """
        echo 'let count: Int = "three"' >Sources/Lib/Broken.swift
        """, said: nil),
    Change(
      name: "a target added",
      commands: """
        rm Sources/Lib/Broken.swift; mkdir Sources/Extra
        echo 'public func extra() -> Int { 6 }' >Sources/Extra/Extra.swift
        edit 's|dependencies: \\["CLib"\\]|dependencies: ["CLib", "Extra"]|' Package.swift
        edit 's|// targets|.target(name: "Extra"), // targets|' Package.swift
        value 'extra()' 'import Extra'
        """, said: ["6", "a=one"]),
    Change(
      name: "a resource changed", commands: "printf two >Sources/Lib/data/a.txt",
      said: ["6", "a=two"]),
    Change(
      name: "a resource renamed", commands: "mv Sources/Lib/data/a.txt Sources/Lib/data/b.txt",
      said: ["6", "b=two"]),
    Change(
      name: "a header added",
      commands: """
        echo 'static inline int added(void) { return 7; }' >Sources/CLib/include/added.h
        value 'Int(added())' 'import CLib'
        """, said: ["7", "b=two"]),
    Change(
      name: "a header changed that only Swift uses",
      commands: "edit 's/7/8/' Sources/CLib/include/added.h", said: ["8", "b=two"]),
    Change(
      name: "a manifest that looks for folders",
      commands: """
        edit 's/^import Pack/import Foundation; import Pack/' Package.swift
        edit 's|// targets|] + found + [ // targets|' Package.swift
        edit 's|"Extra"\\]|"Extra"] + found.map { .target(name: $0.name) }|' Package.swift
        edit 's|^let package|let found: [Target] = (FileManager.default.fileExists(\\
        atPath: Context.packageDirectory + "/Sources/Found") ? ["Found"] : []).map { \\
        .target(name: $0) }; let package|' Package.swift
        """, said: ["8", "b=two"]),
    Change(
      name: "a target that it finds",
      commands: """
        mkdir Sources/Found; echo 'public func found() -> Int { 9 }' >Sources/Found/Found.swift
        value 'found()' 'import Found'
        """, said: ["9", "b=two"]),
  ]

  /// Packages in a folder of their own, in which the program is built after each change.
  private struct Packages {
    let layout: Layout
    let folder: TemporaryFolder

    var main: URL { folder.url.appending(path: "main") }
    var library: URL { layout == .neighbor ? folder.url.appending(path: "other") : main }
    var program: URL {
      layout == .root || layout == .neighbor ? main : main.appending(path: "Benchmarks")
    }

    init(_ layout: Layout) async throws {
      self.layout = layout
      folder = try TemporaryFolder()
      let path = layout == .neighbor ? "../other" : "../"
      let package = layout == .neighbor ? "other" : "main"
      let dependency =
        layout == .root ? "\"Lib\"" : ".product(name: \"Lib\", package: \"\(package)\")"
      let tool = ".executableTarget(name: \"Tool\", dependencies: [\(dependency)])"
      try await shell(
        """
        mkdir -p Sources/Lib/data Sources/CLib/include '\(program.path)/Sources/Tool'
        cat >Package.swift <<'END'
        // swift-tools-version: 6.2
        import PackageDescription
        let package = Package(
          name: "library", products: [.library(name: "Lib", targets: ["Lib"])],
          targets: [
            .target(name: "CLib"),
            .target(name: "Lib", dependencies: ["CLib"], resources: [.process("data")]),
            \(layout == .root ? "\(tool)," : "")
            // targets
          ])
        END
        printf one >Sources/Lib/data/a.txt
        echo '// Nothing.' >Sources/CLib/c.c
        echo 'static inline int first(void) { return 1; }' >Sources/CLib/include/first.h
        value 1
        cd '\(program.path)'
        echo 'import Lib; print(value())' >Sources/Tool/main.swift
        \(layout == .root ? "exit" : "")
        cat >Package.swift <<'END'
        // swift-tools-version: 6.2
        import PackageDescription
        let package = Package(
          name: "program", dependencies: [.package(path: "\(path)")], targets: [\(tool)])
        END
        """)
      if layout != .inPlace {
        try await shell(
          """
          cd '\(main.path)'; git init -q -b main .
          echo '.build/' >.gitignore
          """)
      }
    }

    /// Runs commands in the folder of the library.
    func shell(_ commands: String) async throws {
      let functions = """
        mkdir -p '\(library.path)' '\(main.path)'; cd '\(library.path)'
        edit() { sed "$1" "$2" >edited; mv edited "$2"; }
        value() {
          printf '%s\\npublic func value() -> Int { %s }\\n' "$2" "$1" >Sources/Lib/Value.swift
        }
        """
      let outcome = try await Command(
        "bash", ["-e", "-c", functions + "\n" + commands], in: folder.url.path,
        variables: FixtureGit.environment
      ).run()
      try #require(outcome.isSuccess, "\(outcome.error)")
    }

    /// Builds the program, and runs it.
    func said() async throws -> [String] {
      let executable = URL(filePath: try await build())
      let output = try #require(await Command(executable.path, []).output())
      let folder = executable.deletingLastPathComponent()
      let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
        $0.contains(#/\.(resources|bundle)\/.*\.txt$/#)
      }
      return [output]
        + (try files.sorted().map { file in
          let url = folder.appending(path: file)
          let name = url.deletingPathExtension().lastPathComponent
          return "\(name)=\(try String(contentsOf: url, encoding: .utf8))"
        })
    }

    private func build() async throws -> String {
      guard layout != .inPlace else {
        return try await InPlaceBuilder(packageRoot: program, product: "Tool", observer: Silent())
          .build()
      }
      let builder = try await RevisionBuilder(
        packageRoot: program, product: "Tool", observer: Silent())
      guard layout != .neighbor else {
        try await shell("cd '\(main.path)'; git add -A; git commit -q -m commit || true")
        return try await builder.build(.workingTree).executable
      }
      try await shell("git add -A; git commit -q --allow-empty -m commit")
      let commit = try await Repository(folder: main.path).commit(of: "HEAD")
      return try await builder.build(.commit(commit, name: "HEAD")).executable
    }
  }

  @Test(
    "A build has the files of its revision, whatever was built before",
    arguments: Layout.allCases)
  func changedFiles(layout: Layout) async throws {
    let packages = try await Packages(layout)
    for change in Self.changes {
      try await packages.shell(change.commands)
      guard let said = change.said else {
        let error = await #expect(throws: RevisionError.self, "\(change.name)") {
          try await packages.said()
        }
        #expect(error?.firstError.contains("Broken.swift:1:18: error: ") == true)
        continue
      }
      #expect(try await packages.said() == said, "\(change.name)")
    }
  }
}
