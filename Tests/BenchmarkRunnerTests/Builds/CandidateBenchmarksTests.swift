import BenchmarkVerdicts
import Foundation
import Testing

@testable import BenchmarkRunner

@Suite("Benchmarks of the candidate")
struct CandidateBenchmarksTests {
  /// What the toy compiler saw of a build.
  private func seen(_ build: RevisionBuild) throws -> [String] {
    let file = URL(filePath: build.executable).deletingLastPathComponent()
      .appending(path: "seen.so")
    // Git may have written the line ends that the user's settings want.
    return try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline)
      .map(String.init)
  }

  @Test("The base is built with its own code and, if told, with the candidate's benchmarks")
  func candidateBenchmarks() async throws {
    let toy = try await Toy()
    try await toy.writeBenchmarks(baseHasProduct: true)

    guard case .built(let apart) = try await toy.compare(),
      case .built(let sides) = try await toy.compare(sharesBenchmarks: true)
    else {
      Issue.record("nothing was built")
      return
    }
    let (own, base) = (apart.baseline, sides.baseline)

    #expect(try seen(own) == ["needs", "old", "1"])
    #expect(try seen(base) == ["needs", "new", "1"], "what the candidate removed is gone")
    #expect(try seen(sides.candidate) == ["needs", "new", "2"])
    #expect(base.executable != own.executable, "they are kept apart")
    #expect(base.benchmarks?.paths == ["Benches"])
    #expect(try await toy.shell("cat Benches/new") == "new\n", "the checkout is as it was")
  }

  @Test("A base without benchmarks is built with the candidate's")
  func noBenchmarks() async throws {
    let toy = try await Toy()
    try await toy.writeBenchmarks(baseHasProduct: false)

    guard case .built(let sides) = try await toy.compare() else {
      Issue.record("nothing was built")
      return
    }

    let base = sides.baseline
    #expect(try seen(base) == ["needs", "new", "1"])
    #expect(base.benchmarks?.paths == ["Benches", "Package.swift"])
  }

  @Test("If the base lacks what they call, it is built with its own, and the symbol is named")
  func missingSymbol() async throws {
    let toy = try await Toy()
    try await toy.writeBenchmarks(baseHasProduct: true)
    try await toy.shell("echo 2 >Benches/needs")

    guard case .built(let sides) = try await toy.compare(sharesBenchmarks: true) else {
      Issue.record("nothing was built")
      return
    }

    let base = sides.baseline
    #expect(try seen(base) == ["needs", "old", "1"])
    #expect(base.benchmarks == nil)
    #expect(base.benchmarksProblem == "Benches/new:7:3: error: cannot find 'Grid' in scope")
  }

  @Test("If the base lacks it and has no benchmarks, the reason is that they do not build there")
  func missingSymbolAndBenchmarks() async throws {
    let toy = try await Toy()
    try await toy.writeBenchmarks(baseHasProduct: false)
    try await toy.shell("echo 2 >Benches/needs")

    guard case .noBaseline(let error) = try await toy.compare() else {
      Issue.record("something was built")
      return
    }

    #expect("\(error)".contains("cannot find 'Grid' in scope"), "\(error)")
  }
}

extension Toy {
  /// Two revisions with code and benchmarks, of which the base may lack the latter; the compiler
  /// finds a program only where benchmarks and code agree.
  func writeBenchmarks(baseHasProduct: Bool) async throws {
    try await shell(
      """
      mkdir -p Sources/Code Benches
      echo 1 >Sources/Code/code; echo 1 >Benches/needs
      \(baseHasProduct ? "echo product >>Package.swift; echo old >Benches/old" : "rm -r Benches")
      git add -A && git commit -q -m base && git tag -f base
      mkdir -p Benches; rm -f Benches/old; echo new >Benches/new; echo 1 >Benches/needs
      echo 2 >Sources/Code/code; grep -q product Package.swift || echo product >>Package.swift
      """)
    try write(
      compiler: """
        if [ -z "$product" ]; then
          echo '{"targets": [{"name": "Tool", "path": "Benches", "type": "executable"}]}'; exit
        fi
        cd "$sources"
        grep -q product Package.swift || { echo "error: no product named 'Tool'"; exit 1; }
        if [ "$(cat Benches/needs)" -gt "$(cat Sources/Code/code)" ]; then
          echo "$sources/Benches/new:7:3: error: cannot find 'Grid' in scope"; exit 1
        fi
        { ls Benches; cat Sources/Code/code; } >"$scratch/products/seen.so"
        """)
  }
}
