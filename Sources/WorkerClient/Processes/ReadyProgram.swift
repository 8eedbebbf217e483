package import Foundation

/// A program that is ready to start, with its words, variables and first descriptors.
///
/// Its signals are as a shell would leave them, whatever this process ignores or blocks.
package final class ReadyProgram {
  /// One of its first three descriptors.
  package enum Stream {
    /// A descriptor of this process.
    case descriptor(Int32)

    /// A file that it can read.
    case reading(String)

    case discarded
  }

  #if canImport(Darwin)
    private var actions: posix_spawn_file_actions_t?
    private var attributes: posix_spawnattr_t?
  #else
    private var actions = posix_spawn_file_actions_t()
    private var attributes = posix_spawnattr_t()
  #endif

  private let program: String

  /// C strings, with nil at the end.
  private var words: [UnsafeMutablePointer<CChar>?]
  private var variables: [UnsafeMutablePointer<CChar>?]?

  /// Prepares a program.
  ///
  /// - Parameters:
  ///   - words: A program on the search path, or a path if it contains a slash, and its arguments.
  ///   - environment: Its variables, or nil for those of this process.
  ///   - streams: What it reads, what it writes and where it writes its errors.
  ///   - isApart: Whether it has a session of its own, and no other descriptor of this process.
  /// - Precondition: `words` is not empty.
  /// - Throws: `POSIXError`.
  package init(
    _ words: [String], environment: [String: String]? = nil,
    _ streams: (input: Stream, output: Stream, error: Stream), isApart: Bool = false
  ) throws {
    guard posix_spawn_file_actions_init(&actions) == 0 else { throw POSIXError(.ENOMEM) }
    guard posix_spawnattr_init(&attributes) == 0 else {
      posix_spawn_file_actions_destroy(&actions)
      throw POSIXError(.ENOMEM)
    }
    program = words[0]
    self.words = words.map { strdup($0) } + [nil]
    variables = environment.map { $0.map { strdup("\($0)=\($1)") } + [nil] }
    // An initializer that throws from here on runs `deinit`: every property is set.
    guard self.words.dropLast().allSatisfy({ $0 != nil }),
      variables?.dropLast().allSatisfy({ $0 != nil }) ?? true
    else { throw POSIXError(.ENOMEM) }
    try setAttributes(isApart: isApart)
    for (number, stream) in [streams.input, streams.output, streams.error].enumerated() {
      try open(stream, as: Int32(number))
    }
    #if !canImport(Darwin)
      if isApart { closeOthers() }
    #endif
  }

  deinit {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
    for text in words + (variables ?? []) { free(text) }
  }

  /// Starts the program.
  ///
  /// - Returns: The number of its process.
  /// - Throws: `POSIXError`.
  package func start() throws -> pid_t {
    var process: pid_t = 0
    let failure =
      if var variables {
        posix_spawnp(&process, program, &actions, &attributes, &words, &variables)
      } else {
        posix_spawnp(&process, program, &actions, &attributes, &words, environ)
      }
    try Self.check(failure)
    return process
  }
}

extension ReadyProgram {
  // Neither system's headers show Swift the flag for a new session.
  #if canImport(Darwin)
    private static let newSession: Int32 = 0x0400
    private static let apart = newSession | Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
  #else
    private static let newSession: Int32 = 0x80
    private static let apart = newSession
  #endif

  /// Throws what a function of `posix_spawn` returned, unless it is 0.
  private static func check(_ failure: Int32) throws {
    guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
  }

  private func setAttributes(isApart: Bool) throws {
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    try Self.check(posix_spawnattr_setsigmask(&attributes, &none))
    try Self.check(posix_spawnattr_setsigdefault(&attributes, &all))
    let signals = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    let flags = isApart ? signals | Self.apart : signals
    try Self.check(posix_spawnattr_setflags(&attributes, Int16(flags)))
  }

  private func open(_ stream: Stream, as number: Int32) throws {
    let failure =
      switch stream {
      case .descriptor(let descriptor):
        posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      case .reading(let path):
        posix_spawn_file_actions_addopen(&actions, number, path, O_RDONLY, 0)
      case .discarded:
        posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0)
      }
    try Self.check(failure)
  }

  #if !canImport(Darwin)
    private func closeOthers() {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [] {
        guard let number = Int32(name), number > 2 else { continue }
        // Refused for one above a limit that was lowered.
        _ = posix_spawn_file_actions_addclose(&actions, number)
      }
    }
  #endif
}
