import BenchmarkModel
package import Foundation

extension JSONDecoder {
  /// Decodes content that others wrote.
  ///
  /// Swift 6.3's Foundation traps on content that ends with its 513th open bracket, instead of
  /// refusing such a depth. A space after the bracket prevents that.
  ///
  /// - Parameters:
  ///   - type: What the content describes.
  ///   - json: The content.
  ///   - mostValues: The maximum number of values to accept, or nil for the limit that the
  ///     environment sets. Decoding needs about fifty bytes for each value.
  /// - Returns: What the content describes.
  /// - Throws: ``TooManyValues``; what `decode(_:from:)` throws.
  package func decode<Value: Decodable>(
    _ type: Value.Type, fromForeign json: Data, mostValues: Int? = nil
  ) throws -> Value {
    let most = try mostValues ?? InputLimit.current.values
    guard json.hasAtMost(most) else { throw TooManyValues(most: most) }
    return try decode(
      type, from: json.last == UInt8(ascii: "[") ? json + [UInt8(ascii: " ")] : json)
  }
}

/// Content in JSON has more values than are read.
package struct TooManyValues: Error {
  package let most: Int
}

extension Data {
  /// Whether this JSON text has fewer than `count` commas, and so at most `count` values.
  fileprivate func hasAtMost(_ count: Int) -> Bool {
    guard self.count > count else { return true }
    return withUnsafeBytes { bytes in
      guard var next = bytes.baseAddress else { return true }
      let end = next + bytes.count
      for _ in 0..<count {
        guard let comma = memchr(next, Int32(UInt8(ascii: ",")), end - next) else {
          return true
        }
        next = UnsafeRawPointer(comma) + 1
      }
      return false
    }
  }
}
