import BenchmarkModel
import FrameLogs
import Testing

@Suite("JSON of hyperfine, Google Benchmark and JMH")
struct ToolRecordTests {
  private func record(_ text: String, named name: String = "") throws -> HistoryRecord {
    let found = try RecordReader.records(in: LogText(Array(text.utf8)), named: name)
    #expect(found.count == 1)
    return try #require(found.first)
  }

  /// `name=number unit low…high` for each value.
  private func lines(_ record: HistoryRecord) -> [String] {
    record.values.map { value in
      let metric = value.metric.isEmpty ? "" : " \(value.metric)"
      let range = value.interval.map { " \($0.lowerBound)…\($0.upperBound)" } ?? ""
      let arrow = value.prefersLarger ? " ↑" : ""
      return "\(value.benchmark)\(metric)=\(value.number) \(value.unit)\(range)\(arrow)"
    }
  }

  @Test("hyperfine before 2.0: medians in seconds; parameters tell equal names apart")
  func hyperfine() throws {
    let found = try record(
      """
      {"results":[
      {"command":"tool a.txt","mean":1.5,"stddev":0.1,"median":1.25,"user":1.0,"system":0.2,
      "min":1.0,"max":2.0,"times":[1.0,1.25,2.0],"exit_codes":[0,0,0]},
      {"command":"wait","mean":0.5,"stddev":null,"median":0.5,"user":0.0,"system":0.0,"min":0.5,
      "max":0.5,"times":[0.5],"memory_usage_byte":[1024],"exit_codes":[null],"parameters":{"n":"1"}},
      {"command":"wait","mean":0.7,"stddev":null,"median":0.7,"user":0.0,"system":0.0,"min":0.7,
      "max":0.7,"exit_codes":[0],"parameters":{"n":"2","a":"x"}}]}
      """)
    #expect(
      lines(found) == [
        "tool a.txt=1.25 s 1.0…2.0", "wait(n=1)=0.5 s 0.5…0.5", "wait(a=x, n=2)=0.7 s 0.7…0.7",
      ])
    #expect(!found.isDated)
  }

  @Test("hyperfine 2.0: a start time, names, and the metric that came first in its own unit")
  func secondHyperfine() throws {
    let text = """
      {"schema_version":2,"metadata":{"hyperfine_version":"2.0.0","start_time":"2026-11-20T09:30:00Z",
      "platform":{"os":"Linux","architecture":"x86_64"}},"primary_metric":"PRIMARY","results":[
      {"command":"tool --fast","name":"fast","measurements":[],"summary":{
      "time_wall_clock":{"unit":"second","count":3,"mean":2.5,"stddev":0.5,"median":2.0,"min":1.0,"max":4.0},
      "memory_peak_resident":{"unit":"byte","count":3,"mean":9,"stddev":1,"median":8,"min":7,"max":9},
      "instructions":{"count":1,"mean":100,"stddev":null,"median":100,"min":100,"max":100}}}]}
      """
    let found = try record(text.replacing("PRIMARY", with: "time_wall_clock"))
    #expect(lines(found) == ["fast=2.0 s 1.0…4.0"])
    #expect(found.time == 1_795_167_000 && found.isDated)
    #expect(found.settings == ["system": "Linux x86_64"])
    let memory = try record(text.replacing("PRIMARY", with: "memory_peak_resident"))
    #expect(lines(memory) == ["fast=8.0 byte 7.0…9.0"])
    #expect(memory.values.first?.settings == ["metric": "memory_peak_resident"])
    let instructions = try record(text.replacing("PRIMARY", with: "instructions"))
    // Without a unit.
    #expect(lines(instructions) == ["fast=100.0  100.0…100.0"])
  }

  private static let context = """
    "context":{"date":"2026-01-31T10:00:00+01:00","host_name":"ci","executable":"./b","num_cpus":8,
    "mhz_per_cpu":3000,"cpu_scaling_enabled":false,"caches":[],"load_avg":[0.1],
    "library_version":"v1.9.0","library_build_type":"release","json_schema_version":1EXTRA}
    """

  private func run(
    _ name: String, _ time: String, unit: String = "ns", repetition: Int = 0, _ more: String = ""
  ) -> String {
    """
    {"name":"\(name)","family_index":0,"per_family_instance_index":0,"run_name":"\(name)",
    "run_type":"iteration","repetitions":1,"repetition_index":\(repetition),"threads":1,
    "iterations":1000,"real_time":\(time),"cpu_time":1.0,"time_unit":"\(unit)"\(more)}
    """
  }

  private func aggregate(_ name: String, _ kind: String, _ time: String, of unit: String = "time")
    -> String
  {
    """
    {"name":"\(name)_\(kind)","family_index":0,"per_family_instance_index":0,"run_name":"\(name)",
    "run_type":"aggregate","repetitions":3,"threads":1,"aggregate_name":"\(kind)",
    "aggregate_unit":"\(unit)","iterations":3,"real_time":\(time),"cpu_time":1.0,"time_unit":"us"}
    """
  }

  private func benchmarks(_ runs: [String], extra: String = "") throws -> HistoryRecord {
    let context = Self.context.replacing("EXTRA", with: extra)
    return try record("{\(context),\"benchmarks\":[\(runs.joined(separator: ","))]}")
  }

  @Test("Google Benchmark: real times in one unit, and rates of items and bytes")
  func iterations() throws {
    let found = try benchmarks([
      run("BM_a/8", "1.5e+03"), run("BM_b", "2.0", unit: "us", ",\"label\":\"x\""),
      run(
        "BM_c", "3", unit: "ms", ",\"items_per_second\":5e6,\"bytes_per_second\":7.0,\"hits\":2"),
      run("BM_nan", "NaN"),
      run("BM_failed", "0", unit: "ns", ",\"error_occurred\":true,\"error_message\":\"no\""),
      run("BM_skipped", "0", unit: "ns", ",\"skipped\":true,\"skip_message\":\"no\""),
      """
      {"name":"BM_a_BigO","run_name":"BM_a","run_type":"aggregate","aggregate_name":"BigO",
      "aggregate_unit":"time","cpu_coefficient":1.0,"real_coefficient":1.0,"big_o":"N","time_unit":"ns"}
      """,
    ])
    #expect(
      lines(found) == [
        "BM_a/8=1500.0 ns", "BM_b=2000.0 ns", "BM_c=3000000.0 ns",
        "BM_c items_per_second=5000000.0 items/s ↑", "BM_c bytes_per_second=7.0 B/s ↑",
      ])
    #expect(found.time == 1_769_850_000)
    #expect(
      found.settings == ["machine": "ci", "processors": "8", "library build": "release"])
  }

  @Test("Google Benchmark: repetitions are one median; without them, their aggregates are read")
  func aggregates() throws {
    let all = [
      run("BM_a", "10", repetition: 0), run("BM_a", "40", repetition: 1),
      run("BM_a", "20", repetition: 2), aggregate("BM_a", "mean", "23"),
      aggregate("BM_a", "median", "20"), aggregate("BM_a", "stddev", "15"),
      aggregate("BM_a", "cv", "0.6", of: "percentage"),
    ]
    #expect(lines(try benchmarks(all)) == ["BM_a=20.0 ns 10.0…40.0"])
    #expect(lines(try benchmarks(Array(all.dropFirst(3)))) == ["BM_a=20000.0 ns"])
    #expect(lines(try benchmarks([all[3], all[5], all[6]])) == ["BM_a=23000.0 ns"])
    #expect(try benchmarks([all[5], all[6]]).values.isEmpty)
    // Before there were types of runs.
    let old = """
      {"name":"BM_a","iterations":5,"real_time":3,"cpu_time":2,"time_unit":"ns"},
      {"name":"BM_a_mean","iterations":5,"real_time":9,"cpu_time":2,"time_unit":"ns"},
      {"name":"BM_b_median","iterations":5,"real_time":4,"cpu_time":2,"time_unit":"ns"},
      {"name":"BM_b_stddev","iterations":5,"real_time":1,"cpu_time":2,"time_unit":"ns"}
      """
    #expect(lines(try benchmarks([old])) == ["BM_a=3.0 ns", "BM_b=4.0 ns"])
  }

  @Test("Google Benchmark: the commit of its context, which comes before the file's name")
  func commit() throws {
    #expect(try benchmarks([run("a", "1")], extra: ",\"commit\":\"f00dbabe\"").commit == "f00dbabe")
    #expect(try benchmarks([run("a", "1")]).commit.isEmpty)
  }

  private func result(_ score: String, mode: String = "thrpt", unit: String, _ more: String = "")
    -> String
  {
    """
    {"jmhVersion":"1.37","benchmark":"org.x.B.m","mode":"\(mode)","threads":1,"forks":2,
    "jvm":"/j/bin/java","jvmArgs":[],"jdkVersion":"21.0.1","vmName":"OpenJDK","vmVersion":"21",
    "warmupIterations":3,"warmupTime":"1 s","measurementIterations":5,"measurementTime":"1 s",\(more)
    "primaryMetric":{"score":\(score),"scoreError":1.5,"scoreConfidence":[9.5,12.5],
    "scorePercentiles":{"0.0":1.0,"50.0":1.0},"scoreUnit":"\(unit)","rawData":[[1.0]]},
    "secondaryMetrics":{}}
    """
  }

  @Test("JMH: scores with their confidence, by mode, parameters and threads")
  func jmh() throws {
    let found = try record(
      """
      [\(result("11.0", unit: "ops/ms")),
      \(result("0.25", mode: "avgt", unit: "ms/op")),
      \(result("\"NaN\"", mode: "ss", unit: "s/op")),
      \(result("10.0", unit: "ops/ms", "\"params\":{\"size\":\"10\",\"kind\":\"a\"},")
        .replacing("\"threads\":1", with: "\"threads\":4")
        .replacing("\"jvmArgs\":[]", with: "\"jvmArgs\":[\"-Xmx1g\",\"-ea\"]")),
      {"benchmark":"odd"},7]
      """, named: "jmh-3f2a91c.json")
    #expect(
      lines(found) == [
        "org.x.B.m thrpt=11.0 ops/ms 9.5…12.5 ↑", "org.x.B.m avgt=0.25 ms/op",
        "org.x.B.m(kind=a, size=10, 4 threads) thrpt=10.0 ops/ms 9.5…12.5 ↑",
      ])
    #expect(found.values.map { $0.settings["JDK"] } == ["21.0.1", "21.0.1", "21.0.1"])
    #expect(found.values.map { $0.settings["VM arguments"] } == [nil, nil, "-Xmx1g -ea"])
    #expect(found.commit == "3f2a91c" && !found.isDated)
  }

  @Test(
    "A file's name tells a commit if a word of it can only be a hash",
    arguments: [
      ("bench-3f2a91c.json", "3f2a91c"), ("3f2a91c0.json", "3f2a91c0"), ("run_12.json", ""),
      ("20260131.json", ""), ("defaced.json", ""), ("v1.2.3-a1b2c3d-linux.json", "a1b2c3d"),
      ("0000000000000000000000000000000000abc001.json", "0000000000000000000000000000000000abc001"),
      ("1234567890123456789012345678901234567890", "1234567890123456789012345678901234567890"),
      ("", ""), ("a1b2c3.json", ""),
    ])
  func names(name: String, commit: String) throws {
    let found = try record("{\"results\":[{\"command\":\"a\",\"median\":1}]}", named: name)
    #expect(found.commit == commit)
    #expect(found.subject == (commit.isEmpty ? name : ""))
  }

  @Test(
    "Other JSON has no record",
    arguments: [
      "[]", "[1]", "[{}]", "[{\"benchmark\":\"a\"}]", "{\"results\":[1]}", "{\"benchmarks\":[]}",
      "{\"context\":{},\"benchmarks\":{}}", "[[{\"primaryMetric\":{}}]]",
    ])
  func foreign(text: String) throws {
    #expect(try RecordReader.records(in: LogText(Array(text.utf8))).isEmpty)
  }

  @Test(
    "Odd values are left out",
    arguments: [
      "{\"results\":[{\"command\":1,\"median\":1},{\"median\":1},{\"command\":\"a\",\"median\":\"1\"}]}",
      "{\"results\":[{\"command\":\"a\",\"summary\":{}},{\"command\":\"a\",\"summary\":7}]}",
      "{\"context\":{},\"benchmarks\":[{},{\"name\":\"a\"},{\"name\":\"a\",\"real_time\":\"x\"}]}",
      "{\"context\":{},\"benchmarks\":[{\"name\":\"a\",\"real_time\":1,\"time_unit\":\"MB\"}]}",
      "[{\"benchmark\":\"a\",\"primaryMetric\":{\"score\":\"NaN\"}}]",
    ])
  func odd(text: String) throws {
    #expect(try record(text).values.isEmpty)
  }

  // Which one, depends on the system's Foundation.
  @Test("A file with a number that is too large is refused, or the number is left out")
  func tooLarge() throws {
    do {
      let found = try record("[{\"benchmark\":\"a\",\"primaryMetric\":{\"score\":1e999}}]")
      #expect(found.values.isEmpty)
    } catch is TextError {}
  }
}
