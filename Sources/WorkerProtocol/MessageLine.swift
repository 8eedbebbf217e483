package import Foundation

/// How a worker writes a message: as one line of JSON.
package enum MessageLine {
  /// The line of a greeting or a reply, without its end.
  package static func encode(_ message: some Encodable) -> Data {
    // Encoding fails only for numbers that JSON cannot represent.
    (try? JSONEncoder().encode(message))
      ?? Data(#"{"failed":"The answer contains a number that is not finite."}"#.utf8)
  }
}
