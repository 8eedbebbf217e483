package import Foundation

/// The checkout of this package.
package enum Checkout {
  package static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// A file or folder of it, as a path from the top.
  package static func url(_ path: String) -> URL { folder.appending(path: path) }
}
