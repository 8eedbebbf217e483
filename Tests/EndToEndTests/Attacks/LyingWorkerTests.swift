import Foundation
import SampleStatistics
import TestSupport
import Testing

/// Candidates whose workers answer in the right shape, with one number that no measurement gives,
/// or without the values of an array; or twice, never, in another order or half of an answer.
///
/// A revision of a stranger decides what its workers say; the comparison fails or judges, but does
/// not trap, hang or take all memory.
@Suite("Lying workers, end to end", .enabled(if: Interrupted.isPossible))
struct LyingWorkerTests {
  /// Commands that believe the workers of a revision.
  private static let commands = ["compare base next", "trend base..next", "bisect base next"]

  @Test("Anything of any answer may lie", arguments: seeds(short: 3, long: 200))
  func lies(seed: UInt64) async throws {
    var generator = SplitMix64(seed: seed)
    // Listings and the first answers are in the first lines. The greeting is the first of all, and
    // has two numbers in every worker.
    let line = seed.isMultiple(of: 3) ? 1 : Int.random(in: 2...40, using: &generator)
    let place = Int.random(in: 1...(line == 1 ? 2 : line < 5 ? 60 : 6), using: &generator)
    let number = extremeNumbers.randomElement(using: &generator) ?? "0"
    let name = ["good.allocating", "good.scenario", "record.cache"][Int(seed % 3)]
    let command = Self.commands[Int(seed + seed / 3) % 3]
    let edit =
      line == 1 || Int.random(in: 0..<4, using: &generator) > 0
      ? #"s/([:,[])-?[0-9][0-9.e+-]*/\\1\#(number)/\#(place)w /dev/stderr"#
      : #"s/\[[^][]*\]/[]/\#(place)"#
    let folder = try TemporaryFolder()
    let changed = folder.url.appending(path: "changed")
    let repository = try await Self.repository(
      liesBy: "\(line)\(edit)", changesIn: changed.path)

    let run = try await repository.shell(
      """
      ulimit -t 30
      exec '\(Tool.misbehaving.path)' \(command) --time 0.3 --timeout 3 --allow-debug-build \
        --filter '^\(name)$'
      """)

    let lie = "seed \(seed), \(command), line \(line): \(edit)"
    #expect([0, 1, 2, 3].contains(run.code), "\(lie): \(run.error)")
    #expect(!run.error.contains("Fatal error"), "\(lie): \(run.error)")
    if line == 1 {
      let lines = try String(contentsOf: changed, encoding: .utf8)
      #expect(lines.contains(":\(number)"), "\(lie): \(lines)")
    }
    // A search without a result has a report.
    if run.code == 1, run.output.isEmpty {
      #expect(run.error.hasSuffix(".\n"), "\(lie): \(run.error)")
    }
    withExtendedLifetime(folder) {}
  }

  @Test(
    "Answers may come twice, never, in another order, cut short or without an end",
    arguments: seeds(short: 4, long: 200))
  func order(seed: UInt64) async throws {
    var generator = SplitMix64(seed: seed)
    let line = Int.random(in: 1...30, using: &generator)
    let edits = [
      "\(line)p", "\(line)d", "\(line){h;d};\(line + 1){G}", "\(line)s/.{7}$//",
      #"\#(line)s/.*/&\n{"answer":"done"}/"#, #"\#(line)s/.*/{"answer":null}/"#,
      #"\#(line)s/.*//;\#(line){:a;s/^/xxxxxxxxxxxxxxxx/;/.{4000}/!ba}"#,
    ]
    let edit = edits[Int(seed) % edits.count]
    let command = Self.commands[Int(seed / 7 + seed) % 3]
    let repository = try await Self.repository(liesBy: edit)

    let run = try await repository.shell(
      """
      ulimit -t 30
      exec '\(Tool.misbehaving.path)' \(command) --time 0.3 --timeout 3 --allow-debug-build \
        --filter '^good.(allocating|scenario)$'
      """)

    let lie = "seed \(seed), \(command): \(edit)"
    #expect([0, 1, 2, 3].contains(run.code), "\(lie): \(run.error)")
    #expect(!run.error.contains("Fatal error"), "\(lie): \(run.error)")
  }

  @Test("An answer without an end is given up, and takes little memory")
  func endless() async throws {
    let package = try TemporaryPackage()
    try package.write(
      """
      #!/bin/bash
      read question
      printf '{"hello":{"protocol":'
      exec tr '\\0' '1' </dev/zero

      """, to: "worker")
    try package.executable("worker")

    let run = try await Tool.shell(
      """
      ulimit -t 20 -d 1048576
      exec '\(Tool.framegate.path)' --worker ./worker run --timeout 2
      """, in: package.folder)

    #expect(run.code == 1 || run.code == 3, "\(run.output)\(run.error)")
    #expect(run.error.hasSuffix(".\n"), "\(run.error)")
    #expect(!run.error.contains("Fatal error"), "\(run.error)")
  }

  @Test("An answer of millions of values is refused before it fills the memory")
  func values() async throws {
    let package = try TemporaryPackage()
    try package.write(
      """
      #!/bin/bash
      echo '{"hello":{"protocol":1}}'
      read -r question
      printf '{"answer":['
      head -c 30000000 /dev/zero | sed 's/\\x00/0,/g'
      echo '0]}'
      read -r question

      """, to: "worker")
    try package.executable("worker")

    let run = try await Tool.shell(
      """
      ulimit -t 20 -d 524288
      exec '\(Tool.framegate.path)' list --worker ./worker
      """, in: package.folder)

    #expect(run.code == 3, "\(run.output)\(run.error)")
    #expect(run.error.contains("The worker wrote an answer of more than "), "\(run.error)")
    #expect(run.error.hasSuffix(".\n"), "\(run.error)")
  }

  /// A repository whose tag `next` is built to a program that changes its workers' answers, and
  /// writes the changed lines that `edit` prints as errors to a file.
  private static func repository(
    liesBy edit: String, changesIn file: String = "/dev/null"
  ) async throws -> ToyRepository {
    try await ToyRepository(
      compiler: """
        grep -q changed Package.swift || exit 0
        tool=$(dirname "$0")/tool
        case $tool in /*) ;; *) tool=$(command -v swift | sed 's/swift$/tool/') ;; esac
        rm "$scratch/products/$product"
        cat >"$scratch/products/$product" <<END
        #!/bin/bash
        [ "\\$1" = worker ] || exec '$tool' "\\$@"
        '$tool' "\\$@" | sed -u -E '\(edit)' 2>>'\(file)'
        END
        chmod +x "$scratch/products/$product"
        """)
  }
}
