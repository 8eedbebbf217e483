import Foundation

/// Runs one reader on a range of inputs in child processes, and continues after each one that ends
/// badly.
struct FuzzCampaign {
  /// What a campaign found.
  struct Result {
    let summary: String
    let findings: Int
  }

  /// The longest time for one input, in seconds; readers need less than a thousandth of it.
  private static let longestSeconds = 20.0

  /// A campaign ends after this many inputs that ended a child.
  private static let mostEnds = 10

  let reader: FuzzedReader
  let inputs: Range<Int>
  let seed: Int

  /// Reads all inputs.
  ///
  /// - Returns: How many there were, and what was found.
  /// - Throws: When no child can be started.
  func run() throws -> Result {
    let start = Date()
    let progress = try ProgressFile()
    var first = inputs.lowerBound
    var end = inputs.upperBound
    var ends = 0
    while first < inputs.upperBound, ends < Self.mostEnds {
      progress.store(first)
      guard let problem = try child(from: first, progress) else { break }
      ends += 1
      // Every further child would end in the same way.
      if progress.input == ProgressFile.seeds {
        ReaderFuzzer.say("\(reader.name): reading its seeds \(problem)")
        end = first
        break
      }
      first = progress.input
      try report(problem, first)
      first += 1
    }
    let findings = ends + progress.violations
    let seconds = Date().timeIntervalSince(start)
    let count = (ends < Self.mostEnds ? end : first) - inputs.lowerBound
    return Result(
      summary: """
        \(reader.name): \(count) inputs from seed \(seed), \(progress.accepted) accepted, \
        \(findings) findings, \(String(format: "%.1f", seconds)) s
        """,
      findings: findings)
  }

  /// Runs a child until it ends.
  ///
  /// - Returns: How it ended badly, or nil if it read all inputs.
  private func child(from first: Int, _ progress: ProgressFile) throws -> String? {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).absoluteURL
    process.currentDirectoryURL = progress.folder
    process.arguments = [
      "--child", reader.name, "\(first)", "\(inputs.upperBound)", "\(seed)", progress.path,
    ]
    // A backtrace of an optimized build says little and takes seconds.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    try process.run()
    var last = (input: first, since: Date())
    while process.isRunning {
      usleep(20_000)
      if progress.input != last.input { last = (progress.input, Date()) }
      if Date().timeIntervalSince(last.since) > Self.longestSeconds {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return "takes more than \(Int(Self.longestSeconds)) s"
      }
    }
    switch process.terminationReason {
    case .uncaughtSignal: return "ends the process with signal \(process.terminationStatus)"
    case .exit:
      // A reader may end the process with the code of a child that has read all.
      let isAtEnd = progress.input == inputs.upperBound && process.terminationStatus <= 1
      return isAtEnd ? nil : "exits with \(process.terminationStatus)"
    @unknown default: return "ends in an unknown way"
    }
  }

  /// Says which input it was, and keeps its bytes.
  private func report(_ problem: String, _ index: Int) throws {
    let folder = URL(filePath: ".build/fuzz", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "\(reader.name)-\(seed)-\(index)")
    try Data(reader.input(seed: seed, index: index)).write(to: file)
    ReaderFuzzer.say(
      """
      \(reader.name): input \(index) \(problem). It is in \(file.relativePath); repeat it with: \
      scripts/fuzz \(reader.name) 1 \(seed) \(index)
      """)
  }
}
