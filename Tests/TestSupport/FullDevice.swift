import Foundation

/// The device of Linux that refuses every byte, as a full disk does.
package enum FullDevice {
  package static let path = "/dev/full"

  package static let exists = FileManager.default.fileExists(atPath: path)
}
