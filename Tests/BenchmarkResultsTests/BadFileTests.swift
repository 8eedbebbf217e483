import BenchmarkModel
import Foundation
import FrameTiming
import ResultTestSupport
import SampleStatistics
import TestSupport
import Testing

@testable import BenchmarkResults
@testable import BenchmarkVerdicts

@Suite("Bad result files")
struct BadFileTests {
  private func error(_ json: String) -> ResultsError? {
    do throws(ResultsError) {
      _ = try ResultFile(json: Data(json.utf8), file: "bad.json")
      return nil
    } catch {
      return error
    }
  }

  /// The valid file with the first occurrence of a piece replaced.
  private func changed(_ piece: String, to replacement: String) throws -> String {
    let text = String(decoding: try Fixtures.file().json(), as: UTF8.self)
    let range = try #require(text.range(of: piece), "no '\(piece)' in the file")
    return text.replacingCharacters(in: range, with: replacement)
  }

  @Test("A text with fewer commas than values are read is not one of too many values")
  func manyValues() {
    func error(_ text: String, most: Int) -> (any Error)? {
      do {
        _ = try JSONDecoder().decode([Int].self, fromForeign: Data(text.utf8), mostValues: most)
        return nil
      } catch { return error }
    }
    #expect(error("[1,2]", most: 2) == nil)
    #expect(error("[1,2]", most: 1) is TooManyValues)
    // Even if it is as short as its values are many, and nothing else than commas.
    #expect(error(",,,", most: 2) is TooManyValues)
    #expect(error(",,,", most: 3) is DecodingError)
  }

  @Test("More than half of the files that tests damage reach what judges and shows them")
  func damaged() throws {
    let good = Array(try Fixtures.file().json())
    let read = (UInt64(0)..<200).count { seed in
      var generator = SplitMix64(seed: seed)
      var bytes = good
      JSONDamage.applySeveral(to: &bytes, other: good, using: &generator)
      return (try? ResultFile(json: Data(bytes), file: "damaged.json")) != nil
    }

    #expect(read > 100)
  }

  @Test(
    "A bad value is named by its key path",
    arguments: [
      ("\"rateHz\":60", "\"rateHz\":0", "benchmarks[1].frames[0].rateHz"),
      ("\"rateHz\":60", "\"rateHz\":-60", "benchmarks[1].frames[0].rateHz"),
      ("\"rateHz\":60", "\"rateHz\":1000000000", "benchmarks[1].frames[0].rateHz"),
      ("\"rateHz\":60", "\"rateHz\":120", "benchmarks[1].frames[1].rateHz"),
      ("\"rateHz\":60", "\"rateHz\":\"abc\"", "benchmarks[1].frames[0].rateHz"),
      ("\"warmNs\":[900000,", "\"warmNs\":[-1,", "benchmarks[1].frames[0].warmNs[0]"),
      ("\"warmNs\":[900000,", "\"warmNs\":[1e30,", "benchmarks[1].frames[0].warmNs[0]"),
      ("\"warmNs\":[900000,", "\"warmNs\":[9000000000000000,", "benchmarks[1].frames[0].warmNs[0]"),
      ("\"warmNs\":[900000,", "\"warmNs\":[", "benchmarks[1].frames[0].intervalNs"),
      ("\"warmNs\":[900000,", "\"warmNs\":[0.5,", "benchmarks[1].frames[0].warmNs[0]"),
      (
        "\"intervalNs\":[[897750,902250]", "\"intervalNs\":[[2,1]",
        "benchmarks[1].frames[0].intervalNs[0]"
      ),
      (
        "\"mallocCountTotal\":[3,", "\"mallocCountTotal\":[-3,",
        "benchmarks[1].frames[0].mallocCountTotal[0]"
      ),
      (
        "\"rateHz\":60,", "\"rateHz\":60,\"kernel\":[{\"metric\":\"syscalls\",\"frames\":[]}],",
        "benchmarks[1].frames[0].kernel[0].frames"
      ),
      (
        "\"rateHz\":60,", "\"rateHz\":60,\"kernel\":[{\"metric\":\"syscalls\",\"frames\":[[-1]]}],",
        "benchmarks[1].frames[0].kernel[0].frames"
      ),
      (
        "\"coldNs\":{\"unavailable\":\"not measured in this run\"}", "\"coldNs\":[1]",
        "benchmarks[1].frames[0].coldNs"
      ),
      (
        "\"reference\":{", "\"reference\":{\"coldNs\":1,",
        "benchmarks[1].frames[0].reference.coldNs"
      ),
      (
        "\"reference\":{\"warmNs\":20000", "\"reference\":{\"warmNs\":0",
        "benchmarks[1].frames[0].reference.warmNs"
      ),
      (
        "\"rateHz\":60,",
        "\"cooling\":{\"branches\":1,\"method\":\"flush\",\"repetitions\":1,\"sleepNs\":1},\"rateHz\":60,",
        "benchmarks[1].frames[0].cooling"
      ),
      ("\"repetitions\":21", "\"repetitions\":0", "benchmarks[1].frames[0].repetitions"),
      ("\"noDroppedFrames@60\"", "\"noDroppedFrames@0\"", "benchmarks[1].budgets[0]"),
      ("\"operations\": 1024", "\"operations\": 0", "benchmarks[0].operations"),
      ("\"operations\": 1,", "\"operations\": 0,", "benchmarks[1].operations"),
      ("\"cores\":2", "\"cores\":0", "environment.machine.cores"),
      ("\"kind\": \"benchmark\"", "\"kind\": \"test\"", "benchmarks[0].kind"),
      ("\"time\": \"2026", "\"time\": \"soon", "time"),
    ])
  func values(piece: String, replacement: String, keyPath: String) throws {
    let flat = { (text: String) in text.replacing("\": ", with: "\":") }
    let found = error(try changed(flat(piece), to: flat(replacement)))

    guard case .invalidValue("bad.json", keyPath, _) = found else {
      Issue.record("\(keyPath) expected, got \(found.map { "\($0)" } ?? "nothing")")
      return
    }
    #expect(found?.exitCode == .couldNotRun)
  }

  @Test("The largest numbers that are plausible are valid, the next ones are not")
  func largest() throws {
    let check = ValueCheck(file: "f")
    try check.count(5, from: 5, to: 5, "n")
    #expect(throws: ResultsError.self) { try check.count(6, to: 5, "n") }
    #expect(throws: ResultsError.self) { try check.count(4, from: 5, "n") }
    try check.quantity(1e18, "n")
    #expect(throws: ResultsError.self) { try check.quantity(1e18.nextUp, "n") }
    try check.time(3_600_000_000_000, "n")
    #expect(throws: ResultsError.self) { try check.time(3_600_000_000_001, "n") }
  }

  @Test("A number that does not fit is found among equal ones that do")
  func unusableNumber() throws {
    // 0.5 is a valid load average, but not a number of operations.
    var file = Fixtures.file()
    file.environment.loadAtStart = .value(0.5)
    let text = String(decoding: try file.json(), as: UTF8.self)

    for literal in ["0.5", "1e400", "-1e400", "1e30"] {
      let bad = text.replacing("\"operations\":1024", with: "\"operations\":\(literal)")
      #expect(
        error(bad)
          == .invalidValue(
            file: "bad.json", keyPath: "benchmarks[0].operations",
            problem: "\(literal) does not fit there"))
    }
    let notFinite = text.replacing("\"loadAtStart\":0.5", with: "\"loadAtStart\":1e400")
    #expect(
      error(notFinite)
        == .invalidValue(
          file: "bad.json", keyPath: "environment.loadAtStart",
          problem: "1e400 does not fit there"))
  }

  @Test(
    "Anything but a result file is rejected",
    arguments: [
      "{", "[]", "null", "1", "\"x\"", "{}", "NaN", "not json", "\u{0}",
      "{\"schemaVersion\":\"1\"}",
      "{\"schemaVersion\":1}", "{\"schemaVersion\":1e999}", String(repeating: "[", count: 100_000),
      String(repeating: "[", count: 513), String(repeating: "{\"a\":", count: 512) + "[",
    ])
  func notResults(json: String) {
    #expect(error(json)?.description.contains("bad.json") == true)
  }

  @Test("An empty file has its own error")
  func empty() {
    #expect(error("") == .emptyFile(file: "bad.json"))
  }

  @Test("An unknown schema is reported before anything else is read", arguments: [2, 99, 0, -1])
  func schema(version: Int) {
    #expect(
      error("{\"schemaVersion\":\(version)}")
        == .unknownSchema(file: "bad.json", version: version, supported: 1...1))
  }

  @Test("NaN and infinity cannot be written")
  func notFinite() {
    for value in [Double.nan, .infinity, -1] {
      var file = Fixtures.file()
      file.benchmarks[0].changeTimed {
        $0.metrics["wallClock"] = .value(
          MetricResult(
            unit: "ns/op", median: value, interval: .unavailable("x"), minimum: value,
            percentiles: [:], sampleCount: 0, samples: []))
      }
      #expect(throws: ResultsError.self) { try file.json() }
    }
  }

  @Test("A folder instead of a file is rejected")
  func folder() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: ResultsError.self) {
      try ResultStore(root: folder.url).load(folder.url)
    }
    #expect(error?.exitCode == .couldNotRun)
  }

  @Test(
    "A damaged file is decoded or rejected, and never traps",
    arguments: seeds(short: 60, long: 1_500))
  func fuzz(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var bytes = [UInt8](try Fixtures.file().json())
    switch seed % 3 {
    case 0:
      bytes = Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &generator)))
    case 1:
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      }
    default:
      replaceNumber(in: &bytes, &generator)
    }

    // An accepted file can be judged, compared and written.
    do throws(ResultsError) {
      let file = try ResultFile(json: Data(bytes), file: "bad.json")
      _ = Comparison.compare(base: Fixtures.file(), candidate: file)
      _ = try Gate(file)
      _ = try file.json()
    } catch {
      #expect(error.description.contains("bad.json"))
    }
  }

  private func replaceNumber(in bytes: inout [UInt8], _ generator: inout SplitMix64) {
    let values = [
      "-1", "0", "1e308", "-1e308", "9223372036854775807", "-9223372036854775808", "1e400", "null",
      "true", "\"x\"", "[]", "{}", "0.1", "1e-320", "18446744073709551616",
    ]
    let digits = bytes.indices.filter { (48...57).contains(bytes[$0]) }
    guard let start = digits.randomElement(using: &generator) else { return }
    let isDigit = { (byte: UInt8) in (48...57).contains(byte) }
    let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
    let value = values.randomElement(using: &generator) ?? "0"
    bytes.replaceSubrange(start..<end, with: Array(value.utf8))
  }

  @Test("A long number that does not fit is named by its first 40 characters")
  func longNumber() throws {
    let text = String(decoding: try Fixtures.file().json(), as: UTF8.self)
    for (count, ending) in [(40, ""), (41, "…")] {
      let literal = "1" + String(repeating: "0", count: count - 1)
      #expect(
        error(text.replacing("\"operations\":1024", with: "\"operations\":\(literal)"))
          == .invalidValue(
            file: "bad.json", keyPath: "benchmarks[0].operations",
            problem: "\(literal.prefix(40))\(ending) does not fit there"))
    }
  }

  @Test(
    "Values may reach their limits, and not exceed them",
    arguments: [
      (1e18, 3_600_000_000_000, 1, 1, 1, true), (1.001e18, 1, 1, 1, 1, false),
      (0, 3_600_000_000_001, 1, 1, 1, false), (0, 0, 1, 1, 1, true), (0, 1, 0, 1, 1, false),
      (0, 1, 1, 0, 1, false), (0, 1, 1, 1, 0, false), (-1, 1, 1, 1, 1, false),
    ] as [(Double, Int64, Int, Int64, Int, Bool)])
  func limits(
    load: Double, workNs: Int64, cores: Int, memory: Int64, parameter: Int, isAccepted: Bool
  ) throws {
    var kernel = Fixtures.kernel()
    kernel.changeTimed {
      $0.family = BenchmarkFamily(
        name: "kernel", parameter: BenchmarkParameter("size", parameter))
    }
    var file = Fixtures.file([
      kernel,
      Fixtures.scenario(
        "transition.limit",
        [Fixtures.costs(.hz60, [workNs])]),
    ])
    let machine = Fixtures.machine
    file.environment.machine = Machine(
      cpuModel: machine.cpuModel, cores: cores, memoryBytes: .value(memory), os: machine.os,
      kernel: machine.kernel, architecture: machine.architecture,
      virtualized: machine.virtualized)
    file.environment.loadAtStart = .value(load)

    let written = Result { try file.json() }

    #expect(((try? written.get()) != nil) == isAccepted)
  }
}
