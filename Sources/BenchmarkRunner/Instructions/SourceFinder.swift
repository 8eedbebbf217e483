import BenchmarkModel
import Foundation
import SystemTools

/// Finds where functions begin in source code, with the toolchain's `llvm-symbolizer`.
enum SourceFinder {
  /// The file and line of functions, as far as the executable's debug information has them.
  ///
  /// - Returns: By symbol; empty where there is no toolchain.
  static func locations(
    of symbols: [String], in executable: String
  ) async -> [String: SourceLocation] {
    guard !symbols.isEmpty else { return [:] }
    // The part of the toolchain, because older versions of other packages know only addresses.
    for program in toolchainProgram + ["llvm-symbolizer"] {
      let arguments = ["--obj=\(executable)", "--output-style=JSON", "--no-inlines"]
      guard
        let output = await Command(program, arguments + symbols.map { "CODE \($0)" }).output()
      else { continue }
      guard let answers = try? JSONDecoder().decode([Answer].self, from: Data(output.utf8)) else {
        continue
      }
      return Dictionary(
        answers.compactMap { answer in
          guard let symbol = answer.symbol, let location = answer.location else { return nil }
          return (symbol, location)
        }, uniquingKeysWith: { first, _ in first })
    }
    return [:]
  }

  /// The symbolizer in the folder of the first `swift` on the search path.
  private static var toolchainProgram: [String] {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let program = folders.first { FileManager.default.isExecutableFile(atPath: "\($0)/swift") }
      .map { "\($0)/llvm-symbolizer" }
    return [program].compactMap(\.self).filter(FileManager.default.isExecutableFile)
  }

  /// What it says of one function.
  struct Answer: Decodable {
    struct Place: Decodable {
      let file: String
      let line: Int

      private enum CodingKeys: String, CodingKey {
        case file = "FileName"
        case line = "Line"
      }
    }

    let symbol: String?
    let places: [Place]?

    private enum CodingKeys: String, CodingKey {
      case symbol = "SymName"
      case places = "Loc"
    }

    /// Nil for functions that the compiler made or that have no debug information.
    var location: SourceLocation? {
      guard let place = places?.first, place.line > 0, !place.file.isEmpty else { return nil }
      return SourceLocation(file: place.file, line: place.line)
    }
  }
}
