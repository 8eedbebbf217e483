import Foundation

/// Breaks compact JSON into lines at its outer levels only.
///
/// A diff then shows which benchmark changed, and a list of frames still takes one line.
struct JSONLayout {
  /// Brackets nested deeper than this stay on their line.
  let brokenLevels: Int

  /// `compact` with line breaks, ending in a newline.
  func layOut(_ compact: Data) -> Data {
    var output = Data(capacity: compact.count + compact.count / 16)
    var state = Scanner()
    for (index, byte) in compact.enumerated() {
      if state.isInString {
        output.append(byte)
        state.stepInString(byte)
        continue
      }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        output.append(byte)
        state.depth += 1
        let next = compact[compact.startIndex + min(index + 1, compact.count - 1)]
        state.isEmptyBracket = next == byte + 2
        if !state.isEmptyBracket { breakLine(&output, at: state.depth) }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if !state.isEmptyBracket {
          breakLine(&output, at: state.depth, indentedTo: state.depth - 1)
        }
        state.isEmptyBracket = false
        state.depth -= 1
        output.append(byte)
      case UInt8(ascii: ","):
        output.append(byte)
        breakLine(&output, at: state.depth)
      default:
        if byte == UInt8(ascii: "\"") { state.isInString = true }
        output.append(byte)
      }
    }
    output.append(UInt8(ascii: "\n"))
    return output
  }

  private func breakLine(_ output: inout Data, at depth: Int, indentedTo level: Int? = nil) {
    guard depth <= brokenLevels else { return }
    output.append(UInt8(ascii: "\n"))
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: level ?? depth))
  }

  private struct Scanner {
    var depth = 0
    var isInString = false
    var isEscaped = false
    var isEmptyBracket = false

    mutating func stepInString(_ byte: UInt8) {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      }
    }
  }
}
