package import Foundation

/// The lines that another process writes, which arrive in pieces of any length.
package struct ReceivedLines {
  private var bytes = Data()

  /// Where to search for the end of the next line; there is none before this index.
  private var searched = 0

  package init() {}

  /// How many bytes have arrived that have not been taken as lines.
  package var count: Int { bytes.count }

  package mutating func append(_ piece: UnsafeRawBufferPointer) { bytes.append(contentsOf: piece) }

  /// Takes the next line, without its end, or returns nil until it has arrived.
  package mutating func next() -> Data? {
    guard let newline = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.endIndex
      return nil
    }
    defer {
      bytes = Data(bytes[(newline + 1)...])
      searched = 0
    }
    return bytes[..<newline]
  }
}
