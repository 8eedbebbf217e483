import Foundation

/// A copy of an executable that valgrind can read.
///
/// Older versions give up on the debug information of newer compilers, and counting functions needs
/// none: in the copy its sections carry other names, so that nobody finds them. The copy also has a
/// path of the same length whatever the original's is.
struct CountableExecutable {
  let path: String

  /// Where the libraries are that lie beside the original.
  let libraryFolder: String

  /// Copies `executable` into `folder`.
  ///
  /// - Throws: What Foundation throws when a file cannot be read or written.
  init(copying executable: String, into folder: URL) throws {
    let copy = folder.appending(path: "worker")
    var content = try Data(contentsOf: URL(filePath: executable))
    if let names = Self.sectionNames(in: content) {
      var hidden = content[names]
      while let range = hidden.range(of: Data(".debug_".utf8)) {
        hidden.replaceSubrange(range, with: Data(".hidden".utf8))
      }
      content.replaceSubrange(names, with: hidden)
    }
    try content.write(to: copy)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: copy.path)
    path = copy.path
    libraryFolder = URL(filePath: executable).deletingLastPathComponent().path
  }

  /// Where a 64-bit little-endian ELF file keeps the names of its sections; nil in any other file.
  ///
  /// Offsets are those of the ELF-64 Object File Format.
  private static func sectionNames(in content: Data) -> Range<Int>? {
    func number(at offset: Int, _ byteCount: Int) -> Int? {
      guard offset >= 0, offset <= content.count - byteCount else { return nil }
      let bytes = content[offset..<offset + byteCount]
      return Int(exactly: bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
    guard content.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]),
      let table = number(at: 0x28, 8), let entrySize = number(at: 0x3A, 2),
      let index = number(at: 0x3E, 2),
      let start = number(at: table + index * entrySize + 0x18, 8),
      let size = number(at: table + index * entrySize + 0x20, 8),
      start <= content.count, size <= content.count - start
    else { return nil }
    return start..<start + size
  }
}
