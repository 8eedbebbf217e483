import BenchmarkModel
import FrameLogs
import Testing

@Suite("Values by commit that other tools recorded")
struct RecordReaderTests {
  private func records(_ text: String) throws -> [HistoryRecord] {
    try RecordReader.records(in: LogText(Array(text.utf8)))
  }

  private static let run = """
    {"commit":{"id":"c0ffee","message":"Faster, NaN safe\\n\\nMore"},\
    "date":1724794634446,"tool":"TOOL","benches":[{"name":"feed","value":4659.5,"unit":"ms"},\
    {"name":"broken","value":"x"},{"value":1}]}
    """

  @Test(
    "data.js of github-action-benchmark, with and without its first words",
    arguments: ["", "window.BENCHMARK_DATA = "],
    [("customSmallerIsBetter", false), ("customBiggerIsBetter", true), ("pytest", true)])
  func action(start: String, tool: (name: String, prefersLarger: Bool)) throws {
    let run = Self.run.replacing("TOOL", with: tool.name).replacing("ms", with: "parts")
    let found = try records("\(start){\"entries\":{\"B\":[\(run)],\"A\":[\(run)]}}\n;")

    #expect(found.map(\.settings) == [["machine": "A"], ["machine": "B"]])
    let first = try #require(found.first)
    #expect(first.commit == "c0ffee")
    #expect(first.subject == "Faster, NaN safe")
    #expect(first.time == 1_724_794_634.446)
    #expect(first.values.map(\.benchmark) == ["feed"])
    #expect(first.values.map(\.number) == [4_659.5])
    #expect(first.values.map(\.unit) == ["parts"])
    #expect(first.values.map(\.prefersLarger) == [tool.prefersLarger])
  }

  @Test(
    "The unit tells the direction before the tool's name does",
    arguments: [
      "cargo", "go", "benchmarkjs", "benchmarkluau", "pytest", "googlecpp", "catch2", "julia",
      "jmh",
      "benchmarkdotnet", "customBiggerIsBetter", "customSmallerIsBetter", "",
    ],
    [
      ("ops/ms", true), ("MB/s", true), ("requests/second", true), ("iter/sec", true),
      ("ms/op", false), ("ns", false),
    ])
  func direction(tool: String, unit: (text: String, prefersLarger: Bool)) throws {
    let run = Self.run.replacing("TOOL", with: tool).replacing("ms", with: unit.text)
    let found = try records("{\"entries\":{\"A\":[\(run)]}}")
    #expect(found.first?.values.map(\.prefersLarger) == [unit.prefersLarger])
  }

  @Test("A text of several units, as old records of Go have it, is the first one")
  func severalUnits() throws {
    let found = try records(
      """
      {"entries":{"A":[{"commit":{"id":"c"},"date":1,"tool":"go",
      "benches":[{"name":"B","value":5,"unit":"ns/op\\t     112 B/op\\t       3 allocs/op"}]}]}}
      """)
    #expect(found.first?.values.map(\.unit) == ["ns/op"])
  }

  @Test("A result of asv has a value for every combination of parameters")
  func asv() throws {
    let found = try records(
      """
      {"commit_hash":"dc78","env_name":"py3.12","date":1776026564000,"params":{"machine":"m","cpu":"C"},
      "result_columns":["result","params","version","stats_ci_99_a"],"version":2,"results":{
      "a.plain":[[2.5],[],"v",[-Infinity]],"b.failed":[null,[]],"c.old":{"result":[1,2],"params":[["x","y"]]},
      "d.table":[[1,NaN,3,4,5,6],[["1","2"],["p","q","r"]]],"e.bare":7}}
      """)

    let record = try #require(found.first)
    #expect(found.count == 1)
    #expect(record.commit == "dc78")
    #expect(record.settings == ["machine": "m C", "environment": "py3.12"])
    #expect(
      record.values.map { "\($0.benchmark)=\($0.number)" } == [
        "a.plain=2.5", "c.old(x)=1.0", "c.old(y)=2.0", "d.table(1, p)=1.0", "d.table(1, r)=3.0",
        "d.table(2, p)=4.0", "d.table(2, q)=5.0", "d.table(2, r)=6.0", "e.bare=7.0",
      ])
  }

  @Test(
    "Texts with more elements, depth or columns than anybody has are refused",
    arguments: [
      "{\"entries\":{\"A\":[" + String(repeating: "[],", count: 2_000_001),
      "{\"entries\":" + String(repeating: "[", count: 201),
      "time" + String(repeating: ",a", count: 10_001) + "\n",
    ])
  func exceedingLimits(text: String) {
    let message = #expect(throws: TextError.self) {
      try RecordReader.records(in: LogText(Array(text.utf8)))
    }.map { "\($0)" }
    #expect(message?.contains("it has more than") == true, "\(message ?? "")")
  }

  @Test("A version of a benchmark in asv is a setting, in either layout; benchmarks.json has units")
  func asvVersions() throws {
    let second = try records(
      """
      {"commit_hash":"c","result_columns":["result","params","version"],"version":2,"results":{
      "a":[[2.5],[],"v1"],"b":[[1,2],[["x","y"]],3],"c":[[1],[]],"d":[[1],[],null]}}
      """)
    #expect(
      second.first?.values.map { $0.settings["benchmark version"] } == ["v1", "3", "3", nil, nil])
    let first = try records(
      """
      {"commit_hash":"c","benchmark_version":{"a":"v1"},"results":{"a":1,"b":2},"version":1}
      """)
    #expect(first.first?.values.map { $0.settings["benchmark version"] } == ["v1", nil])

    let list = """
      {"a":{"code":"def a","unit":"seconds","version":"v1"},"b":{"code":"def b","unit":"ops/s"},
      "track":{"code":"def t"},"version":2}
      """
    let units = try #require(try RecordReader.asvUnits(in: LogText(Array(list.utf8))))
    #expect(units == ["a": "seconds", "b": "ops/s"])
    #expect(try RecordReader.isBesideResults(LogText(Array(list.utf8))))
    let machine = #"{"arch":"x86_64","cpu":"C","machine":"m","os":"L","ram":"1","version":1}"#
    #expect(try RecordReader.isBesideResults(LogText(Array(machine.utf8))))
    let text = #"{"commit_hash":"c","results":{"a":1,"b":[[1,2],[["x","y"]]]}}"#
    let found = try RecordReader.records(in: LogText(Array(text.utf8)), asvUnits: units)
    #expect(found.first?.values.map(\.unit) == ["seconds", "ops/s", "ops/s"])
    #expect(found.first?.values.map(\.prefersLarger) == [false, true, true])
    for other in [text, "{}", "[]", "x", #"{"results":{"a":{"unit":"s"}}}"#, "{\"benchmarks\":[]}"]
    {
      #expect(try RecordReader.asvUnits(in: LogText(Array(other.utf8))) == nil, "\(other)")
    }
  }

  @Test("2⁶⁰ combinations of parameters are not listed: two results are read at once")
  func product() throws {
    let list = "[\"a\",\"b\"]"
    let lists = Array(repeating: list, count: 60).joined(separator: ",")
    let found = try records("{\"commit_hash\":\"c\",\"results\":{\"b\":[[1,2],[\(lists)]]}}")
    #expect(found.first?.values.map(\.number) == [1, 2])
  }

  @Test("CSV has a column per benchmark; columns with words are none")
  func table() throws {
    let found = try records(
      """
      time,commit,branch,version,metric1,"metric, 2"
      2024.01.01 3:00:00 +0100,aaa0,main,v1,154023,10.43
      2024-01-02T03:00:00Z,aaa1,main,v2,,10.23
      1704250800,aaa2,feature,3,1e3,NA
      1704337200000,aaa3,feature,4,nan,1
      """)

    #expect(found.map(\.commit) == ["aaa0", "aaa1", "aaa2", "aaa3"])
    #expect(found.map(\.time) == [1_704_074_400, 1_704_164_400, 1_704_250_800, 1_704_337_200])
    #expect(found.map { $0.settings["machine"] } == ["main", "main", "feature", "feature"])
    #expect(
      found.map { record in record.values.map { "\($0.benchmark)=\($0.number)" } } == [
        ["metric1=154023.0", "metric, 2=10.43"], ["metric, 2=10.23"], ["metric1=1000.0"],
        ["metric, 2=1.0"],
      ])
  }

  @Test(
    "What is no record has none",
    arguments: [
      "", "\n", "hello", "a,b\n1,2\n", "{}", "{\"entries\":[]}", "{\"results\":1}", "{}[",
    ])
  func foreign(text: String) throws {
    #expect(try records(text).isEmpty)
  }

  @Test(
    "Damaged text is an error",
    arguments: ["{\"entries\":{", "window.BENCHMARK_DATA = {\"a\":", "time,x\nyesterday,1\n", "{"])
  func damaged(text: String) {
    #expect(throws: TextError.self) { try records(text) }
  }

  @Test(
    "Times that no clock shows are 1970, those of the far future stay",
    arguments: [("1e400", 0, 0), ("-1e300", 0, 0), ("1e18", 0, 0), ("1e10", 1e10, 1e7)])
  func times(text: String, inTable: Double, inJSON: Double) throws {
    #expect(try records("time,x\n\(text),1\n").map(\.time) == [inTable])
    do {
      let json = try records("{\"commit_hash\":\"c\",\"date\":\(text),\"results\":{\"b\":1}}")
      #expect(json.map(\.time) == [inJSON])
    } catch is TextError {
      // The system's Foundation may read no JSON with a number that is too large.
      #expect(text == "1e400")
    }
  }
}
