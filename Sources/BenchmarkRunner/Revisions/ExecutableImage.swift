package import Foundation

/// What of an executable gets into memory: code, constants and initial values.
///
/// Reads 64-bit little-endian ELF files; debug information and build identifiers, which differ
/// between builds of the same code, are left out.
package struct ExecutableImage: Hashable, Sendable {
  /// By section name.
  private let sections: [String: Data]

  private enum Layout {
    static let progbits: UInt32 = 1
    static let allocated: UInt64 = 2
    static let headerSize = 64
  }

  /// Reads a file's content; nil when it is no such file, or damaged.
  package init?(_ file: Data) {
    guard file.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]),
      let table: UInt64 = file.value(at: 40), let size: UInt16 = file.value(at: 58),
      let count: UInt16 = file.value(at: 60), let names: UInt16 = file.value(at: 62),
      size >= Layout.headerSize, count > 0
    else { return nil }
    func header(_ index: UInt16) -> Int? {
      Int(exactly: table).flatMap { start in
        let (offset, overflow) = start.addingReportingOverflow(Int(index) * Int(size))
        return overflow ? nil : offset
      }
    }
    guard let nameHeader = header(names), let nameTable = file.section(nameHeader) else {
      return nil
    }
    var sections: [String: Data] = [:]
    for index in 0..<count {
      guard let header = header(index), let name: UInt32 = file.value(at: header),
        let type: UInt32 = file.value(at: header + 4),
        let flags: UInt64 = file.value(at: header + 8)
      else { return nil }
      guard type == Layout.progbits, flags & Layout.allocated != 0 else { continue }
      guard let content = file.section(header), Int(name) < nameTable.count else { return nil }
      let text = nameTable.dropFirst(Int(name)).prefix { $0 != 0 }
      sections[String(decoding: text, as: UTF8.self)] = content
    }
    guard sections[".text"] != nil else { return nil }
    self.sections = sections
  }
}

extension ExecutableImage {
  /// Whether both files are executables that do exactly the same; false where that cannot be told.
  package static func areEqual(_ first: String, _ second: String) -> Bool {
    func image(_ path: String) -> ExecutableImage? {
      (try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped))
        .flatMap(ExecutableImage.init)
    }
    guard let first = image(first), let second = image(second) else { return false }
    return first == second
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

  /// The bytes that a section header points to.
  fileprivate func section(_ header: Int) -> Data? {
    guard let offset: UInt64 = value(at: header + 24), let size: UInt64 = value(at: header + 32),
      offset <= UInt64(count), size <= UInt64(count) - offset
    else { return nil }
    return dropFirst(Int(offset)).prefix(Int(size))
  }
}
