import BenchmarkModel
import Foundation
import WorkerClient

/// Finds where functions begin in source code, with the toolchain's `llvm-symbolizer`.
enum SourceFinder {
  /// The file and line of functions, as far as the executable's debug information has them.
  ///
  /// - Returns: By symbol; empty if there is no toolchain.
  static func locations(
    of symbols: [String], in executable: String
  ) async -> [String: SourceLocation] {
    guard !symbols.isEmpty else { return [:] }
    let answers = await ask(executable, "--no-inlines", symbols.map { "CODE \($0)" })
    return Dictionary(
      answers.compactMap { answer in
        guard let symbol = answer.symbol, let location = answer.location else { return nil }
        return (symbol, location)
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The functions at addresses of a program or library: one for every address and, before it,
  /// those that were inlined there, innermost first.
  ///
  /// - Returns: As many as `addresses`; nothing where there is no toolchain.
  static func functions(at addresses: [UInt64], in file: String) async -> [[Answer.Function]] {
    guard !addresses.isEmpty else { return [] }
    let answers = await ask(
      file, "--no-demangle", addresses.map { "0x" + String($0, radix: 16) })
    return answers.count == addresses.count ? answers.map { $0.functions ?? [] } : []
  }

  /// The answers of the first symbolizer that understands the question; empty without one.
  private static func ask(_ file: String, _ option: String, _ lines: [String]) async -> [Answer] {
    // The toolchain's own first: older ones from other packages look up addresses only.
    let own = [SearchPath.toolchainProgram(named: "llvm-symbolizer")].compactMap(\.self)
    for program in own + ["llvm-symbolizer"] {
      var command = Command(program, ["--obj=\(file)", "--output-style=JSON", option])
      command.input = lines.joined(separator: "\n") + "\n"
      guard let output = await command.output() else { continue }
      let decoder = JSONDecoder()
      let answers = output.split(separator: "\n").compactMap {
        try? decoder.decode(Answer.self, from: Data($0.utf8))
      }
      if !answers.isEmpty { return answers }
    }
    return []
  }

  /// What the symbolizer answers about one address, or about one symbol.
  struct Answer: Decodable {
    struct Function: Decodable {
      /// As the linker knows it; empty if it is unknown.
      let symbol: String

      /// The line, and the line at which the function begins; 0 if unknown.
      let line, firstLine: Int
      private let path, firstPath: String

      private enum CodingKeys: String, CodingKey {
        case symbol = "FunctionName"
        case path = "FileName"
        case line = "Line"
        case firstPath = "StartFileName"
        case firstLine = "StartLine"
      }

      /// The file; nil for code that the compiler generated, or if it is unknown.
      var file: String? { [path, firstPath].first { !$0.isEmpty && !$0.hasSuffix(">") } }
    }

    /// The functions at an address.
    let functions: [Function]?

    /// The symbol that was asked about, and where its function begins.
    let symbol: String?
    private let places: [Function]?

    private enum CodingKeys: String, CodingKey {
      case functions = "Symbol"
      case symbol = "SymName"
      case places = "Loc"
    }

    /// Nil for functions that the compiler made or that have no debug information.
    var location: SourceLocation? {
      guard let place = places?.first, place.line > 0, let file = place.file else { return nil }
      return SourceLocation(file: file, line: place.line)
    }
  }
}
