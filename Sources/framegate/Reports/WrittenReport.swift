import BenchmarkModel
import Foundation
import ReportText

/// What a command writes, in one of several formats.
protocol WrittenReport {
  /// The formats of the report, each with its writer, the default one first.
  static var writers: FormatWriters<Self> { get }

  /// The exit code of the command if the report could be written.
  var exit: ToolExit { get }
}

/// Passes: most reports judge nothing.
extension WrittenReport { var exit: ToolExit { .pass } }

extension WrittenReport {
  /// The formats of the report, the default one first.
  static var formats: [ReportFormat] { writers.all.map(\.format) }

  /// The report in a format.
  ///
  /// - Throws: ``NoSuchFormat``, or why it cannot be written.
  func data(_ format: ReportFormat, _ style: ReportStyle) throws -> Data {
    guard let writer = Self.writers.all.first(where: { $0.format == format }) else {
      throw NoSuchFormat(format, of: Self.formats)
    }
    return try writer.write(self, style)
  }
}

/// The formats of a kind of report, and what writes them.
struct FormatWriters<Report>: ExpressibleByDictionaryLiteral {
  typealias Writer = (Report, ReportStyle) throws -> Data

  fileprivate let all: [(format: ReportFormat, write: Writer)]

  init(dictionaryLiteral elements: (ReportFormat, Writer)...) {
    all = elements.map { (format: $0.0, write: $0.1) }
  }

  private init(_ all: [(format: ReportFormat, write: Writer)]) { self.all = all }

  /// These formats, and those that only another kind of report has.
  func adding<Other>(
    _ others: FormatWriters<Other>, of convert: @escaping (Report) throws -> Other
  ) -> Self {
    let known = Set(all.map(\.format))
    return Self(
      all
        + others.all.filter { !known.contains($0.format) }.map { other in
          (format: other.format, write: { try other.write(convert($0), $1) })
        })
  }
}

/// A report that cannot be written in some format.
struct NoSuchFormat: ToolError {
  let format: ReportFormat
  let offered: [ReportFormat]

  init(_ format: ReportFormat, of offered: [ReportFormat]) {
    self.format = format
    self.offered = offered
  }

  var exitCode: ToolExit { .wrongUsage }

  var description: String {
    "There is no '\(format.rawValue)' of this report. Choose \(offered.words)."
  }
}
