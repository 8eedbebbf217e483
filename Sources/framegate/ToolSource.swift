import Foundation

/// Where the tool was built.
enum ToolSource {
  /// The folder of Framegate's package, if it is still there.
  static let folder: URL? = {
    var folder = URL(filePath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    let manifest = folder.appending(path: "Package.swift")
    return FileManager.default.fileExists(atPath: manifest.path) ? folder : nil
  }()
}
