import Foundation

extension ResultsError {
  /// Explains a decoding error in terms of files and key paths.
  package init(_ error: DecodingError, file: String) {
    let (context, problem): (DecodingError.Context, String)
    switch error {
    case .keyNotFound(let key, let found):
      (context, problem) = (found, "'\(key.stringValue)' is missing")
    case .valueNotFound(_, let found):
      (context, problem) = (found, "it is null")
    case .typeMismatch(let type, let found):
      (context, problem) = (found, "expected \(Self.word(for: type))")
    case .dataCorrupted(let found):
      (context, problem) = (found, Self.detail(of: found))
    @unknown default:
      self = .notJSON(file: file, reason: "\(error)")
      return
    }
    guard !context.codingPath.isEmpty else {
      self =
        switch error {
        case .dataCorrupted: .notJSON(file: file, reason: problem)
        default: .invalidValue(file: file, keyPath: "the top level", problem: problem)
        }
      return
    }
    self = .invalidValue(
      file: file, keyPath: Self.text(of: context.codingPath), problem: problem)
  }

  private static func text(of path: [any CodingKey]) -> String {
    path.reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }

  private static func detail(of context: DecodingError.Context) -> String {
    guard let cause = context.underlyingError as NSError?,
      let detail = cause.userInfo[NSDebugDescriptionErrorKey] as? String
    else {
      return context.debugDescription.trimmingSuffix(".")
        + (context.underlyingError.map { " (\($0))" } ?? "")
    }
    return detail.trimmingSuffix(".")
  }

  private static func word(for type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    case is [Any].Type: "a list"
    case is [String: Any].Type: "an object"
    default: "a value of another type"
    }
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
