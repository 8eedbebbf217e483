package import BenchmarkModel
import Foundation

/// The library that is preloaded into processes that count allocations, and into no other: jemalloc
/// or, where that is missing, one that the toolchain's clang compiles on first use.
///
/// The compiled one is kept in the user's cache, where no revision can bring one, and is loaded
/// through a descriptor, so that it is the file that was checked even if its path changes.
package enum CountingLibrary {
  /// The path of a library that counts: jemalloc, or the compiled one if jemalloc is missing.
  ///
  /// - Returns: The library's path, as long as this process runs.
  /// - Throws: `Unavailable`, with what to do.
  package static func counting() throws(Unavailable) -> String {
    if let path = Jemalloc.path { return try Preloaded.path(path) }
    do {
      return try remembering()
    } catch {
      throw Unavailable("jemalloc is not installed, and \(error). \(Jemalloc.installation).")
    }
  }

  /// The compiled library, which also records callers.
  ///
  /// The first call takes about a second.
  package static func remembering() throws(Unavailable) -> String {
    #if os(Linux)
      return try found.withLock { found in
        if let found { return found }
        let result: Result<String, Unavailable> = Result { () throws(Unavailable) in
          Preloaded.path(ofDescriptor: try descriptor())
        }
        found = result
        return result
      }.get()
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

  #if os(Linux)
    /// The path of the library that this process has opened, or why there is none: compilers are
    /// not tried again.
    private static let found = Locked<Result<String, Unavailable>?>(nil)

    /// Opens the cached library, or else compiles it; if it cannot be cached, only this process
    /// uses it.
    private static func descriptor() throws(Unavailable) -> Int32 {
      let place = ToolCache.file(named: "counting-\(name).so")
      if let place, let descriptor = library(at: place.path) { return descriptor }
      let folder = FileManager.default.temporaryDirectory
        .appending(path: "framegate-counting-\(UUID().uuidString)", directoryHint: .isDirectory)
      defer { try? FileManager.default.removeItem(at: folder) }
      let built = folder.appending(path: "counting.so")
      try compile(in: folder, to: built)
      guard let descriptor = library(at: built.path) else {
        throw Unavailable("the compiled counting library cannot be read in \(folder.path)")
      }
      if let place { keep(built, at: place) }
      return descriptor
    }

    /// Distinguishes the library from other versions of it.
    private static let name = StableHash(of: [CountingSource.text]).digits

    /// Opens a library that only this user or root can have written, or nil for anything else, such
    /// as an empty file.
    private static func library(at path: String) -> Int32? {
      guard FileOwner.isOwn(path) else { return nil }
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { return nil }
      var start = [UInt8](repeating: 0, count: 64)
      guard pread(descriptor, &start, start.count, 0) == start.count,
        start.starts(with: [0x7F, 0x45, 0x4C, 0x46])
      else {
        close(descriptor)
        return nil
      }
      return descriptor
    }

    /// Copies into a temporary file and renames it: no process loads an unfinished library.
    private static func keep(_ built: URL, at place: URL) {
      let unfinished = "\(place.path).\(getpid())-\(UInt32.random(in: 0 ... .max))"
      defer { unlink(unfinished) }
      guard let content = try? Data(contentsOf: built),
        (try? content.write(to: URL(filePath: unfinished))) != nil
      else { return }
      chmod(unfinished, 0o644)
      rename(unfinished, place.path)
    }

    /// The longest time for one compiler, which takes about a second.
    private static let patience = Duration.seconds(20)

    private static func compile(in folder: URL, to library: URL) throws(Unavailable) {
      let source = folder.appending(path: "counting.c")
      do {
        try FileManager.default.createDirectory(
          at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try Data(CountingSource.text.utf8).write(to: source)
      } catch {
        throw Unavailable(
          """
          the counting library cannot be written to \(folder.path): \
          \(error.localizedDescription)
          """)
      }
      var reason = "no C compiler was found on the PATH to compile the counting library"
      for compiler in compilers {
        guard let failure = run(compiler, source, to: library) else { return }
        reason = "\(compiler) could not compile the counting library: \(failure)"
      }
      throw Unavailable(reason)
    }

    /// The compilers to try, the toolchain's first.
    private static var compilers: [String] {
      [SearchPath.toolchainProgram(named: "clang")].compactMap(\.self)
        + SearchPath.programs(named: "clang") + SearchPath.programs(named: "cc")
    }

    /// The compiler's first error, or nil if it succeeds.
    private static func run(_ compiler: String, _ source: URL, to library: URL) -> String? {
      let messages = source.deletingLastPathComponent().appending(path: "messages")
      let ending: ChildProcess.ExitStatus?
      do {
        try Data().write(to: messages)
        let child = try ChildProcess(
          compiler,
          [
            "-O2", "-fPIC", "-shared", "-fno-omit-frame-pointer", source.path, "-o", library.path,
          ], input: .nullDevice, output: .nullDevice,
          error: FileHandle(forWritingTo: messages))
        ending = child.ending(within: patience)
        child.end()
      } catch { return error.localizedDescription }
      guard let ending else { return "it did not end within \(patience)" }
      if ending == .exited(code: 0) {
        let size = (try? library.resourceValues(forKeys: [.fileSizeKey]))?.fileSize
        return size ?? 0 > 0 ? nil : "it wrote nothing"
      }
      let text = (try? String(contentsOf: messages, encoding: .utf8)) ?? ""
      let lines = text.split(separator: "\n")
      return lines.first { $0.contains("error:") }.map(String.init) ?? lines.first.map(String.init)
        ?? "it ended with \(ending)"
    }
  #endif
}
