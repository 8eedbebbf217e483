import Foundation
import TrialFigures
import Workloads

/// The commands of `truth`, which `scripts/trial-verdicts` runs.
@main
struct TruthTool {
  private static let usage = """
    usage: truth time REGEX SECONDS
             prints the shortest times of what matches, as JSON
           truth ratios BASE CHANGE REGEX SECONDS ROUNDS
             runs 'time' of two builds of this tool alternately; prints how the times changed, as JSON
           truth judge FOLDER
             judges the comparisons <change>.<number>.json of the folder by <change>.truth, whose times
             in seconds are <change>.<number>.seconds
           truth count FILE...
             counts the verdicts of comparisons
           truth kinds FILE...
             counts the right and wrong verdicts of calibrations; a file has the name of the kind

    """

  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      fail("Error: \(error)\n", code: 1)
    }
  }

  private static func run(_ arguments: [String]) throws {
    switch (arguments.first, arguments.count) {
    case ("time", 3):
      guard let seconds = Double(arguments[2]) else { break }
      return try printJSON(times(of: Regex(arguments[1]), seconds: seconds))
    case ("ratios", 6):
      guard let rounds = Int(arguments[5]), rounds > 0 else { break }
      return try printJSON(
        ratios(arguments[1], arguments[2], times: Array(arguments[3...4]), rounds: rounds))
    case ("judge", 2):
      return try judge(URL(filePath: arguments[1]))
    case ("count", 2...):
      return try count(arguments.dropFirst().map { URL(filePath: $0) })
    case ("kinds", 2...):
      return try countKinds(arguments.dropFirst().map { URL(filePath: $0) })
    default:
      break
    }
    fail(usage, code: 64)
  }

  private static func fail(_ message: String, code: Int32) -> Never {
    FileHandle.standardError.write(Data(message.utf8))
    exit(code)
  }

  private static func printJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    FileHandle.standardOutput.write(try encoder.encode(value) + Data("\n".utf8))
  }
}

/// The times by name, in nanoseconds: one for a benchmark, one per frame for a scenario.
typealias Times = [String: [Double]]

extension TruthTool {
  /// The rate at which scenarios are timed.
  private static let hertz = 60

  private static func times(of pattern: Regex<AnyRegexOutput>, seconds: Double) throws -> Times {
    var times: Times = [:]
    // The sum is used below, so that the optimizer keeps the work.
    var sum = 0
    for operation in TimedOperation.all where operation.name.contains(pattern) {
      let work = operation.prepare()
      times[operation.name] = [TruthClock.shortest(within: seconds) { sum &+= work() }]
    }
    for animation in Animation.all where animation.name.contains(pattern) {
      let count = animation.frameCount(hertz: hertz)
      times[animation.name] = TruthClock.shortest(within: seconds, frames: count) {
        let render = animation.prepare()
        return { frame in sum &+= render(frame, count) }
      }
    }
    if sum == .min { fail("The sum of all results is \(sum).\n", code: 1) }
    return times
  }

  private static func ratios(
    _ base: String, _ change: String, times arguments: [String], rounds: Int
  ) throws -> [String: Truth] {
    var found: [String: [Truth.Round]] = [:]
    for round in 0..<rounds {
      // The builds take turns in going first.
      let isBaseFirst = round.isMultiple(of: 2)
      let first = try run(isBaseFirst ? base : change, arguments)
      let second = try run(isBaseFirst ? change : base, arguments)
      for (name, times) in isBaseFirst ? first : second {
        guard let changed = (isBaseFirst ? second : first)[name], changed.count == times.count
        else { continue }
        found[name, default: []].append(Truth.Round(base: times, change: changed))
      }
    }
    return found.mapValues(Truth.init)
  }

  private static func run(_ tool: String, _ arguments: [String]) throws -> Times {
    let process = Process()
    process.executableURL = URL(filePath: tool)
    process.arguments = ["time"] + arguments
    // With a random seed, the order and the collisions of a set would differ in every process.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      fail("Error: '\(tool) time' failed. Run it by itself to see why.\n", code: 1)
    }
    return try JSONDecoder().decode(Times.self, from: data)
  }
}

extension TruthTool {
  private static func judge(_ folder: URL) throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).sorted { $0.path < $1.path }
    var table = TrialTable(
      ["change", "benchmark", "truth", "slowest frames"],
      counting: Truth.Finding.allCases.map(\.rawValue))
    for file in files where file.pathExtension == "truth" {
      let change = file.deletingPathExtension().lastPathComponent
      let truths = try JSONDecoder().decode([String: Truth].self, from: Data(contentsOf: file))
      for (name, truth) in truths.sorted(by: { $0.key < $1.key }) {
        let key = [change, name, text(truth.whole), truth.slowestFrames.map(text) ?? ""]
        for comparison in files where isComparison(comparison, of: change) {
          let seconds = try? String(
            contentsOf: comparison.deletingPathExtension().appendingPathExtension("seconds"),
            encoding: .utf8)
          table.count(
            judgement(of: name, in: comparison, truth).rawValue, in: key,
            seconds: seconds.flatMap { Double($0.trimmingCharacters(in: .whitespacesAndNewlines)) })
        }
      }
    }
    FileHandle.standardOutput.write(Data(table.text.utf8))
  }

  private static func isComparison(_ file: URL, of change: String) -> Bool {
    file.pathExtension == "json" && file.lastPathComponent.hasPrefix("\(change).")
  }

  /// The judgement of a benchmark's time; also `none` if the comparison failed and left no report.
  private static func judgement(of name: String, in file: URL, _ truth: Truth) -> Truth.Finding {
    guard let comparison = try? ComparisonFile(file) else { return .none }
    for entry in comparison.entries where entry.benchmark == name {
      guard let threshold = entry.timeThreshold else { continue }
      return truth.judgement(of: entry.verdict, threshold: threshold)
    }
    return .none
  }

  private static func text(_ ratio: Truth.Ratio) -> String {
    "\(change(ratio.middle)) (\(change(ratio.low)) … \(change(ratio.high)))"
  }

  private static func change(_ ratio: Double) -> String {
    String(format: "%+.1f %%", (ratio - 1) * 100)
  }

  private static func count(_ files: [URL]) throws {
    var table = TrialTable(
      ["benchmark", "metric"],
      counting: ["regressed", "improved", "unchanged", "inconclusive", "missing"])
    for file in files {
      for entry in try ComparisonFile(file).entries {
        table.count(entry.verdict, in: [entry.benchmark, entry.measure])
      }
    }
    FileHandle.standardOutput.write(Data(table.text.utf8))
  }

  private static func countKinds(_ files: [URL]) throws {
    var table = TrialTable(
      ["kind", "code"], counting: Truth.Finding.allCases.map(\.rawValue))
    for file in files {
      let kind = String(file.lastPathComponent.prefix { $0 != "." })
      let calibration = try CalibrationFile(file)
      for (code, counts) in calibration.judgements {
        for (judgement, count) in counts {
          for _ in 0..<count {
            table.count(
              judgement.rawValue, in: [kind, code], seconds: calibration.secondsPerComparison)
          }
        }
      }
    }
    FileHandle.standardOutput.write(Data(table.text.utf8))
  }
}
