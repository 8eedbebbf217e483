import BenchmarkModel
import BenchmarkVerdicts

/// The functions through which a request reached the allocator, innermost first, up to the
/// harness's.
struct AllocationTrace {
  /// A function, and the call in it.
  struct Function: Hashable {
    let symbol: String

    /// The path of its source; nil without debug information, and for code that the compiler
    /// generated.
    let file: String?

    /// The line of the call, and the function's first line; 0 if unknown.
    let line, firstLine: Int

    /// Whether it is in the program itself, not in a library.
    let isInProgram: Bool
  }

  /// Whether a symbol belongs to the harness.
  static func isOfHarness(_ symbol: String) -> Bool { symbol.hasPrefix("$s12FramegateKit") }

  private let functions: [Function]

  /// The index of the innermost function of the user's code, or nil without one.
  private let own: Int?

  /// The folder of the user's code, with a slash at its end.
  private let sources: String

  /// Whether the harness made the request for itself.
  let isOfHarness: Bool

  init(_ all: [Function], sources: String) {
    let folder = sources.hasSuffix("/") ? sources : sources + "/"
    functions = Array(all.prefix { !$0.isOfHarness })
    self.sources = folder
    // The user's sources first, then dependencies, then code without debug information.
    own =
      functions.firstIndex { $0.isUsers(folder) && !$0.isInitializerWithoutLine }
      ?? functions.firstIndex { $0.isUsers(folder) }
      ?? functions.firstIndex { $0.isInProgram && $0.file != nil && !$0.isOfSwift }
      ?? functions.firstIndex { $0.isInProgram && !$0.isOfSwift && !$0.symbol.isEmpty }
    isOfHarness =
      functions.count < all.count && own == nil
      && !functions.contains { $0.isInProgram && !$0.isOfSwift }
  }

  /// The symbols whose names are needed.
  var symbols: [String] {
    guard let own else { return [] }
    return ([functions[own]] + callers).map(\.symbol) + (callee.map { [$0.symbol] } ?? [])
  }

  /// The site, or nil if no function of the program is known.
  func site(names: [String: String], count: Double) -> AllocationSites.Site? {
    guard let own else { return nil }
    func name(_ function: Function) -> String {
      let name = names[function.symbol] ?? function.symbol
      return name.replacing("specialized ", with: "")
    }
    func place(_ function: Function) -> AllocationSites.Place {
      AllocationSites.Place(
        function: name(function), location: function.location(relativeTo: sources))
    }
    return AllocationSites.Site(
      place: place(functions[own]), callers: callers.map(place), callee: callee.map(name),
      count: count)
  }

  /// What the user's code calls; nil if it calls the allocator or the runtime's function for it.
  private var callee: Function? {
    guard let own else { return nil }
    return functions[..<own].last {
      !$0.symbol.isEmpty && !$0.symbol.hasPrefix("swift_") && !$0.symbol.hasPrefix("$sIe")
        && ($0.symbol.hasPrefix("$s") || $0.isInProgram)
    }
  }

  /// The user's functions that led there; a function that calls itself counts once.
  private var callers: [Function] {
    guard let own else { return [] }
    var found: [Function] = []
    for function in functions[(own + 1)...]
    where function.isUsers(sources) && found.count < AllocationSites.mostCallers
      && function.symbol != (found.last ?? functions[own]).symbol
    {
      found.append(function)
    }
    return found
  }
}

extension AllocationTrace.Function {
  fileprivate var isOfHarness: Bool { AllocationTrace.isOfHarness(symbol) }

  /// Whether it belongs to Swift's library, or converts between calling conventions.
  fileprivate var isOfSwift: Bool {
    ["$ss", "$sS", "$sIe", "swift_"].contains(where: symbol.hasPrefix)
  }

  /// Whether it is the compiler's initializer, which allocates an object and calls the user's
  /// `init`.
  fileprivate var isInitializerWithoutLine: Bool { line == 0 && symbol.hasSuffix("fC") }

  fileprivate func isUsers(_ folder: String) -> Bool {
    guard let file, isInProgram, file.hasPrefix(folder) else { return false }
    return !file.dropFirst(folder.count).split(separator: "/").contains(".build")
  }

  fileprivate func location(relativeTo folder: String) -> SourceLocation? {
    guard let file, line > 0 || firstLine > 0 else { return nil }
    let location = SourceLocation(file: file, line: line > 0 ? line : firstLine)
    return location.relative(to: folder) ?? location
  }
}
