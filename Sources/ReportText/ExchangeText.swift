import Foundation

/// Comma-separated values as RFC 4180 describes them; a foreign text is a whole field.
package typealias CSVText = Formatted<CSVFormat>

/// Makes a quoted field that no spreadsheet takes for a formula.
package enum CSVFormat: TextFormat {
  /// The characters with which a formula of a spreadsheet may start.
  private static let formulas: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "|", "%"]

  package static func escape(_ text: String) -> String {
    let shown = ForeignText.escape(text) { text, index in text[index] == "\"" ? "\"\"" : nil }
    let start = text.unicodeScalars.first {
      !$0.properties.isWhitespace || $0 == "\t" || $0 == "\r"
    }
    let guarded = start.map(formulas.contains) ?? false
    return "\"\(guarded ? "'" : "")\(shown)\""
  }
}

/// The exposition format of OpenMetrics 1.0; a foreign text is the value of a label.
package typealias OpenMetricsText = Formatted<OpenMetricsFormat>

/// Escapes the text inside a label's quotes.
package enum OpenMetricsFormat: TextFormat {
  package static func escape(_ text: String) -> String {
    ForeignText.escape(text, obeyed: { "\\" + ForeignText.visible($0) }) { text, index in
      switch text[index] {
      case "\\": "\\\\"
      case "\"": "\\\""
      default: nil
      }
    }
  }
}

extension Formatted {
  /// A number for programs: with all its digits, a decimal point, and no thousands separators.
  package static func number(_ value: Double) -> Formatted {
    Formatted(
      escaped: value.rounded() == value && value.magnitude < 1e15 ? "\(Int64(value))" : "\(value)")
  }

  package static func number(_ value: Int) -> Formatted { Formatted(escaped: "\(value)") }
}
