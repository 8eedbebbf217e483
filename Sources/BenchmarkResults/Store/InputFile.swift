package import Foundation

/// Reads whole files, pipes and devices, up to a limit.
///
/// The only place that reads what a user names: `-`, `/dev/stdin`, `<(…)`, FIFOs and files.
package enum InputFile {
  /// How many bytes are read at once from something whose size is not known.
  private static let chunk = 1 << 20

  /// Standard input, for `-` on the command line.
  package static let standardInput = URL(filePath: "/dev/stdin")

  /// What a path on the command line means: `-` is standard input.
  package static func named(_ path: String) -> URL {
    path == "-" ? standardInput : URL(filePath: path)
  }

  /// Reads everything.
  ///
  /// A pipe is read until its writer closes it, so this can block; a signal ends the wait unless
  /// the tool handles that signal.
  ///
  /// - Parameters:
  ///   - url: The file, pipe or device; ``standardInput`` is the open descriptor 0.
  ///   - limit: The most that is accepted; nil for what the environment sets.
  /// - Returns: All of it.
  /// - Throws: ``ResultsError`` when there is none, it is a folder or too large, or the system
  ///   refuses.
  package static func content(of url: URL, limit: InputLimit? = nil) throws(ResultsError) -> Data {
    let limit = if let limit { limit } else { try InputLimit.current }
    let name = url.relativePath
    if url.path == standardInput.path {
      return try content(of: STDIN_FILENO, name: "standard input", limit)
    }
    let descriptor = try opened(url)
    defer { close(descriptor) }
    return try content(of: descriptor, name: name, limit)
  }

  private static func opened(_ url: URL) throws(ResultsError) -> CInt {
    let descriptor = retrying { open(url.path, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    guard descriptor < 0 else { return descriptor }
    if errno == ENOENT || errno == ENOTDIR { throw .fileNotFound(file: url.relativePath) }
    throw .unreadable(file: url.relativePath, reason: String(cString: strerror(errno)))
  }

  /// What reads a file or a pipe of any length piece by piece: each call returns the next bytes,
  /// none at the end.
  package static func pieces(of url: URL) throws(ResultsError) -> () throws -> [UInt8] {
    let isStandardInput = url.path == standardInput.path
    let name = isStandardInput ? "standard input" : url.relativePath
    let descriptor = isStandardInput ? STDIN_FILENO : try opened(url)
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: !isStandardInput)
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw .notAFile(file: name)
    }
    return {
      var count = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: chunk) { buffer, filled in
        count = retrying { read(file.fileDescriptor, buffer.baseAddress, chunk) }
        filled = max(count, 0)
      }
      guard count >= 0 else {
        throw ResultsError.unreadable(file: name, reason: String(cString: strerror(errno)))
      }
      return bytes
    }
  }

  /// Whether this is a regular file, or a link to one.
  package static func isRegular(_ url: URL) -> Bool {
    var status = stat()
    return stat(url.path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether there is something to read that is no folder: a file, a pipe or a device.
  package static func isReadable(_ url: URL) -> Bool {
    var status = stat()
    return stat(url.path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
  }

  private static func content(
    of descriptor: CInt, name: String, _ limit: InputLimit
  ) throws(ResultsError) -> Data {
    var status = stat()
    if fstat(descriptor, &status) == 0 {
      let kind = status.st_mode & S_IFMT
      if kind == S_IFDIR { throw .notAFile(file: name) }
      if kind == S_IFREG, status.st_size > limit.bytes {
        throw .inputTooLarge(file: name, limit: limit.description)
      }
    }
    var content = Data()
    var buffer = [UInt8](repeating: 0, count: chunk)
    while true {
      let count = retrying { read(descriptor, &buffer, chunk) }
      if count == 0 { return content }
      guard count > 0 else {
        throw .unreadable(file: name, reason: String(cString: strerror(errno)))
      }
      guard content.count + count <= limit.bytes else {
        throw .inputTooLarge(file: name, limit: limit.description)
      }
      content.append(contentsOf: buffer[..<count])
    }
  }

  /// Repeats a call that a handled signal interrupted.
  private static func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      if result != -1 || errno != EINTR { return result }
    }
  }
}

/// The most bytes that are read of one input.
package struct InputLimit: Hashable, Sendable {
  /// The environment variable that sets it, such as `2GB`.
  package static let variable = "FRAMEGATE_MAX_INPUT"

  /// What is read without the variable: a result with some million frames.
  package static let standard = InputLimit(bytes: 256_000_000)

  package let bytes: Int
}

extension InputLimit {
  /// What the environment sets, else ``standard``.
  static var current: InputLimit {
    get throws(ResultsError) {
      guard let text = ProcessInfo.processInfo.environment[variable], !text.isEmpty else {
        return standard
      }
      guard let limit = InputLimit(parsing: text) else { throw .invalidInputLimit(text) }
      return limit
    }
  }

  /// Reads `2GB`, `500 MB`, `64kB` or a number of bytes; nil for anything else.
  package init?(parsing text: String) {
    let word = text.lowercased().filter { $0 != " " }
    let units = [("gb", 1_000_000_000), ("mb", 1_000_000), ("kb", 1_000), ("b", 1)]
    let unit = units.first { word.hasSuffix($0.0) }
    let digits = word.dropLast(unit?.0.count ?? 0)
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }),
      let number = Int(digits), number > 0
    else { return nil }
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
