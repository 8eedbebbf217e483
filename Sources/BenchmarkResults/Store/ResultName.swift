import BenchmarkModel
import ReportText

/// The name of a stored result: one path component that is safe in every shell and file system.
package struct ResultName: Hashable, Sendable {
  /// The longest name in UTF-8 bytes.
  package static let longest = 100

  package let text: String

  /// Checks a name.
  ///
  /// - Throws: ``ResultsError/invalidName(name:problem:)`` for a name that is empty or hidden, has
  ///   a slash or a control character, or looks like a file or an option.
  package init(_ text: String) throws(ResultsError) {
    if let problem = Self.problem(with: text) { throw .invalidName(name: text, problem: problem) }
    self.text = text
  }

  private static func problem(with text: String) -> String? {
    if text.isEmpty { return "it is empty" }
    if text.utf8.count > longest { return "it is longer than \(longest) bytes" }
    if text.contains(where: { $0 == "/" || $0 == "\\" }) { return "it contains a slash" }
    if text.hasPrefix(".") { return "it starts with a dot" }
    if text.hasPrefix("-") { return "it starts with a dash, like an option" }
    if text.contains(":") { return "it contains a colon" }
    if text.lowercased().hasSuffix(".json") { return "it ends in .json, like a file" }
    if text.unicodeScalars.contains(where: \.isControl) {
      return "it contains a control character"
    }
    if text.first?.isWhitespace == true || text.last?.isWhitespace == true {
      return "it starts or ends with a space"
    }
    return nil
  }
}
