import ArgumentParser
import BenchmarkModel
import ReportText

/// A value that is written as text on the command line.
protocol ArgumentText: Sendable {
  init(argument text: String) throws
}

extension ArgumentText where Self: CaseIterable & RawRepresentable<String> {
  init(argument text: String) throws {
    guard let value = Self(rawValue: text) else {
      throw CommandError(
        "'\(text)' is not a choice. Choose one of \(Self.allCases.map(\.rawValue).joined(separator: ", "))."
      )
    }
    self = value
  }

  /// All values, for help pages.
  static var words: String { allCases.map(\.rawValue).joined(separator: " or ") }
}

/// An argument that can explain why its text is malformed.
///
/// `ExpressibleByArgument` alone only says that a value is invalid.
struct Checked<Value: ArgumentText>: ExpressibleByArgument, Sendable {
  private let result: Result<Value, any Error>

  let text: String

  init(_ text: String) {
    result = Result { try Value(argument: text) }
    self.text = text
  }

  init?(argument: String) { self.init(argument) }

  var defaultValueDescription: String { text }

  var value: Value {
    get throws {
      do {
        return try result.get()
      } catch {
        throw ValidationError((error as? any ToolError)?.message ?? String(describing: error))
      }
    }
  }
}

extension ArgumentHelp {
  /// Help for an option, which calls its value `name`.
  static func value(
    _ name: String, _ text: String, isHidden: Bool = false
  ) -> ArgumentHelp {
    ArgumentHelp(text, valueName: name, visibility: isHidden ? .hidden : .default)
  }

  /// A number as people write it: `5` rather than `5.0`.
  static func number(_ number: some Comparable) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension ValidationError {
  /// Refuses a number outside of a range, such as `'--time' must be between 0.1 and 3600 seconds`.
  static func check<Number>(
    _ value: Number?, in range: ClosedRange<Number>, _ option: String, _ unit: String = ""
  ) throws {
    guard let value, !range.contains(value) else { return }
    throw ValidationError(
      """
      '\(option)' must be between \(ArgumentHelp.number(range.lowerBound)) and \
      \(ArgumentHelp.number(range.upperBound))\(unit.isEmpty ? "" : " \(unit)"), got \(value).
      """)
  }
}
