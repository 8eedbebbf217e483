import Foundation

/// Runs readers of foreign files and texts on damaged inputs; `scripts/fuzz` builds and starts it.
///
///     ReaderFuzzer [READER|all|damage|shapes [COUNT [SEED [FIRST]]]]
///
/// A child process per reader does the work, so that a trap, a hang or an exhausted stack is a
/// finding about one input and not the end.
@main
struct ReaderFuzzer {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "--child" {
      guard let child = FuzzChild(arguments.dropFirst()) else { exit(64) }
      exit(try await child.run() ? 0 : 1)
    }
    guard let campaigns = campaigns(arguments) else {
      let names = FuzzedReader.all.map(\.name).joined(separator: ", ")
      say(
        """
        usage: scripts/fuzz [READER|all|damage|shapes [COUNT [SEED [FIRST]]]]; readers: \(names)
        """)
      exit(64)
    }
    var isClean = true
    for campaign in campaigns {
      let result = try campaign.run()
      say(result.summary)
      isClean = isClean && result.findings == 0
    }
    exit(isClean ? 0 : 1)
  }

  /// One campaign per reader that the arguments name, or nil for arguments that cannot be
  /// understood.
  private static func campaigns(_ arguments: [String]) -> [FuzzCampaign]? {
    let name = arguments.first ?? "all"
    let readers = FuzzedReader.all.filter { reader in
      switch name {
      case "all": true
      case "damage": !reader.isShaped
      case "shapes": reader.isShaped
      default: reader.name == name
      }
    }
    let numbers = arguments.dropFirst().map { Int($0) }
    guard !readers.isEmpty, numbers.count <= 3, numbers.allSatisfy({ $0 ?? -1 >= 0 }) else {
      return nil
    }
    func number(_ index: Int) -> Int? { index < numbers.count ? numbers[index] : nil }
    return readers.map { reader in
      let first = number(2) ?? 0
      return FuzzCampaign(
        reader: reader, inputs: first..<first + (number(0) ?? 10_000), seed: number(1) ?? 1)
    }
  }

  /// Prints a line to standard error.
  static func say(_ text: String) {
    FileHandle.standardError.write(Data("fuzz: \(text)\n".utf8))
  }
}
