import Foundation
import SampleStatistics
import TestSupport
import Testing

/// A program that is replaced while it is measured: by another program, a script, a folder, a link,
/// half of itself, an unreadable file, or nothing.
@Suite("Replaced workers, end to end", .enabled(if: Interrupted.isPossible))
struct ReplacedWorkerTests {
  /// Shell commands that make something else of the file `program`.
  private static let ways = [
    "cp other new; mv new program", "cat other >program", "rm program; mkdir program",
    "ln -sf other program", "rm program", ": >program", "truncate -s 100000 program",
    "chmod 0 program", "touch program", "echo >>program",
  ]

  /// A worker of one benchmark, whose times no other has.
  private static let other = """
    #!/bin/bash
    [ "$1" = worker ] || exit 9
    echo '{"hello":{"protocol":1}}'
    while read -r question; do
      case "$question" in
        *'"describe"'*) echo '{"answer":{"benchmarks":[{"name":"good.empty","benchmark":{}}]}}' ;;
        *'"prepare"'*) echo '{"answer":"done"}' ;;
        *'"iterations"'*'"nanoseconds"'* | *'"nanoseconds"'*'"iterations"'*) echo '{"answer":1}' ;;
        *'"times"'*)
          sample='{"wallNs":123456789,"cpuNs":123456789}'
          [[ $question =~ \\"count\\":([0-9]+) ]]
          samples=$sample
          for ((index = 1; index < BASH_REMATCH[1]; index++)); do samples+=",$sample"; done
          echo "{\\"answer\\":[$samples]}"
          ;;
        *) echo '{"unknown":"that"}' ;;
      esac
    done

    """

  private static let brief = "--quick --allow-debug-build --filter '^good.(empty|allocating)$'"

  private static let commands = [
    "run \(brief)", "check \(brief)", "run --metric instructions,mallocCountTotal \(brief)",
    "run --explain good.allocating \(brief)", "list",
  ]

  @Test(
    "One program is measured, or none, and what was replaced is told",
    arguments: ways, seeds(short: 1, long: 20))
  func replaced(way: String, seed: UInt64) async throws {
    var generator = SplitMix64(seed: seed, row: way)
    let command = Self.commands.randomElement(using: &generator) ?? ""
    let delay = Double.random(in: 0...1.5, using: &generator)
    let package = try TemporaryPackage()
    try package.write(Self.other, to: "other")

    let run = try await Tool.shell(
      """
      chmod +x other
      cp '\(Tool.misbehaving.path)' program
      \(Interrupted.mark)
      MARK=$mark timeout 100 '\(Tool.framegate.path)' \(command) --worker ./program \
        \(command == "list" ? "" : "--timeout 10") --path out.txt &
      tool=$!
      sleep \(delay)
      # Fails for a program that runs.
      (\(way)) 2>/dev/null
      wait $tool; code=$?
      \(Interrupted.expectNothingLeft)
      exit $code
      """, in: package.folder)

    let context = "'\(command)', after \(delay) s: \(way)"
    // The other program has less.
    #expect([0, 1, 3, 64].contains(run.code), "\(context): \(run.error)")
    if run.code == 1 || run.code == 64 {
      #expect(run.error.contains("Error: "), "\(context): \(run.error)")
    }
    for name in package.runs {
      let text = try String(
        contentsOf: package.folder.appending(path: "results/runs/\(name)"), encoding: .utf8)
      #expect(
        !(text.contains("123456789") && text.contains("\"good.allocating\"")),
        "\(context): two programs in one result: \(text.prefix(2_000))")
    }
  }

  @Test("A worker that says no more than it must is measured")
  func leastWorker() async throws {
    let package = try TemporaryPackage()
    try package.write(Self.other, to: "other")

    let run = try await Tool.shell(
      """
      chmod +x other
      '\(Tool.framegate.path)' run --worker ./other --quick --timeout 5 --metric wallClock
      """, in: package.folder)

    #expect(run.code == 0, "\(run.output)\(run.error)")
    #expect(run.output.contains("good.empty"), "\(run.output)\(run.error)")
    #expect(!run.output.contains("failed"), "\(run.output)")
  }
}
