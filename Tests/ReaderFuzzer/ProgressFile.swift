import Foundation

/// Numbers that a child writes and that survive however it ends: a file that both processes map.
final class ProgressFile {
  let path: String
  private let numbers: UnsafeMutablePointer<Int>
  private let isOwner: Bool
  private static let size = 3 * MemoryLayout<Int>.stride

  /// Creates the file in a new folder; both are removed with this object.
  convenience init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "framegate-fuzz-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "progress")
    try Data(count: Self.size).write(to: file)
    try self.init(path: file.path, isOwner: true)
  }

  /// Opens a file that another process created.
  convenience init(path: String) throws {
    try self.init(path: path, isOwner: false)
  }

  private init(path: String, isOwner: Bool) throws {
    self.path = path
    self.isOwner = isOwner
    let file = open(path, O_RDWR)
    defer { close(file) }
    guard let memory = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      memory != MAP_FAILED
    else { throw CocoaError(.fileReadUnknown) }
    numbers = memory.bindMemory(to: Int.self, capacity: 3)
  }

  deinit {
    munmap(numbers, Self.size)
    if isOwner { try? FileManager.default.removeItem(at: folder) }
  }

  /// The folder of the file, where readers may keep theirs.
  var folder: URL { URL(filePath: path).deletingLastPathComponent() }

  /// The input that is being read, or ``seeds``; the one after the last, once all were.
  var input: Int { numbers[0] }

  /// What stands for the inputs that others are made from, which are read first.
  static let seeds = -1

  /// Inputs that were valid in spite of the damage.
  var accepted: Int { numbers[1] }

  /// Messages and values that broke the contract.
  var violations: Int { numbers[2] }

  func store(_ input: Int) { numbers[0] = input }
  func countAccepted() { numbers[1] += 1 }
  func countViolation() { numbers[2] += 1 }
}
