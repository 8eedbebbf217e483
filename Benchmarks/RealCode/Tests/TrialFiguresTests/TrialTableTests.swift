import Foundation
import Testing
import TrialFigures

@Suite("Trial tables")
struct TrialTableTests {
  @Test("Counts, and shows the median of the seconds")
  func text() {
    var table = TrialTable(["benchmark"], counting: ["right", "wrong"])
    table.count("right", in: ["a"], seconds: 1)
    table.count("right", in: ["a"], seconds: 2)
    table.count("wrong", in: ["longer"], seconds: 10)
    table.count("other", in: ["longer"], seconds: 20)

    #expect(
      table.text == """
        benchmark  right  wrong  seconds
        a              2      0      1.5
        longer         0      1     15.0

        """)
  }

  /// Writes a text to a file, lets `body` read it, and removes it.
  private static func withFile<Value>(
    _ text: String, _ body: (URL) throws -> Value
  ) throws -> Value {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(text.utf8).write(to: file)
    return try body(file)
  }

  @Test(
    "Reads the counts of a calibration, also one without a duration",
    arguments: ["1.5", #"{"unavailable": "nothing was compared"}"#])
  func calibration(seconds: String) throws {
    let json = """
      {"inject": 0.05, "trials": 9, "falseAlarms": 1, "unchanged": 6, "inconclusive": 2,
       "detected": 5, "injectedInconclusive": 3, "secondsPerComparison": \(seconds)}
      """

    let calibration = try Self.withFile(json, CalibrationFile.init)

    #expect(calibration.secondsPerComparison == Double(seconds))
    #expect(calibration.judgements.map(\.code) == ["identical", "+5 % work"])
    #expect(
      calibration.judgements.map(\.counts) == [
        [.right: 6, .wrong: 1, .inconclusive: 2], [.right: 5, .wrong: 1, .inconclusive: 3],
      ])
  }

  @Test("Reads times and counters of a comparison")
  func comparison() throws {
    let json = """
      {"entries": [
        {"benchmark": "a", "metric": "cpuTotal", "threshold": 0.02, "verdict": "regressed"},
        {"benchmark": "a", "metric": "mallocCountTotal", "verdict": "unchanged"},
        {"benchmark": "b", "metric": "work", "rateHz": 60, "verdict": "inconclusive"},
        {"benchmark": "c", "verdict": "unchanged"}
      ]}
      """

    let entries = try Self.withFile(json, ComparisonFile.init).entries

    #expect(entries.map(\.timeThreshold) == [0.02, nil, 0.01, 0.01])
    #expect(entries.map(\.measure) == ["cpuTotal", "mallocCountTotal", "work 60 Hz", "all"])
  }
}
