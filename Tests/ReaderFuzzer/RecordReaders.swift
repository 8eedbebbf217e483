import BenchmarkModel
import BenchmarkReports
import BenchmarkVerdicts
import FrameLogs

extension FuzzedReader {
  /// Values by commit of other tools, whose steps are searched for.
  static let records = FuzzedReader(
    "records", .bytes(words: recordWords), seeds: (recordSeeds + recordJSON).map { Array($0.utf8) }
  ) { { show($0) } }

  /// The same of JSON whose structure stays whole: numbers, keys and values are exchanged.
  static let recordStructures = FuzzedReader(
    "records-json", .json, seeds: recordJSON.map { Array($0.utf8) }
  ) { { show($0) } }

  private static func show(_ bytes: [UInt8]) -> Outcome {
    do {
      let units = try RecordReader.asvUnits(in: LogText(bytes)) ?? [:]
      let records = try RecordReader.records(
        in: LogText(bytes), named: "bench-3f2a91c.json", asvUnits: units)
      let history = RecordedHistory(records)
      let report = HistoryReport(history, range: "x")
      _ = (report.text(), report.markdown(), report.csv(), try report.json())
      _ = TrendPage(report).html()
      for value in records.flatMap(\.values) where !value.number.isFinite {
        return .contradiction("\(value.benchmark) is \(value.number)")
      }
      return history.courses.isEmpty && units.isEmpty
        ? .refused("Nothing is there. Give another file.") : .accepted
    } catch {
      return .refused(message(of: error))
    }
  }
}

private let recordWords = [
  ",", ":", "{", "}", "[", "]", "\"", "NaN", "-Infinity", "null", "1e308", "-1e308", "5e-324",
  "-1e9",
  "0", "-0.0", "1e999", "ops/ms", "ns/op", "\"unit\"", "\"version\"", "window.", "time,",
]

private let recordSeeds = [
  "time,commit,branch,m1,m2\n"
    + (0..<20).map { "170425080\($0),c\($0),b,\($0 / 10),1e3\n" }.joined(),
  "timestamp;host;work (ms)\n2026-09-21T14:13:20Z;A;1\n2026.09.22 1:02 +01:00;B;2\n",
  "time,m\n1704250800,-1e9\n1704250801,-1e9\n",
]

private let recordJSON = [
  """
  window.BENCHMARK_DATA = {"entries":{"A":[
  """
    + (0..<12).map { number in
      """
      {"commit":{"id":"c\(number / 2)","message":"m"},"date":172479463\(number)000,"tool":"jmh",
      "benches":[{"name":"feed","value":\(number < 6 ? 47 : 93)\(number % 3),
      "unit":"\(number < 9 ? "ops/ms" : "ops/s")"},{"name":"b","value":-\(number)}]}
      """
    }.joined(separator: ",") + "]}}",
  """
  {"entries":{"A":[{"commit":{"id":"c0ffee","message":"m"},
  "date":1724794634446,"tool":"pytest","benches":[{"name":"feed","value":4659,"unit":"ms"}]},
  {"commit":{"id":"d0"},"date":1724794634447,"benches":[{"name":"feed","value":1e308},{"name":"b","value":-1}]}]}}
  """,
  """
  {"commit_hash":"dc78","env_name":"p","date":1776026564000,"params":{"machine":"m"},
  "result_columns":["result","params","version"],"results":{"a":[[2.5],[],"v"],
  "b":[[1,2,3],[["x","y","z"]],7],"c":{"result":[1]}}}
  """,
  """
  {"a":{"code":"def a","unit":"seconds"},"b":{"code":"def b","unit":"ops/s"},"version":2}
  """,
  """
  {"results":[{"command":"a","mean":1.5,"stddev":null,"median":1.5,"user":1,"system":0,"min":1,
  "max":2,"times":[1,2],"exit_codes":[0,null],"parameters":{"n":"1"}},{"command":"a","mean":2,
  "median":2,"min":2,"max":2,"parameters":{"n":"2"}}]}
  """,
  """
  {"schema_version":2,"metadata":{"start_time":"2026-11-20T09:30:00Z","platform":{"os":"L"}},
  "primary_metric":"time_wall_clock","results":[{"command":"a","name":"b","measurements":[],
  "summary":{"time_wall_clock":{"unit":"second","count":1,"mean":2,"median":2,"min":1,"max":4}}}]}
  """,
  """
  {"context":{"date":"2026-01-31T10:00:00+01:00","host_name":"h","num_cpus":8,"commit":"f00dbabe",
  "library_build_type":"release"},"benchmarks":[{"name":"a","run_name":"a","run_type":"iteration",
  "real_time":1.5e3,"cpu_time":1,"time_unit":"us","items_per_second":5},{"name":"a_median",
  "run_name":"a","run_type":"aggregate","aggregate_name":"median","aggregate_unit":"time",
  "real_time":2,"time_unit":"ns"},{"name":"b_mean","real_time":2,"time_unit":"ms"}]}
  """,
  """
  [{"benchmark":"a","mode":"thrpt","threads":4,"jvmArgs":["-ea"],"jdkVersion":"21","vmName":"V",
  "params":{"n":"1"},"primaryMetric":{"score":5,"scoreConfidence":[4,6],"scoreUnit":"ops/ms"},
  "secondaryMetrics":{}},{"benchmark":"a","mode":"avgt","primaryMetric":{"score":1,
  "scoreConfidence":["NaN","NaN"],"scoreUnit":"ms/op"}}]
  """,
]
