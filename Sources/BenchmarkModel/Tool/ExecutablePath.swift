import Foundation

/// The file of this process's program.
package enum ExecutablePath {
  /// Its path, or nil if the system does not report it or it is not UTF-8, which crashes Foundation
  /// on Linux.
  package static var current: String? {
    #if os(Linux)
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = readlink("/proc/self/exe", &bytes, bytes.count)
      guard count > 0, count < bytes.count else { return nil }
      let text = String(decoding: bytes[..<count], as: UTF8.self)
      return text.utf8.elementsEqual(bytes[..<count]) ? text : nil
    #else
      return Bundle.main.executablePath
    #endif
  }
}
