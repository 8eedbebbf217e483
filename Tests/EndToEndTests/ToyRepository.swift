import Foundation
import TestSupport
import Testing

/// A repository whose revisions take no time to build: a toy compiler copies a tool that is built
/// already, or does what a test tells it to.
final class ToyRepository: Sendable {
  private let package: TemporaryPackage

  /// The folder of a test's repositories.
  var folder: URL { package.folder }

  /// The main repository, with the tags `base` and `next`.
  var main: URL { folder.appending(path: "main") }

  /// Creates the repository.
  ///
  /// - Parameters:
  ///   - prefix: Where the package is in it: empty, or a path that ends with a slash.
  ///   - setUp: Shell commands that run in it before the first commit.
  ///   - compiler: Shell commands that end a build, in the folder of the package's sources;
  ///     `$flags` is what the compiler was told.
  /// - Throws: When a command fails.
  init(prefix: String = "", setUp: String = ":", compiler: String = ":") async throws {
    package = try TemporaryPackage()
    try package.write(Self.swift(compiler), to: "bin/swift")
    let script = """
      set -e
      chmod +x bin/swift
      cp '\(Tool.misbehaving.path)' bin/tool
      git init -q -b main main && cd main
      mkdir -p './\(prefix)'
      printf '// swift-tools-version: 6.2\\n' >'./\(prefix)Package.swift'
      printf '.build/\\nresults/\\n' >.gitignore
      \(setUp)
      git add -A && git commit -q -m base && git tag base
      printf '// changed\\n' >>'./\(prefix)Package.swift'
      git commit -q -a -m next && git tag next
      """
    let made = try await Tool.shell(script, in: folder)
    try #require(made.code == 0, "\(made.error)")
  }

  /// A tag of the main repository.
  enum Revision {
    case base, next
  }

  /// Creates a repository in which the answers of one revision's workers are edited, and the
  /// questions to workers are kept.
  ///
  /// - Parameters:
  ///   - revision: Whose answers are edited.
  ///   - edit: An expression of `sed`, without single quotation marks.
  /// - Throws: When a command fails.
  convenience init(editingAnswersOf revision: Revision, by edit: String) async throws {
    // The next revision's package has one line more.
    let changedLines = revision == .next ? 1 : 0
    try await self.init(
      compiler: #"""
        edit=
        [ "$(grep -c changed Package.swift)" != \#(changedLines) ] || edit='\#(edit)'
        folder=$(cd "$(dirname "$(command -v swift)")" && pwd)
        rm "$scratch/products/$product"
        cat >"$scratch/products/$product" <<END
        #!/bin/bash
        [ "\$1" = worker ] || exec '$folder/tool' "\$@"
        tee -a '$folder/questions' | '$folder/tool' "\$@" | sed -u -E '$edit'
        END
        chmod +x "$scratch/products/$product"
        """#)
  }

  /// The questions to workers, one per line, in a repository that keeps them.
  var questions: URL { folder.appending(path: "bin/questions") }

  private static func swift(_ script: String) -> String {
    """
    #!/bin/sh
    \(ToyCompiler.start)
    rm -f "$scratch/products/$product"
    ln "$(dirname "$0")/tool" "$scratch/products/$product"
    cd "$sources" || exit 1
    \(script)

    """
  }

  /// What makes the toy compiler the one that is found.
  var environment: [String: String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return ["PATH": "\(folder.path)/bin:\(path)"]
  }

  /// Runs the tool in a folder of the repository; in its top folder if none is named.
  func run(_ arguments: [String], in folder: URL? = nil) async throws -> Tool.Outcome {
    try await Tool.misbehaving.run(arguments, in: folder ?? main, environment: environment)
  }

  /// Runs shell commands, with the toy compiler, in the top folder of the repository.
  func shell(
    _ script: String, environment: [String: String] = [:]
  ) async throws -> Tool.Outcome {
    try await Tool(path: "/bin/bash").run(
      ["-c", script], in: main, environment: self.environment.merging(environment) { $1 })
  }
}
