import Foundation

/// Comma-separated values as RFC 4180 describes them; a foreign text is a whole field.
package typealias CSVText = Formatted<CSVFormat>

/// A quoted field that no spreadsheet takes for a formula.
package enum CSVFormat: TextFormat {
  /// What a spreadsheet starts a formula with.
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

/// The inside of a label's quotes.
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

/// Go's format of benchmark results, which benchstat reads; a foreign text is a part of a name.
package typealias BenchstatText = Formatted<BenchstatFormat>

/// A part of a name: what separates names, parts and values is percent-encoded.
package enum BenchstatFormat: TextFormat {
  package static func escape(_ text: String) -> String {
    var name = ""
    for byte in text.utf8 {
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        scalar.isASCII
        && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || "._-".unicodeScalars.contains(scalar))
      if isPlain {
        name.unicodeScalars.append(scalar)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        name += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    // A number at the end would be taken for that of the processors.
    let end = name.lastIndex(of: "-")
    guard let end, end != name.index(before: name.endIndex),
      name[name.index(after: end)...].allSatisfy(\.isNumber)
    else { return name }
    return name.replacingCharacters(in: end...end, with: "%2D")
  }
}

extension BenchstatText {
  /// A line that describes the machine or the code.
  package static func configuration(_ key: StaticString, _ value: String) -> BenchstatText {
    BenchstatText(escaped: "\(key): \(TerminalText(foreign: value).content)\n")
  }
}

extension Formatted {
  /// A number as programs read it: with all its digits, `.` for decimals, and nothing between
  /// thousands.
  package static func number(_ value: Double) -> Formatted {
    Formatted(
      escaped: value.rounded() == value && value.magnitude < 1e15 ? "\(Int64(value))" : "\(value)")
  }

  package static func number(_ value: Int) -> Formatted { Formatted(escaped: "\(value)") }
}
