/// The first names of a Swift symbol: where its function is declared.
///
/// Reads the beginning of the mangled name, which the stable ABI of Swift defines: the module, the
/// type if the function is a method, and the function itself. The symbols that the compiler derives
/// from a function, such as its specializations and closures, begin in the same way.
/// `swift-demangle` is not needed.
struct MangledName: Hashable, Sendable {
  /// The module that declares the function, which may extend a type of another one; nil for types
  /// of the standard library.
  let module: String?

  /// The type that the function is a member of; the outermost one if types are nested.
  let type: String?

  /// The function, without its arguments.
  let function: String?

  /// Creates the names of a symbol, or nil for one that is not Swift's.
  init?(_ symbol: String) {
    guard let prefix = ["$s", "_$s"].first(where: symbol.hasPrefix) else { return nil }
    var reader = MangledReader(symbol.utf8.dropFirst(prefix.count))
    var module = reader.identifier()
    reader.module = module
    var type: String?
    if module == nil {
      // The symbol starts with a type of the standard library, such as `Sa`, or of C.
      reader.skipForeignType()
    } else if let name = reader.identifier() {
      guard reader.skipTypeKind() else {
        self.init(module: module, type: nil, function: name)
        return
      }
      type = name
    }
    // Types in the type, and modules that extend it.
    var rest = reader
    while let name = rest.identifier() {
      if rest.skip("E") {
        module = name
      } else if !rest.skipTypeKind() {
        guard rest.skipRequirements() else { break }
        module = name
      }
      reader = rest
    }
    self.init(module: module, type: type, function: reader.identifier())
  }

  private init(module: String?, type: String?, function: String?) {
    self.module = module
    self.type = type
    self.function = function
  }
}

/// Reads a mangled name from its start.
private struct MangledReader {
  private var rest: Substring.UTF8View

  /// The words of earlier identifiers, which later ones name by a letter.
  private var words: [Substring] = []

  /// The module that the symbol begins with, or nil if it begins with something else.
  var module: String?

  init(_ text: Substring.UTF8View) { rest = text }
}

extension MangledReader {
  /// The name that comes next, or nil if something else does.
  mutating func identifier() -> String? {
    var after = self
    let repeatsModule = module != nil && after.skip("A") && after.skip("A")
    if !repeatsModule { after = self }
    guard let name = repeatsModule ? module : after.plainIdentifier() else { return nil }
    let isLabeled = after.rest.first.map(Self.isDigit) ?? false
    // A private declaration has a second identifier for its file.
    var afterFile = after
    if let file = afterFile.plainIdentifier(), file.hasPrefix("_"), afterFile.skip("L"),
      afterFile.skip("L")
    {
      after = afterFile
    } else if repeatsModule, isLabeled {
      // The module of a protocol, in a witness of it.
      return nil
    }
    self = after
    return name
  }

  private mutating func plainIdentifier() -> String? {
    guard let first = rest.first, Self.isDigit(first) else { return nil }
    guard skip("0") else { return part().map(String.init) }
    // A letter stands for a word of an earlier identifier; the last such letter is uppercase.
    var name = ""
    var mayRepeat = true
    repeat {
      while mayRepeat, let letter = rest.first, !Self.isDigit(letter) {
        mayRepeat = !Self.isUppercase(letter)
        let index = Int(letter) - Int(UInt8(ascii: mayRepeat ? "a" : "A"))
        guard words.indices.contains(index) else { return nil }
        rest.removeFirst()
        name += words[index]
      }
      if skip("0") { break }
      guard let part = part() else { return nil }
      name += part
    } while mayRepeat
    return name
  }

  /// Reads a number, and then as many characters.
  private mutating func part() -> Substring? {
    let digits = rest.prefix(while: Self.isDigit)
    guard let count = Int(Substring(digits)), count <= rest.count - digits.count else { return nil }
    rest.removeFirst(digits.count)
    let part = Substring(rest.prefix(count))
    rest.removeFirst(count)
    remember(part)
    return part
  }

  /// Remembers the words of a part: `LayerTree` has `Layer` and `Tree`.
  private mutating func remember(_ part: Substring) {
    let bytes = Array(part.utf8)
    var start: Int?
    for index in 0...bytes.count {
      let byte = index < bytes.count ? bytes[index] : nil
      if let begun = start, Self.endsWord(byte, after: bytes[index - 1]) {
        if index - begun >= 2, words.count < 26 {
          words.append(Substring(decoding: bytes[begun..<index], as: UTF8.self))
        }
        start = nil
      }
      if start == nil, let byte, byte != UInt8(ascii: "_"), !Self.isDigit(byte) { start = index }
    }
  }

  private static func endsWord(_ byte: UInt8?, after last: UInt8) -> Bool {
    guard let byte, byte != UInt8(ascii: "_") else { return true }
    return isUppercase(byte) && !isUppercase(last)
  }

  private static func isUppercase(_ byte: UInt8) -> Bool {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  /// Skips a type that no module with a name declares: one with letters of its own, such as `Sa`
  /// for arrays and `ScP` for priorities, another of the standard library (`s`), or one of C (`So`).
  mutating func skipForeignType() {
    if !skip("s") {
      guard skip("S"), let letter = rest.popFirst() else { return }
      if letter == UInt8(ascii: "c") { rest = rest.dropFirst() }
      guard letter == UInt8(ascii: "o") else { return }
    }
    var after = self
    if after.identifier() != nil, after.skipTypeKind() { self = after }
  }

  /// Skips the requirements of a constrained extension, up to the extension's mark; false if there
  /// are none.
  mutating func skipRequirements() -> Bool {
    guard let first = rest.first, !Self.isDigit(first) else { return false }
    var after = rest
    while let byte = after.popFirst() {
      // A signature ends in `l`, and what is declared begins with the length of its name.
      guard byte == UInt8(ascii: "l"), after.first == UInt8(ascii: "E"),
        after.dropFirst().first.map(Self.isDigit) ?? false
      else { continue }
      rest = after.dropFirst()
      return true
    }
    return false
  }

  /// Skips the letter of a class, a structure, an enumeration or a protocol; false if there is
  /// none.
  mutating func skipTypeKind() -> Bool { ["C", "V", "O", "P"].contains { skip($0) } }

  mutating func skip(_ letter: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: letter) else { return false }
    rest.removeFirst()
    return true
  }
}
