import Foundation
import Testing

/// What other tools recorded of commits, read by the built tool.
@Suite("Records of other tools, end to end")
struct RecordedHistoryTests {
  /// Twelve values around one level, then around another one from the seventh on.
  private static func levels(_ before: Double, _ after: Double) -> [Double] {
    let spread = [0, 0.01, -0.01, 0.005, -0.005, 0.002]
    return (spread.map { before * (1 + $0) }) + spread.map { after * (1 + $0) }
  }

  private func history(
    _ files: [String], _ options: [String] = [], in package: TemporaryPackage
  ) async throws -> Tool.Outcome {
    let run = try await Tool.misbehaving.run(
      ["history"] + options + ["--from"] + files, in: package.folder)
    #expect(run.code == 0, "\(run.output)\(run.error)")
    return run
  }

  /// A `data.js` with a commit for each value.
  private static func action(_ values: [Double], tool: String, unit: String, each: Int = 1)
    -> String
  {
    let runs = values.enumerated().map { index, value in
      """
      {"commit":{"id":"\(hash(index / each))","message":"Change \(index / each)"},
      "date":\(1_790_000_000_000 + index * 86_400_000),"tool":"\(tool)",
      "benches":[{"name":"feed","value":\(value),"unit":"\(unit)"}]}
      """
    }
    return "window.BENCHMARK_DATA = {\"entries\":{\"Linux\":[\(runs.joined(separator: ","))]}}"
  }

  private static func hash(_ index: Int) -> String {
    String(repeating: "a", count: 37) + String(format: "%03d", index)
  }

  @Test(
    "The unit of a value says whether its growth is an improvement",
    arguments: [("jmh", "ops/ms", "improved"), ("cargo", "points", "regressed")])
  func direction(tool: String, unit: String, verdict: String) async throws {
    let package = try TemporaryPackage()
    try package.write(
      Self.action(Self.levels(470, 700), tool: tool, unit: unit), to: "data.js")
    let run = try await history(["data.js"], in: package)
    #expect(run.output.contains("feed likely \(verdict) +"), "\(run.output)")
    #expect(run.output.contains("(Change 6), by mean and ranks"), "\(run.output)")
    #expect(run.output.contains("1 likely step in 12 commits of data.js."))
  }

  @Test("A step between negative values names both of them")
  func negative() async throws {
    let package = try TemporaryPackage()
    try package.write(
      Self.action(Self.levels(-50, -90), tool: "customSmallerIsBetter", unit: "delta"),
      to: "data.js")
    let run = try await history(["data.js"], in: package)
    #expect(run.output.contains("likely improved from -50.0 to -90.1 delta at"), "\(run.output)")
  }

  @Test("Several values of one commit are told and are one row")
  func several() async throws {
    let package = try TemporaryPackage()
    let values = (0..<16).map { [70_087, 115_004, 90_000, 99_000.0][$0 % 4] }
    try package.write(
      Self.action(values, tool: "pytest", unit: "iter/sec", each: 4), to: "data.js")
    let run = try await history(["data.js"], in: package)
    #expect(run.output.contains("4 rows: 4 commits on 1 machine."), "\(run.output)")
    #expect(run.output.contains("4 commits have several different values of a benchmark"))
    #expect(run.output.contains("70 087 … 115 004 iter/sec. A row shows their median."))
  }

  /// Results of asv, whose benchmark has another version from the seventh commit on.
  private static func asv(
    _ versions: (String, String), _ package: TemporaryPackage
  ) throws -> [String] {
    try package.write(
      """
      {"time_feed":{"code":"def time_feed","unit":"seconds","version":"\(versions.1)"},"version":2}
      """, to: "results/benchmarks.json")
    try package.write(
      #"{"machine":"ci","arch":"x86_64","cpu":"C","os":"L","version":1}"#,
      to: "results/ci/machine.json")
    return try levels(0.001, 0.003).enumerated().map { index, value in
      let path = "results/ci/\(hash(index).suffix(8))-py3.json"
      try package.write(
        """
        {"commit_hash":"\(hash(index))","env_name":"py3","date":\(1_790_000_000_000 + index * 1_000),
        "params":{"machine":"ci","cpu":"C"},"result_columns":["result","params","version"],
        "results":{"time_feed":[[\(value)],[],"\(index < 6 ? versions.0 : versions.1)"]},"version":2}
        """, to: path)
      return path
    }
  }

  @Test("asv: no step across versions of a benchmark, a step within one, and units from beside")
  func asvVersions() async throws {
    let package = try TemporaryPackage()
    let files = try Self.asv(("one", "two"), package) + ["results/ci/machine.json"]
    let other = try await history(files, in: package)
    #expect(other.output.contains("No likely step in 12 commits"), "\(other.output)")
    #expect(other.output.contains("other benchmark version two"), "\(other.output)")
    #expect(other.output.contains("seconds"), "\(other.output)")
    #expect(!other.error.contains("Left out"), "\(other.error)")

    let same = try await history(try Self.asv(("one", "one"), package), in: package)
    #expect(same.output.contains("time_feed likely regressed +"), "\(same.output)")
    #expect(same.output.contains("1 likely step in 12 commits"), "\(same.output)")
  }

  /// What a tool writes about one run.
  struct Format: CustomTestStringConvertible, Sendable {
    let testDescription: String

    /// The verdict on growth.
    let verdict: String

    /// What is said of its machines.
    var machines = ""
    let text: @Sendable (Double) -> String
  }

  static let formats = [
    Format(testDescription: "hyperfine", verdict: "regressed") {
      """
      {"results":[{"command":"feed","mean":\($0),"stddev":null,"median":\($0),"user":0,"system":0,
      "min":\($0),"max":\($0),"times":[\($0)],"exit_codes":[0]}]}
      """
    },
    Format(
      testDescription: "Google Benchmark", verdict: "regressed", machines: " on 1 machine"
    ) {
      """
      {"context":{"host_name":"ci","num_cpus":2,"library_build_type":"release"},"benchmarks":[
      {"name":"feed","run_name":"feed","run_type":"iteration","repetitions":2,"repetition_index":0,
      "iterations":9,"real_time":\($0),"cpu_time":\($0),"time_unit":"ns"},
      {"name":"feed","run_name":"feed","run_type":"iteration","repetitions":2,"repetition_index":1,
      "iterations":9,"real_time":\($0),"cpu_time":\($0),"time_unit":"ns"},
      {"name":"feed_mean","run_name":"feed","run_type":"aggregate","aggregate_name":"mean",
      "aggregate_unit":"time","iterations":2,"real_time":1,"cpu_time":1,"time_unit":"ns"}]}
      """
    },
    Format(testDescription: "JMH", verdict: "improved") {
      """
      [{"jmhVersion":"1.37","benchmark":"feed","mode":"thrpt","threads":1,"forks":1,
      "primaryMetric":{"score":\($0),"scoreError":"NaN","scoreConfidence":["NaN","NaN"],
      "scoreUnit":"ops/s","rawData":[[\($0)]]},"secondaryMetrics":{}}]
      """
    },
  ]

  @Test(
    "JSON of hyperfine, Google Benchmark and JMH is read in the order of the files",
    arguments: formats)
  func tools(_ format: Format) async throws {
    let package = try TemporaryPackage()
    let files = try Self.levels(10, 20).enumerated().map { index, value in
      let name = "run-\(9 - index / 4)\(index).json"
      try package.write(format.text(value), to: name)
      return name
    }
    let run = try await history(files, in: package)
    #expect(run.output.contains("feed likely \(format.verdict) +"), "\(run.output)")
    #expect(run.output.contains(" at run-86.json"), "\(run.output)")
    #expect(run.output.contains("12 rows: 12 commits\(format.machines)."), "\(run.output)")
    #expect(run.error.contains("12 records without a date: their order is that of the files"))
    for kind in ["json", "csv", "markdown", "html"] {
      _ = try await history(files, ["--format", kind, "--quiet"], in: package)
    }
  }

  @Test("A hash in a file's name tells the commit, and the repository the order")
  func names() async throws {
    let repository = try await ToyRepository()
    let log = try await repository.shell(
      """
      for n in $(seq 12); do git commit -q --allow-empty -m "Change $n"; done
      git log --reverse --format=%H -12
      """)
    let commits = log.output.split(separator: "\n").map(String.init)
    try #require(commits.count == 12)
    // Whole hashes, because short ones may have no letter among their digits.
    let files = zip(commits, Self.levels(10, 20)).map { ("\($0).json", $1) }.sorted {
      $0.0 < $1.0
    }
    for (name, value) in files {
      try Self.formats[0].text(value).write(
        to: repository.main.appending(path: String(name)), atomically: true, encoding: .utf8)
    }
    let run = try await repository.run(["history", "--from"] + files.map { String($0.0) })
    #expect(run.code == 0, "\(run.error)")
    #expect(
      run.output.contains("feed likely regressed +100.0 % at \(commits[6].prefix(12)) (Change 7)"),
      "\(run.output)")
    #expect(!run.error.contains("without a date"), "\(run.error)")
  }

  @Test(
    "A page is drawn of any value",
    arguments: ["-1e9", "0", "-0.0", "5e-324", "1.7e308", "-1.7e308", "1e-300"])
  func pages(value: String) async throws {
    let package = try TemporaryPackage()
    for rows in [1, 8] {
      let lines = (0..<rows).map { "\(1_704_250_800 + $0),\(value)" }
      try package.write((["time,m"] + lines).joined(separator: "\n") + "\n", to: "h.csv")
      for format in ["html", "text", "json"] {
        _ = try await history(["h.csv"], ["--format", format], in: package)
      }
    }
  }

  @Test("Numbers that are none are left out", arguments: ["nan", "inf", "-inf", "1e999"])
  func noNumbers(value: String) async throws {
    let package = try TemporaryPackage()
    try package.write("time,m,n\n1704250800,\(value),3\n1704250801,2,3\n", to: "h.csv")
    let run = try await history(["h.csv"], ["--format", "csv"], in: package)
    #expect(run.output.components(separatedBy: ",\"m\",").count == 2, "\(run.output)")
  }
}
