package import BenchmarkModel
import ReportText

/// A place in a text; lines, and the bytes of a line, are numbered from 1.
package struct TextPlace: Hashable, Sendable {
  package let line, column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// Why a text cannot be parsed, in any format.
///
/// Every message ends with what to do next.
package enum TextError: Error, Hashable, Sendable {
  case noInflater
  case damagedCompression(String)
  case expandsTooFar
  case malformed(line: Int, column: Int, _ problem: String)
  case missingColumn(String, line: Int)
}

extension TextError {
  package static func malformed(at place: TextPlace, _ problem: String) -> TextError {
    .malformed(line: place.line, column: place.column, problem)
  }
}

extension TextError: ToolError {
  package var exitCode: ToolExit { .couldNotRun }

  package var description: String {
    switch self {
    case .noInflater:
      "It is compressed, and this system has no zlib. Expand it with 'gzip -d' first."
    case .damagedCompression(let problem):
      "It is compressed and damaged: \(problem). Copy it again."
    case .expandsTooFar:
      """
      It expands to more than a hundred times its size, or to more than 512 MB. Expand it with 'gzip -d' \
      if you trust it.
      """
    case .malformed(let line, let column, let problem):
      "Line \(line), column \(column) is invalid: \(problem). Record or export the file again."
    case .missingColumn(let name, let line):
      """
      The header in line \(line) has no column '\(name)'. Record again with all columns of the \
      format.
      """
    }
  }
}
