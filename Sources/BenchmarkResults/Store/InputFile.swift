import BenchmarkModel
package import Foundation
import FrameTiming

/// Reads whole files, pipes and devices, up to a limit.
///
/// The only place that reads what a user names: `-`, `/dev/stdin`, `<(…)`, FIFOs and files.
package enum InputFile {
  /// Standard input, for `-` on the command line.
  package static let standardInput = URL(filePath: "/dev/stdin")

  /// What a path on the command line means: `-` is standard input.
  package static func named(_ path: String) -> URL {
    path == "-" ? standardInput : URL(filePath: path)
  }

  /// Bytes that were read from pipes to detect their format, by path.
  ///
  /// A command reads one operand after the other, before anything runs at the same time.
  nonisolated(unsafe) fileprivate static var kept: [String: [UInt8]] = [:]

  /// Lets the next reader of a pipe read these bytes first.
  package static func unread(_ bytes: [UInt8], of url: URL) { kept[url.path] = bytes }

  /// Reads everything.
  ///
  /// A pipe is read until its writer closes it, so this can block; a signal ends the wait unless
  /// the tool handles that signal.
  ///
  /// - Parameters:
  ///   - url: The file, pipe or device; ``standardInput`` is the open descriptor 0.
  ///   - limit: The maximum size to accept; nil for the limit that the environment sets.
  /// - Returns: All of it.
  /// - Throws: ``ResultsError`` when there is none, it is a folder or too large, or the system
  ///   refuses.
  package static func content(of url: URL, limit: InputLimit? = nil) throws(ResultsError) -> Data {
    let limit = if let limit { limit } else { try InputLimit.current }
    let input = try OpenInput(url)
    func check(_ size: Int) throws(ResultsError) {
      guard size <= limit.bytes else {
        throw .inputTooLarge(file: input.name, limit: limit.description)
      }
    }
    try check(input.size ?? 0)
    var content = Data()
    while true {
      let piece = try input.next()
      if piece.isEmpty { return content }
      try check(content.count + piece.count)
      content.append(contentsOf: piece)
    }
  }

  /// A function that reads a file or a pipe of any length piece by piece: each call returns the
  /// next bytes, and no bytes at the end.
  package static func pieces(of url: URL) throws(ResultsError) -> () throws -> [UInt8] {
    let input = try OpenInput(url)
    return { try input.next() }
  }

  /// Whether anything is at a path.
  package static func exists(_ url: URL) -> Bool {
    var status = stat()
    return lstat(url.path, &status) == 0
  }

  /// Whether this is a regular file, or a link to one.
  package static func isRegular(_ url: URL) -> Bool {
    var status = stat()
    return stat(url.path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether this is standard input, or a pipe that a shell opened: what is read once is gone.
  package static func isReadOnce(_ url: URL) -> Bool {
    var status = stat()
    return url.path == standardInput.path
      || url.path.hasPrefix("/dev/") && stat(url.path, &status) == 0
        && status.st_mode & S_IFMT == S_IFIFO
  }

  /// Whether there is something to read other than a folder: a file, a pipe or a device.
  package static func isReadable(_ url: URL) -> Bool {
    var status = stat()
    return stat(url.path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
  }
}

/// A file, pipe or device that is being read.
private struct OpenInput {
  /// How many bytes are read at once.
  private static let chunk = 1 << 20

  /// What messages call it.
  let name: String

  /// How many bytes a regular file has, or nil for others.
  let size: Int?
  private let file: FileHandle
  private let path: String

  init(_ url: URL) throws(ResultsError) {
    path = url.path
    let isStandardInput = path == InputFile.standardInput.path
    name = isStandardInput ? "standard input" : url.relativePath
    let descriptor =
      isStandardInput
      ? STDIN_FILENO : Self.retrying { open(url.path, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { throw .fileNotFound(file: name) }
      throw .unreadable(file: name, reason: String(cString: strerror(errno)))
    }
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: !isStandardInput)
    var status = stat()
    let kind = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
    if kind == S_IFDIR { throw .notAFile(file: name) }
    size = kind == S_IFREG ? Int(status.st_size) : nil
  }

  /// The next bytes; none at the end.
  func next() throws(ResultsError) -> [UInt8] {
    if let kept = InputFile.kept.removeValue(forKey: path), !kept.isEmpty { return kept }
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, filled in
      count = Self.retrying { read(file.fileDescriptor, buffer.baseAddress, Self.chunk) }
      filled = max(count, 0)
    }
    guard count >= 0 else {
      throw .unreadable(file: name, reason: String(cString: strerror(errno)))
    }
    return bytes
  }

  /// Repeats a call that a handled signal interrupted.
  private static func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      if result != -1 || errno != EINTR { return result }
    }
  }
}

/// The maximum number of bytes that are read of one input.
package struct InputLimit: Hashable, Sendable {
  /// The environment variable that sets it, such as `2GB`.
  package static let variable = "FRAMEGATE_MAX_INPUT"

  /// The limit without the variable, enough for a result with a few million frames.
  package static let standard = InputLimit(bytes: 256_000_000)

  package let bytes: Int

  /// The maximum number of values in a JSON text, which take more memory than the text; never less
  /// than with the default limit.
  package var values: Int { max(bytes, Self.standard.bytes) / 32 }
}

extension InputLimit {
  /// The limit that the environment sets, else ``standard``.
  static var current: InputLimit {
    get throws(ResultsError) {
      guard let text = ProcessInfo.processInfo.environment[variable], !text.isEmpty else {
        return standard
      }
      guard let limit = InputLimit(parsing: text) else { throw .invalidInputLimit(text) }
      return limit
    }
  }

  /// Reads `2GB`, `500 MB`, `64kB` or a number of bytes, or nil for anything else.
  package init?(parsing text: String) {
    let word = text.lowercased().filter { $0 != " " }
    let units = [("gb", 1_000_000_000), ("mb", 1_000_000), ("kb", 1_000), ("b", 1)]
    let unit = units.first { word.hasSuffix($0.0) }
    let digits = word.dropLast(unit?.0.count ?? 0)
    guard let number = Int(digits: digits), number > 0 else { return nil }
    let (bytes, overflows) = number.multipliedReportingOverflow(by: unit?.1 ?? 1)
    guard !overflows else { return nil }
    self.init(bytes: bytes)
  }
}

extension InputLimit: CustomStringConvertible {
  /// `256 MB`.
  package var description: String {
    let units = [("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000)]
    guard let (name, size) = units.first(where: { bytes >= $0.1 && bytes % $0.1 == 0 }) else {
      return "\(bytes) bytes"
    }
    return "\(bytes / size) \(name)"
  }
}
