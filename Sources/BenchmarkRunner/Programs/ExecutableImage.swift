package import Foundation

/// The parts of an executable file that tell builds apart.
///
/// Reads 64-bit little-endian ELF files.
package struct ExecutableImage: Hashable, Sendable {
  /// What the system loads into memory, by section name: code, constants, initial values, and the
  /// names and places of what is linked when it starts.
  ///
  /// Debug information and build identifiers are left out, because they differ between builds of
  /// the same code.
  private let loaded: [String: Data]

  /// Hashes of the modules' sources, which no code reads: they differ even if only a comment does.
  private static let hashOfSources = ".swift_modhash"

  /// Reads a file's content, or nil for another kind of file, or a damaged one.
  package init?(_ file: Data) {
    guard let table = SectionTable(file) else { return nil }
    var loaded: [String: Data] = [:]
    for section in table.sections {
      guard let section else { return nil }
      guard section.isLoaded else { continue }
      guard let content = file.bytes(section.content), let name = table.name(of: section) else {
        return nil
      }
      if name != Self.hashOfSources { loaded[name] = content }
    }
    guard loaded[".text"] != nil else { return nil }
    self.loaded = loaded
  }
}

extension ExecutableImage {
  /// Reads an executable, or nil for another kind of file.
  package init?(path: String) {
    guard let file = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped) else {
      return nil
    }
    self.init(file)
  }

  /// Whether both files are executables with the same code; false if that cannot be determined.
  package static func areEqual(_ first: String, _ second: String) -> Bool {
    guard let first = ExecutableImage(path: first), let second = ExecutableImage(path: second)
    else { return false }
    return first == second
  }

  /// Whether an executable may load other code than an equal one in another folder.
  package static func loadsLibraries(besides path: String) -> Bool {
    ExecutableImage(path: path)?
      .loadsLibraries(from: URL(filePath: path).deletingLastPathComponent()) ?? true
  }

  /// The folders in which the system looks for libraries before its own, as they are written in the
  /// file: absolute, or from `$ORIGIN`, the folder of the executable.
  package var libraryPaths: [String] {
    dynamicTexts(tagged: [.libraryPath, .olderLibraryPath])
      .flatMap { $0.split(separator: ":").map(String.init) }
  }

  /// Whether it loads a library that was built beside it.
  ///
  /// - Parameter folder: The executable's folder.
  /// - Returns: Whether one of the libraries that it needs is there.
  fileprivate func loadsLibraries(from folder: URL) -> Bool {
    let origins = ["$ORIGIN", "${ORIGIN}"]
    let folders = libraryPaths.compactMap { path in
      origins.first(where: path.hasPrefix).map { folder.path + path.dropFirst($0.count) }
    }
    return dynamicTexts(tagged: [.neededLibrary]).contains { name in
      folders.contains { FileManager.default.fileExists(atPath: "\($0)/\(name)") }
    }
  }

  /// The tags of entries in `.dynamic` whose value is an offset in `.dynstr`.
  private enum DynamicTag: Int64 {
    case neededLibrary = 1
    case olderLibraryPath = 15
    case libraryPath = 29
  }

  private func dynamicTexts(tagged tags: Set<DynamicTag>) -> [String] {
    guard let entries = loaded[".dynamic"], let texts = loaded[".dynstr"] else { return [] }
    return stride(from: 0, to: entries.count, by: 16).compactMap { place in
      guard let tag: Int64 = entries.value(at: place), let known = DynamicTag(rawValue: tag),
        tags.contains(known), let value: UInt64 = entries.value(at: place + 8),
        let offset = Int(exactly: value), offset < texts.count
      else { return nil }
      return String(decoding: texts.dropFirst(offset).prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// What the system loads, by the name of the section.
  var sections: [(name: String, content: Data)] {
    loaded.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Where the file keeps the names of its sections, or nil for another kind of file.
  package static func sectionNames(in file: Data) -> Range<Int>? { SectionTable(file)?.names }
}

/// The section headers of an ELF file.
///
/// The ELF-64 Object File Format defines the offsets.
private struct SectionTable {
  struct Section {
    /// Offset of its name in the table of names.
    let name: Int

    /// Whether the system loads it.
    let isLoaded: Bool

    /// Its bytes in the file.
    let content: Range<Int>
  }

  /// Nil if a header is damaged.
  let sections: [Section?]

  /// The bytes of the table of names.
  let names: Range<Int>

  private let file: Data

  private static let headerSize = 64
  /// A build identifier, and properties that the linker writes.
  private static let note: UInt32 = 7
  private static let withoutBytes: UInt32 = 8
  private static let allocated: UInt64 = 2

  init?(_ file: Data) {
    guard file.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]),
      let table: UInt64 = file.value(at: 40), let start = Int(exactly: table),
      let size: UInt16 = file.value(at: 58), size >= Self.headerSize,
      let count: UInt16 = file.value(at: 60), count > 0,
      let nameIndex: UInt16 = file.value(at: 62), nameIndex < count
    else { return nil }
    let sections = (0..<Int(count)).map { index -> Section? in
      let (header, overflow) = start.addingReportingOverflow(index * Int(size))
      return overflow ? nil : Self.section(file, header)
    }
    guard let names = sections[Int(nameIndex)]?.content else { return nil }
    self.file = file
    self.sections = sections
    self.names = names
  }

  private static func section(_ file: Data, _ header: Int) -> Section? {
    guard let name: UInt32 = file.value(at: header), let type: UInt32 = file.value(at: header + 4),
      let flags: UInt64 = file.value(at: header + 8),
      let offset: UInt64 = file.value(at: header + 24),
      let size: UInt64 = file.value(at: header + 32)
    else { return nil }
    let isLoaded = type != note && type != withoutBytes && flags & allocated != 0
    let isInFile = offset <= UInt64(file.count) && size <= UInt64(file.count) - offset
    // Sections without bytes in the file, such as `.bss`, may state any range.
    guard isInFile || type == withoutBytes else { return nil }
    return Section(
      name: Int(name), isLoaded: isLoaded,
      content: isInFile && type != withoutBytes ? Int(offset)..<Int(offset + size) : 0..<0)
  }

  func name(of section: Section) -> String? {
    guard section.name < names.count else { return nil }
    let text = file.bytes(names)?.dropFirst(section.name).prefix { $0 != 0 }
    return text.map { String(decoding: $0, as: UTF8.self) }
  }
}

extension Data {
  /// The integer at an offset from the start; nil beyond the end.
  fileprivate func value<Value: FixedWidthInteger>(at offset: Int) -> Value? {
    let size = MemoryLayout<Value>.size
    guard offset >= 0, offset <= count - size else { return nil }
    return withUnsafeBytes {
      Value(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Value.self))
    }
  }

  /// The bytes of a range that counts from the start; nil beyond the end.
  fileprivate func bytes(_ range: Range<Int>) -> Data? {
    guard range.upperBound <= count else { return nil }
    return dropFirst(range.lowerBound).prefix(range.count)
  }
}
