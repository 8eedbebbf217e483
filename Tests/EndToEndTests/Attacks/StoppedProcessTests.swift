import Foundation
import SampleStatistics
import TestSupport
import Testing

/// Processes that are stopped and go on: the tool, its workers, or both, as when a container is
/// paused.
@Suite("Stopped processes, end to end", .enabled(if: Interrupted.isPossible))
struct StoppedProcessTests {
  /// Functions of the shell: the process `$tool` and all that it has started; a signal to them.
  private static let functions = """
    workers() {
      local child
      for child in $(pgrep -P "$1"); do echo "$child"; workers "$child"; done
    }
    send() { kill "-$1" $2 2>/dev/null || true; }
    """

  @Test("Time in which neither the tool nor its worker ran is not that of an answer")
  func paused() async throws {
    let package = try TemporaryPackage()
    let run = try await Tool.shell(
      """
      \(Self.functions)
      '\(Tool.misbehaving.path)' run --quick --allow-debug-build --metric wallClock --timeout 3 \
        --filter '^wait.forFile$' &
      tool=$!
      \(Tool.waiting(for: "[ -e go.awaited ]"))
      all="$tool $(workers $tool)"
      send STOP "$all"
      sleep 4
      touch go
      # The tool looks at its clock before its worker can answer.
      send CONT $tool
      sleep 0.3
      send CONT "$all"
      wait $tool
      """, in: package.folder)

    #expect(run.code == 0, "\(run.output)\(run.error)")
    #expect(!run.output.contains("did not answer"), "\(run.output)")
  }

  @Test("A worker that is stopped is ended after its time limit")
  func stoppedWorker() async throws {
    let package = try TemporaryPackage()
    let run = try await Tool.shell(
      """
      \(Interrupted.mark)
      \(Self.functions)
      MARK=$mark timeout 40 '\(Tool.misbehaving.path)' run --quick --allow-debug-build --timeout 1 \
        --metric wallClock --filter '^wait.forFile$' &
      tool=$!
      \(Tool.waiting(for: "[ -e go.awaited ]"))
      for worker in $(workers $tool); do
        [ "$(pgrep -P "$worker")" ] || send STOP "$worker"
      done
      wait $tool; code=$?
      \(Interrupted.expectNothingLeft)
      exit $code
      """, in: package.folder)

    #expect(run.code == 3, "\(run.output)\(run.error)")
    #expect(run.output.contains("did not answer within 1 s"), "\(run.output)")
  }

  /// Commands of each kind, which end by themselves.
  private static let commands = [
    "run --quick", "check --quick", "run --quick --metric wallClock",
    "run --paced --seconds 1 --rate 60 --quick", "compare base next --measure-equal --time 0.3",
    "trend base..next --time 0.2",
  ]

  @Test(
    "A command goes on after a stop at any instant, of anything",
    arguments: commands, seeds(short: 1, long: 16))
  func anyInstant(command: String, seed: UInt64) async throws {
    var generator = SplitMix64(seed: seed, row: command)
    let delay = Double.random(in: 0...2, using: &generator)
    let times = [0.2, 1, 3]
    let time = times.randomElement(using: &generator) ?? 1
    let stopped =
      ["$tool", "$(workers $tool)", "$tool $(workers $tool)"]
      .randomElement(using: &generator) ?? ""
    let repository = try await ToyRepository(compiler: "sleep 0.5")

    let run = try await repository.shell(
      """
      \(Interrupted.mark)
      \(Self.functions)
      MARK=$mark timeout 100 '\(Tool.misbehaving.path)' \(command) --allow-debug-build \
        --timeout 20 --filter '^good.(empty|scenario)$' &
      tool=$(pgrep -P $!) || tool=$!
      sleep \(delay)
      stopped="\(stopped)"
      send STOP "$stopped"; sleep \(time); send CONT "$stopped"
      wait $!; code=$?
      \(Interrupted.expectNothingLeft)
      exit $code
      """)

    let context = "'\(command)', \(stopped) after \(delay) s for \(time) s"
    #expect([0, 2].contains(run.code), "\(context): \(run.output)\(run.error)")
    #expect(!run.output.contains("did not answer"), "\(context): \(run.output)")
  }
}
