import BenchmarkHarness
import BenchmarkModel
import BenchmarkResults
import Foundation
import Testing

@testable import BenchmarkRunner

/// Trials of workers played by scripts, whose times are always the same.
@Suite("Calibration trials")
struct CalibrationTrialsTests {
  /// A worker that lists one benchmark, whose samples take this long.
  private func worker(_ name: String, nanoseconds: Int, in folder: URL) throws -> String {
    let path = folder.appending(path: name).path
    let listed = #"""
      {"list":{"_0":{"benchmarks":[{"name":"scripted","runsByDefault":true,"tags":[],\#
      "location":{"file":"f","line":1},\#
      "work":{"benchmark":{"_0":{"operations":1,"bytesPerOperation":0,"flopsPerOperation":0,"metrics":[],"gates":[]}}}}],\#
      "problems":[],"variables":[]}}}
      """#
    let cost = #"{"medianNs":1,"p99Ns":1,"minimumNs":1}"#
    let overhead =
      #"{"overhead":{"_0":{"clockAlone":\#(cost),"threadClock":\#(cost),"allCounters":\#(cost)}}}"#
    let sample = #"{"samples":{"_0":[{"wallNs":\#(nanoseconds),"cpuNs":\#(nanoseconds)}]}}"#
    try """
    #!/bin/sh
    echo '\(ShellWorker.hello())'
    while read -r line; do
      case $line in
        '{"list"'*) echo '\(listed)';;
        '{"overhead"'*) echo '\(overhead)';;
        '{"prepare"'*) echo '{"prepared":{}}';;
        '{"calibrate"'*) echo '{"iterations":{"_0":100}}';;
        '{"sample"'*) echo '\(sample)';;
        '{"memory"'*) echo '{"memory":{"peakBytes":1}}';;
        *) echo '{"done":{}}';;
      esac
    done
    """.write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  @Test("What another order of linking changes is the ratio of the two builds' times")
  func layouts() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "framegate-tests-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let first = try worker("first", nanoseconds: 100_000, in: folder)
    var entries: [ComparisonEntry] = []
    for (name, nanoseconds) in [("second", 102_000), ("third", 125_000)] {
      // So much time that the pairs decide, and not how busy the machine is.
      var settings = LockstepSettings(
        MeasuringSettings(chosenMetrics: [.cpuTotal]), baseline: first,
        candidate: try worker(name, nanoseconds: nanoseconds, in: folder),
        timeLimit: .seconds(6_000), seed: 7)
      settings.longestLaunch = .seconds(600)
      var trials = try await CalibrationTrials(settings)
      let listed = try #require(trials.listing.benchmarks.first)
      try await trials.run(listed, injected: 0)
      entries += trials.trials.map(\.entry)
    }

    #expect(entries.map(\.verdict) == [.regressed, .regressed])
    #expect(entries.count == 2)
    for (entry, expected) in zip(entries, [0.02, 0.25]) {
      #expect(abs(try #require(entry.distance) - expected) < 1e-9)
    }
  }
}
