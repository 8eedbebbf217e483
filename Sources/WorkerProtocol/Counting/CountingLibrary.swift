package import BenchmarkModel
import Foundation

/// The library that is preloaded into processes that count allocations, and into no other: jemalloc
/// or, where that is missing, one that the toolchain's clang compiles on first use.
package enum CountingLibrary {
  /// What only counts: jemalloc if there is one.
  ///
  /// - Parameter program: The program that counts; the compiled library goes into its build folder.
  /// - Returns: The library's path.
  /// - Throws: `Unavailable`, with what to do.
  package static func counting(for program: String) throws(Unavailable) -> String {
    if let path = Jemalloc.path { return path }
    do {
      return try remembering(for: program)
    } catch {
      throw Unavailable("jemalloc is not installed, and \(error). \(Jemalloc.installation).")
    }
  }

  /// What also remembers who asks: the compiled library.
  ///
  /// The first call takes about a second.
  package static func remembering(for program: String) throws(Unavailable) -> String {
    #if os(Linux)
      let place = folder(for: program).appending(path: "counting-\(name).so")
      if FileManager.default.isReadableFile(atPath: place.path) { return place.path }
      try compile(to: place)
      return place.path
    #else
      throw Unavailable("only Linux has the functions on which the counting library rests")
    #endif
  }

  package static func variables(preloading library: String) -> [String: String] {
    #if os(macOS)
      let preload = "DYLD_INSERT_LIBRARIES"
    #else
      let preload = "LD_PRELOAD"
    #endif
    // Without per-thread caches, every request reaches jemalloc's counters at once.
    return [preload: library, "MALLOC_CONF": "tcache:false"]
  }

  /// A folder of the build that the program belongs to, or of the user for an installed program.
  private static func folder(for program: String) -> URL {
    let parts = program.components(separatedBy: "/.build/")
    let root =
      parts.count > 1
      ? URL(filePath: parts[0]).appending(path: ".build")
      : FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
        ?? FileManager.default.temporaryDirectory
    return root.appending(path: "framegate", directoryHint: .isDirectory)
  }

  /// What tells it from that of another version.
  private static let name = StableHash(of: [CountingSource.text]).digits

  #if os(Linux)
    /// Compiles into a temporary file and renames it: no process loads an unfinished library.
    private static func compile(to place: URL) throws(Unavailable) {
      let unfinished = place.path + ".\(getpid())-\(UInt32.random(in: 0 ... .max))"
      defer { unlink(unfinished) }
      do {
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: unfinished))
      } catch {
        throw Unavailable(
          """
          the counting library cannot be written to \(place.deletingLastPathComponent().path): \
          \(error.localizedDescription)
          """)
      }
      var reason = "no C compiler was found on the PATH to compile the counting library"
      for compiler in compilers {
        guard let failure = run(compiler, to: unfinished) else {
          guard rename(unfinished, place.path) == 0 else {
            throw Unavailable("the counting library cannot be moved to \(place.path)")
          }
          return
        }
        reason = "\(compiler) could not compile the counting library: \(failure)"
      }
      throw Unavailable(reason)
    }

    /// The toolchain's compiler before others.
    private static var compilers: [String] {
      let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      func programs(_ name: String) -> [String] {
        folders.map { "\($0)/\(name)" }.filter(FileManager.default.isExecutableFile)
      }
      let toolchain = programs("swift").first.map { ($0 as NSString).resolvingSymlinksInPath }
        .map { ($0 as NSString).deletingLastPathComponent + "/clang" }
      return ([toolchain].compactMap(\.self) + programs("clang") + programs("cc"))
        .filter(FileManager.default.isExecutableFile)
    }

    /// The compiler's first error; nil if it succeeds.
    private static func run(_ compiler: String, to file: String) -> String? {
      let process = Process()
      let (source, errors) = (Pipe(), Pipe())
      process.executableURL = URL(filePath: compiler)
      process.arguments = [
        "-O2", "-fPIC", "-shared", "-fno-omit-frame-pointer", "-x", "c", "-", "-o", file,
      ]
      process.standardInput = source
      process.standardOutput = FileHandle.nullDevice
      process.standardError = errors
      do { try process.run() } catch { return error.localizedDescription }
      try? source.fileHandleForWriting.write(contentsOf: Data(CountingSource.text.utf8))
      try? source.fileHandleForWriting.close()
      let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      guard process.terminationStatus != 0 else { return nil }
      let lines = text.split(separator: "\n")
      return lines.first { $0.contains("error:") }.map(String.init) ?? lines.first.map(String.init)
        ?? "it ended with \(process.terminationStatus)"
    }
  #endif
}
