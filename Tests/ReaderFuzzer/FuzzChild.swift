import Foundation
import TestSupport

/// The process that reads the inputs.
struct FuzzChild {
  /// Violations that are printed; the others are only counted.
  private static let mostPrinted = 5

  private let reader: FuzzedReader
  private let inputs: Range<Int>
  private let seed: Int
  private let progress: ProgressFile

  /// - Parameter arguments: The reader, the first input and the one after the last, the seed, the
  ///   progress file; nil for others.
  init?(_ arguments: ArraySlice<String>) {
    let words = Array(arguments)
    guard words.count == 5, let reader = FuzzedReader.all.first(where: { $0.name == words[0] }),
      let first = Int(words[1]), let end = Int(words[2]), first <= end, let seed = Int(words[3]),
      let progress = try? ProgressFile(path: words[4])
    else { return nil }
    self.reader = reader
    inputs = first..<end
    self.seed = seed
    self.progress = progress
  }

  /// Reads all inputs.
  ///
  /// - Returns: Whether every message kept the contract.
  /// - Throws: When the reader cannot be set up.
  func run() async throws -> Bool {
    progress.store(ProgressFile.seeds)
    let read = try reader.makeRead()
    for (index, valid) in reader.seeds.enumerated() {
      guard case .accepted = await read(valid) else {
        ReaderFuzzer.say("\(reader.name): seed \(index) is not accepted, so correct it")
        exit(2)
      }
    }
    var violations = 0
    for index in inputs {
      progress.store(index)
      switch await read(reader.input(seed: seed, index: index)) {
      case .accepted: progress.countAccepted()
      case .refused(nil): break
      case .refused(let message?):
        guard let violation = MessageContract.violation(of: message) else { break }
        violations += 1
        report(violation, index, number: violations)
      case .contradiction(let text):
        violations += 1
        report(text, index, number: violations)
      }
    }
    progress.store(inputs.upperBound)
    return violations == 0
  }

  private func report(_ violation: String, _ index: Int, number: Int) {
    progress.countViolation()
    guard number <= Self.mostPrinted else { return }
    ReaderFuzzer.say(
      """
      \(reader.name): input \(index): \(violation). Repeat it with: \
      scripts/fuzz \(reader.name) 1 \(seed) \(index)
      """)
  }
}
