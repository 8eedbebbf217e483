import Foundation
import Testing

/// Small compressed files that expand to more than anybody has: of white space, rows, elements,
/// depth, columns and lines.
@Suite("Compressed bombs, end to end", .enabled(if: Interrupted.isPossible))
struct BombTests {
  struct Bomb: CustomTestStringConvertible, Sendable {
    let testDescription: String

    /// What a file starts with.
    let head: String

    /// What follows over and over.
    let piece: String
    let command: String

    static let all =
      [
        ("spaces", #"window.BENCHMARK_DATA = {"entries":{"A":["#, " "),
        ("elements", #"{"entries":{"A":["#, "[],"), ("depth", #"{"entries":{"A":"#, "["),
        ("text", #"{"entries":{"A":""#, "x"), ("rows", #"time,m\n"#, #"1704250800,1\n"#),
        ("columns", "time", ",a"), ("lines", #"time,m\n"#, #"\n"#),
      ].map { Bomb(testDescription: "\($0)", head: $1, piece: $2, command: "history --from") }
      + [
        ("events", #"{"traceEvents":["#, "{},"),
        ("skipped", #"{"other":["#, "[],"), ("event", #"{"traceEvents":[{"a":["#, "1,"),
        ("frames", #"timestamp,targetTimestamp,start,end\n"#, #"1,2,1,2\n"#),
        ("framestats", #"Flags,IntendedVsync,FrameCompleted\n"#, #"0,0,0\n"#),
        ("tags", "<trace-query-result>", "<a/>"),
        ("unending line", "timestamp", "x"),
      ].map { Bomb(testDescription: "\($0) of a log", head: $1, piece: $2, command: "check --log") }
  }

  @Test("It is refused within seconds and little memory, in a sentence", arguments: Bomb.all)
  func bomb(_ bomb: Bomb) async throws {
    let package = try TemporaryPackage()
    let budget = bomb.command.hasPrefix("check") ? "--budget noDroppedFrames@60" : "--format json"
    let run = try await Tool.shell(
      """
      printf -- '\(bomb.head)' | gzip >bomb.gz
      # Members of a file in this format follow each other.
      for i in {1..4096}; do printf -- '\(bomb.piece)'; done >part
      for i in {1..64}; do cat part; done | gzip -9 >member
      for i in {1..40}; do cat member; done >more
      for i in {1..60}; do cat more; done >>bomb.gz
      # Processor time, because others may keep the machine busy.
      ulimit -t 10 -d 786432
      export SWIFT_BACKTRACE=enable=no
      exec \(Tool.framegate.command) \(bomb.command) bomb.gz \(budget)
      """, in: package.folder)

    #expect(run.code == 1, "\(run.output)\(run.error)")
    #expect(!run.error.contains("Fatal error"), "\(run.error)")
  }

  @Test(
    "So is JSON of 40 MB that would take a gigabyte",
    arguments: [
      (#"{"schemaVersion":1,"benchmarks":["#, "report"), ("[", "check --result"),
      (#"{"workNs":["#, "replay"), (#"{"shardSchemaVersion":1,"plan":["#, "merge"),
      (#"{"schemaVersion":1,"a":["#, "compare bomb.json"),
    ])
  func values(head: String, command: String) async throws {
    let package = try TemporaryPackage()
    let run = try await Tool.shell(
      """
      printf -- '\(head)' >bomb.json
      yes , 2>/dev/null | tr '\\n' 1 | head -c 40000000 >>bomb.json
      ulimit -t 10 -d 786432
      exec \(Tool.framegate.command) \(command) bomb.json
      """, in: package.folder)

    #expect(run.code == 1, "\(run.output)\(run.error)")
    #expect(run.error.contains("has more than 8000000 values"), "\(run.error)")
    #expect(run.error.contains("FRAMEGATE_MAX_INPUT"), "\(run.error)")
  }
}
