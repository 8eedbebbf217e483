import BenchmarkModel
import Foundation

/// Passes a command to the tool, so that `swift run -c release FeedBenchmarks check` works.
///
/// The tool is the one that `FRAMEGATE_TOOL` names, or else the one in the user's cache that was
/// built from the sources of this library. If there is none yet, it is built.
enum ToolHandover {
  /// Replaces this process with the tool, which then measures this executable.
  static func run(_ arguments: [String]) -> Never {
    let named = ProcessInfo.processInfo.environment[ToolCache.variable] ?? ""
    let tool = named.isEmpty ? cachedTool() : named
    guard let program = ExecutablePath.current else {
      fail("The path of this executable is not UTF-8. Move it to a folder whose path is.")
    }
    // argv[0] is this executable's, so that commands that the tool suggests can be run.
    let words = [arguments[0], "--worker", program] + arguments.dropFirst()
    var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    pointers.append(nil)
    execvp(tool, &pointers)
    fail(
      """
      '\(tool)' cannot be started: \(String(cString: strerror(errno))). Install the tool with \
      'scripts/install' of Framegate, and name its file in \(ToolCache.variable).
      """)
  }

  private static func cachedTool() -> String {
    do {
      var package = URL(filePath: #filePath)
      for _ in 0..<3 { package.deleteLastPathComponent() }
      let cache = try ToolCache(for: package)
      if let tool = cache.tool { return tool }
      return try cache.withLock {
        StandardError.say("Another process builds the tool. Waiting for it …")
      } _: {
        // Another process may have built it meanwhile.
        if let tool = cache.tool { return tool }
        return try build(package, into: cache)
      }
    } catch { fail("\(error)") }
  }

  /// Builds the tool from a copy of the sources, because those of a dependency are read-only.
  private static func build(_ package: URL, into cache: ToolCache) throws -> String {
    StandardError.say(
      """
      Building the tool, once for this user and this version of Framegate. It takes about two \
      minutes on two cores …
      """)
    let start = Date()
    let sources = try cache.copySources(of: package)
    let code = run(
      URL(filePath: "/usr/bin/env"),
      [
        "swift", "build", "-c", "release", "--product", "framegate", "--package-path",
        sources.path, "--scratch-path", cache.scratch.path,
      ])
    guard let code else { throw ToolCacheError.doesNotBuild(reason: "swift cannot be started") }
    guard code == 0 else { throw ToolCacheError.doesNotBuild(reason: "see above") }
    let tool = try keep(cache.scratch.appending(path: "release/framegate"), of: package, in: cache)
    for folder in [cache.scratch, sources] { try? FileManager.default.removeItem(at: folder) }
    StandardError.say("Built the tool in \(Int(Date().timeIntervalSince(start))) s: \(tool)")
    return tool
  }

  /// Lets the built tool copy itself to its place, as after an installation.
  private static func keep(
    _ built: URL, of package: URL, in cache: ToolCache
  ) throws -> String {
    guard let code = run(built, ["keep-tool", package.path]) else {
      throw ToolCacheError.doesNotBuild(reason: "what was built cannot be started")
    }
    // The tool has printed the reason.
    guard code == 0 else { exit(ToolExit.couldNotRun.rawValue) }
    guard let path = cache.tool else { throw ToolCacheError.foreign(path: cache.root.path) }
    return path
  }

  /// Runs a program to its end.
  ///
  /// It writes to standard error: standard output belongs to the command that follows.
  ///
  /// - Returns: Its exit code, or nil if it cannot be started.
  private static func run(_ program: URL, _ arguments: [String]) -> Int32? {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = FileHandle.standardError
    guard (try? process.run()) != nil else { return nil }
    process.waitUntilExit()
    return process.terminationStatus
  }

  private static func fail(_ text: String) -> Never {
    StandardError.say("Error: \(text)")
    exit(ToolExit.couldNotRun.rawValue)
  }
}
