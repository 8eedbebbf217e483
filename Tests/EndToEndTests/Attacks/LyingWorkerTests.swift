import Foundation
import SampleStatistics
import TestSupport
import Testing

/// Candidates whose workers answer in the right shape, with one number that no measurement gives,
/// or without the values of an array.
///
/// A revision of a stranger decides what its workers say; the comparison fails or judges, but does
/// not trap, hang or take all memory.
@Suite("Lying workers, end to end", .enabled(if: Interrupted.isPossible))
struct LyingWorkerTests {
  @Test("A worker that claims another protocol is refused")
  func otherProtocol() async throws {
    let repository = try await Self.repository(
      liesBy: #"s/"protocol":[0-9]+/"protocol":99/"#)

    let run = try await repository.run(["compare", "base", "next", "--allow-debug-build"])

    #expect(run.code == 1, "\(run.output)\(run.error)")
    #expect(run.error.contains("speaks protocol 99"), "\(run.error)")
  }

  /// Commands that believe the workers of a revision.
  private static let commands = ["compare base next", "trend base..next", "bisect base next"]

  @Test("Anything of any answer may lie", arguments: seeds(short: 3, long: 200))
  func lies(seed: UInt64) async throws {
    var generator = SplitMix64(seed: seed)
    // Listings and the first answers are in the first lines.
    let line = Int.random(in: 1...40, using: &generator)
    let place = Int.random(in: 1...(line < 5 ? 60 : 6), using: &generator)
    let number = extremeNumbers.randomElement(using: &generator) ?? "0"
    let name = ["good.allocating", "good.scenario", "record.cache"][Int(seed % 3)]
    let command = Self.commands[Int(seed + seed / 3) % 3]
    let edit =
      Int.random(in: 0..<4, using: &generator) > 0
      ? #"s/([:,[])-?[0-9][0-9.e+-]*/\\1\#(number)/\#(place)"#
      : #"s/\[[^][]*\]/[]/\#(place)"#
    let repository = try await Self.repository(liesBy: "\(line)\(edit)")

    let run = try await repository.shell(
      """
      ulimit -t 30
      exec '\(Tool.misbehaving.path)' \(command) --time 0.3 --timeout 3 --allow-debug-build \
        --filter '^\(name)$'
      """)

    let lie = "seed \(seed), \(command), line \(line): \(edit)"
    #expect([0, 1, 2, 3].contains(run.code), "\(lie): \(run.error)")
    #expect(!run.error.contains("Fatal error"), "\(lie): \(run.error)")
    // A search without a result has a report.
    if run.code == 1, run.output.isEmpty {
      #expect(run.error.hasSuffix(".\n"), "\(lie): \(run.error)")
    }
  }

  /// A repository whose tag `next` is built to a program that changes its workers' answers.
  private static func repository(liesBy edit: String) async throws -> ToyRepository {
    try await ToyRepository(
      compiler: """
        grep -q changed Package.swift || exit 0
        tool=$(dirname "$0")/tool
        case $tool in /*) ;; *) tool=$(command -v swift | sed 's/swift$/tool/') ;; esac
        rm "$scratch/products/$product"
        cat >"$scratch/products/$product" <<END
        #!/bin/bash
        [ "\\$1" = worker ] || exec '$tool' "\\$@"
        '$tool' "\\$@" | sed -u -E '\(edit)'
        END
        chmod +x "$scratch/products/$product"
        """)
  }
}
