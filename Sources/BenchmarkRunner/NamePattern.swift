package import BenchmarkModel
import Foundation
import ReportText
import WorkerClient

/// A regular expression that is searched for anywhere in names.
package struct NamePattern: Sendable {
  /// The longest pattern, and the deepest nesting of groups and classes: the parser of the standard
  /// library is recursive.
  private static let longest = 1_000
  private static let deepest = 50

  /// How much processor time all names may take: some patterns take longer than the age of the
  /// universe.
  fileprivate static let timeLimit = 1.0

  /// The limit of wall-clock time as a multiple of the processor time, for a busy machine.
  private static let patience = 60

  /// The text that was checked.
  package let text: String

  /// Checks a pattern.
  ///
  /// - Throws: ``PatternError``.
  package init(parsing text: String) throws(PatternError) {
    guard text.utf8.count <= Self.longest else {
      throw .tooLong(text, limit: Self.longest)
    }
    guard Self.depth(of: text) <= Self.deepest else {
      throw .tooDeep(text, limit: Self.deepest)
    }
    guard try Self.matches(of: [text], in: []) != nil else {
      throw .malformed(text)
    }
    self.text = text
  }

  /// An upper bound of how deep brackets are nested; escaped ones also count.
  private static func depth(of text: String) -> Int {
    var depth = 0
    var deepest = 0
    for character in text.utf8 {
      switch character {
      case UInt8(ascii: "("), UInt8(ascii: "["):
        depth += 1
        deepest = max(deepest, depth)
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth = max(0, depth - 1)
      default: break
      }
    }
    return deepest
  }
}

extension [NamePattern] {
  /// Which of some names match any of the patterns; each pattern is compiled once.
  ///
  /// - Throws: ``PatternError`` when that takes longer than a second.
  package func matches(in names: [String]) throws(PatternError) -> Set<String> {
    try matches(in: names, within: NamePattern.timeLimit)
  }

  /// The same, within `seconds` of processor time.
  func matches(in names: [String], within seconds: Double) throws(PatternError) -> Set<String> {
    isEmpty ? [] : try NamePattern.matches(of: map(\.text), in: names, within: seconds) ?? []
  }
}

extension NamePattern {
  /// The state of a search.
  private enum Progress {
    case running

    /// A pattern is malformed.
    case malformed

    case found(Set<String>)
  }

  /// A search on a thread of its own.
  private final class Search: Sendable {
    let patterns, names: [String]
    let progress = Locked(Progress.running)
    let end = DispatchSemaphore(value: 0)

    init(_ patterns: [String], _ names: [String]) {
      self.patterns = patterns
      self.names = names
    }

    /// Begins it on a thread of its own; fails when the system has none.
    func begin() -> Bool {
      // Allocated, because the module that its initializer belongs to depends on other imports.
      let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
      defer { attributes.deallocate() }
      pthread_attr_init(attributes)
      defer { pthread_attr_destroy(attributes) }
      pthread_attr_setstacksize(attributes, 16 << 20)
      pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
      #if canImport(Darwin)
        var thread: pthread_t?
      #else
        var thread = pthread_t()
      #endif
      let own = Unmanaged.passRetained(self)
      let status = pthread_create(&thread, attributes, { Search.run($0) }, own.toOpaque())
      if status != 0 { own.release() }
      return status == 0
    }

    private static func run(_ own: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let own else { return nil }
      let search = Unmanaged<Search>.fromOpaque(own).takeRetainedValue()
      let found = NamePattern.found(search.patterns, search.names)
      search.progress.withLock { $0 = found.map(Progress.found) ?? .malformed }
      search.end.signal()
      return nil
    }
  }

  /// Searches on a thread of its own, because a search cannot be stopped, only abandoned: the
  /// command that started it ends with the error.
  ///
  /// - Returns: The names that match, or nil when a pattern is malformed.
  /// - Throws: ``PatternError`` when there is no answer in time.
  fileprivate static func matches(
    of patterns: [String], in names: [String], within timeLimit: Double = timeLimit
  ) throws(PatternError) -> Set<String>? {
    let search = Search(patterns, names)
    let start = clock()
    var isLong = false
    if search.begin() {
      for _ in 0..<patience where !isLong {
        guard case .running = search.progress.withLock(\.self) else { break }
        _ = search.end.wait(timeout: .now() + timeLimit)
        isLong = Double(clock() - start) / Double(CLOCKS_PER_SEC) >= 0.9 * timeLimit
      }
    }
    switch search.progress.withLock(\.self) {
    case .found(let names): return names
    case .malformed: return nil
    case .running: throw isLong ? .tooSlow(patterns) : .notSearched(patterns)
    }
  }

  private static func found(_ patterns: [String], _ names: [String]) -> Set<String>? {
    var found: Set<String> = []
    for pattern in patterns {
      guard let regex = try? Regex(pattern) else { return nil }
      for name in names where !found.contains(name) && name.firstMatch(of: regex) != nil {
        found.insert(name)
      }
    }
    return found
  }
}

/// The reason why names cannot be searched for a pattern.
package enum PatternError: ToolError, Hashable {
  case tooLong(String, limit: Int)
  case tooDeep(String, limit: Int)
  case malformed(String)
  case tooSlow([String])

  /// The system gave the search no thread, or no time.
  case notSearched([String])

  package var exitCode: ToolExit {
    switch self {
    case .tooLong, .tooDeep, .malformed, .tooSlow: .wrongUsage
    case .notSearched: .couldNotRun
    }
  }

  package var description: String {
    switch self {
    case .tooLong(let text, let limit):
      "\(Self.shown(text)) has more than \(limit) bytes. Shorten it, or repeat the option."
    case .tooDeep(let text, let limit):
      "\(Self.shown(text)) nests more than \(limit) brackets. Use fewer, or repeat the option."
    case .malformed(let text):
      """
      \(Self.shown(text)) is not a regular expression. Escape '(', '[' and a '*', '+' or '?' that \
      repeats nothing with a backslash.
      """
    case .tooSlow(let patterns):
      """
      Searching for \(Self.list(patterns)) takes more than a second. Use no repetition inside a \
      repetition, such as '(.*)*'.
      """
    case .notSearched(let patterns):
      """
      The system gives the search for \(Self.list(patterns)) no thread, or no time. End other \
      programs, or raise the limit of memory ('ulimit -v').
      """
    }
  }

  private static func list(_ patterns: [String]) -> String {
    patterns.map(shown).joined(separator: ", ")
  }

  private static func shown(_ text: String) -> String {
    text.count > 60 ? "'\(text.prefix(60))…'" : "'\(text)'"
  }
}
