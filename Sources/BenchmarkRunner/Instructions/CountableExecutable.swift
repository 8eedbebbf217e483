import Foundation

/// A copy of an executable that valgrind can read.
///
/// Older versions of valgrind fail on the debug information of newer compilers, and counting
/// functions does not need it. The copy's debug sections have other names, so valgrind does not
/// find them. The length of the copy's path does not depend on the original's.
struct CountableExecutable {
  let path: String

  /// The original's folder, which contains its libraries.
  let libraryFolder: String

  init(copying executable: String, into folder: URL) throws {
    let copy = folder.appending(path: "worker")
    var content = try Data(contentsOf: URL(filePath: try ProgramImage.file(of: executable)))
    if let names = ExecutableImage.sectionNames(in: content) {
      var hidden = content[names]
      while let range = hidden.range(of: Data(".debug_".utf8)) {
        hidden.replaceSubrange(range, with: Data(".hidden".utf8))
      }
      content.replaceSubrange(names, with: hidden)
    }
    try content.write(to: copy)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: copy.path)
    path = copy.path
    let products = URL(filePath: executable).deletingLastPathComponent()
    libraryFolder = products.path
    // A program looks for its resources next to itself.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: libraryFolder)) ?? []
    for name in names where name.hasSuffix(".resources") || name.hasSuffix(".bundle") {
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: name), withDestinationURL: products.appending(path: name))
    }
  }
}
