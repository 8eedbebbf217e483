import BenchmarkModel
import Foundation

extension ResultsError {
  /// Explains a decoding error in terms of files and key paths.
  package init(_ error: DecodingError, file: String) {
    func invalid(_ context: DecodingError.Context, _ problem: String) -> ResultsError {
      let path = context.codingPath.text
      return .invalidValue(
        file: file, keyPath: path.isEmpty ? "the top level" : path, problem: problem)
    }
    switch error {
    case .keyNotFound(let key, let context):
      self = invalid(context, "'\(key.stringValue)' is missing")
    case .valueNotFound(_, let context): self = invalid(context, "it is null")
    case .typeMismatch(let type, let context):
      self = invalid(context, "expected \(Self.word(for: type))")
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      self = .notJSON(file: file, reason: Self.detail(of: context))
    case .dataCorrupted(let context): self = invalid(context, Self.detail(of: context))
    @unknown default:
      self = .notJSON(file: file, reason: "\(error)")
    }
  }

  private static func detail(of context: DecodingError.Context) -> String {
    guard let cause = context.underlyingError as NSError?,
      let detail = cause.userInfo[NSDebugDescriptionErrorKey] as? String
    else {
      let description = context.debugDescription
      let cause = context.underlyingError.map { "\($0)" }
      return description.withoutFullStop
        + (cause.map { $0 == description ? "" : " (\($0))" } ?? "")
    }
    return detail.withoutFullStop
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
