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

    /// Why it is refused.
    let says: String

    private static let expands = "It expands to more than a hundred times its size"

    static let all =
      [
        ("spaces", #"window.BENCHMARK_DATA = {"entries":{"A":["#, " ", expands),
        ("elements", #"{"entries":{"A":["#, "[],", "it has more than 2000000 elements"),
        ("depth", #"{"entries":{"A":"#, "[", "it has more than 200 arrays or objects around"),
        ("text", #"{"entries":{"A":""#, "x", expands),
        ("rows", #"time,m\n"#, #"1704250800,1\n"#, expands), ("columns", "time", ",a", expands),
        ("lines", #"time,m\n"#, #"\n"#, expands),
      ].map {
        Bomb(testDescription: "\($0)", head: $1, piece: $2, command: "history --from", says: $3)
      }
      + [
        ("events", #"{"traceEvents":["#, "{},", expands),
        ("skipped", #"{"traceEvents":[],"other":["#, "[],", expands),
        ("event", #"{"traceEvents":[{"a":["#, "1,", "a value has more than 200000 elements"),
        ("frames", #"timestamp,targetTimestamp,start,end\n"#, #"1,2,1,2\n"#, expands),
        ("framestats", #"Flags,IntendedVsync,FrameCompleted\n"#, #"0,0,0\n"#, expands),
        ("tags", "<trace-query-result>", "<a/>", expands),
        ("unending line", #"timestamp,targetTimestamp,start,end\n"#, "x", expands),
      ].map {
        Bomb(
          testDescription: "\($0) of a log", head: $1, piece: $2, command: "check --log", says: $3)
      }
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
    #expect(run.error.contains(bomb.says), "\(run.error)")
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
