/// What is wrong with the marks of a frame, and where in the code.
///
/// Every message ends with what to do next.
package enum SignpostProblem: Error, Sendable {
  case leftOpen(SignpostPlace)
  case endedElsewhere(SignpostPlace)
  case endedTwice(SignpostPlace)
  case crossed(SignpostPlace, open: SignpostPlace)
  case otherName(SignpostPlace, begin: SignpostPlace)
  case tooMany(SignpostPlace)
}

extension SignpostProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .leftOpen(let begin):
      """
      the interval \(begin) begins and does not end in its frame. End every interval in the frame \
      in which it begins
      """
    case .endedElsewhere(let end):
      """
      the interval \(end) ends in a frame in which it did not begin. End every interval in the frame \
      in which it begins
      """
    case .endedTwice(let end): "the interval \(end) ends twice. End every interval once"
    case .crossed(let end, let open):
      """
      the interval \(end) ends while \(open) is open, which began inside of it. End intervals in the \
      opposite order
      """
    case .otherName(let end, let begin):
      """
      the interval \(end) ends under another name than \(begin), where it begins. Use the same name
      """
    case .tooMany(let begin):
      """
      there are more than \(SignpostStorage.mostIntervals) intervals in one frame, from \(begin) on. \
      Mark whole steps, not the elements of a loop
      """
    }
  }
}

/// A mark and its place in the code.
package struct SignpostPlace: Sendable {
  let name, file: StaticString
  let line: UInt32

  /// Whether the interval has this name; equal names may have different addresses.
  func hasName(_ other: StaticString) -> Bool {
    if name.hasPointerRepresentation, other.hasPointerRepresentation,
      name.utf8Start == other.utf8Start, name.utf8CodeUnitCount == other.utf8CodeUnitCount
    {
      return true
    }
    return "\(name)" == "\(other)"
  }
}

extension SignpostPlace: CustomStringConvertible {
  /// The name with the file and the line: `'layout' (Feed.swift:40)`.
  package var description: String { "'\(name)' (\(file):\(line))" }
}
