import Foundation
import TestSupport
import Testing

@testable import BenchmarkRunner

/// A repository with the tags `base` and `next`, and a program that stands for the compiler.
final class Toy {
  let folder: TemporaryFolder
  var main: URL { folder.url.appending(path: "main") }
  var cache: URL { main.appending(path: ".build/framegate") }
  let silent = Silent()

  init() async throws {
    folder = try TemporaryFolder()
    try await shell(
      """
      git init -q -b main main && cd main
      echo '.build/' >.gitignore; echo '// swift-tools-version: 6.2' >Package.swift
      git add -A && git commit -q -m base && git tag base
      echo '// changed' >>Package.swift && git commit -q -a -m next && git tag next
      """, in: folder.url)
  }

  @discardableResult
  func shell(_ script: String, in folder: URL? = nil) async throws -> String {
    let outcome = try await Command(
      "bash", ["-e", "-c", script], in: (folder ?? main).path, variables: FixtureGit.environment
    ).run()
    #expect(outcome.isSuccess, "\(outcome.error)")
    return outcome.output
  }

  func write(compiler: String) throws {
    let file = folder.url.appending(path: "swift")
    try Data("#!/bin/sh\n\(HostileRepository.toolchain)\n\(compiler)\n".utf8).write(to: file)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: file.path)
  }

  func builder() async throws -> RevisionBuilder {
    try await RevisionBuilder(
      packageRoot: main, product: "Tool", compiler: folder.url.appending(path: "swift").path,
      observer: silent)
  }

  @discardableResult
  func compare(
    candidate: Revision = .workingTree, sharesBenchmarks: Bool = false
  ) async throws -> RevisionBuilder.Builds {
    let repository = try await Repository(folder: main.path)
    return try await builder().build(
      baseline: .commit(try await repository.commit(of: "base"), name: "base"),
      candidate: candidate, isForced: true, sharesBenchmarks: sharesBenchmarks)
  }
}
