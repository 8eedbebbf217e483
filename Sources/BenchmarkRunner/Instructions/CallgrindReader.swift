/// Reads callgrind's output: the lines about functions and their own cost.
///
/// The format is Valgrind's "Callgrind Format Specification": header lines `key: value`, `fn=`
/// names the function that the following cost lines belong to. A name is written out once, with a
/// number (`fn=(12) main`), and later replaced by the number (`fn=(12)`). The cost line after
/// `calls=` is the cost of a callee.
package struct CallgrindReader {
  private var parts: [CallgrindProfile.Part] = []
  private var names: [Substring: String] = [:]
  private var function = ""
  private var isCallCost = false

  /// The sum of all costs so far: if it does not overflow, no partial sum does.
  private var allCosts: Int64 = 0

  /// Numbers before the costs in a cost line: one per kind of position.
  private var positionCount = 1

  /// Reads a whole file, which may hold several parts.
  ///
  /// - Returns: Nil for text that is not a profile, or a profile of something other than
  ///   instructions.
  package static func profile(of text: String) -> CallgrindProfile? {
    var reader = CallgrindReader()
    for line in text.split(separator: "\n") { guard reader.read(line) else { return nil } }
    return reader.parts.isEmpty ? nil : CallgrindProfile(parts: reader.parts)
  }
}

extension CallgrindReader {
  /// Reads one line; returns false when it is malformed.
  private mutating func read(_ line: Substring) -> Bool {
    guard let first = line.utf8.first else { return true }
    switch first {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "*"):
      return readCost(line)
    case UInt8(ascii: "#"): return true
    default:
      if let equals = line.firstIndex(of: "="), !line[..<equals].contains(":") {
        return readName(line[..<equals], line[line.index(after: equals)...])
      }
      return readHeader(line)
    }
  }

  private mutating func readHeader(_ line: Substring) -> Bool {
    guard let colon = line.firstIndex(of: ":") else { return false }
    let value = line[line.index(after: colon)...].drop { $0 == " " }
    switch line[..<colon] {
    case "part": parts.append(CallgrindProfile.Part())
    case "desc" where value.hasPrefix("Trigger: "):
      return changePart { $0.trigger = String(value.dropFirst("Trigger: ".count)) }
    case "positions": positionCount = value.split(separator: " ").count
    case "events": return value.hasPrefix("Ir")
    case "totals":
      guard let total = value.split(separator: " ").first.flatMap({ Int64($0) }) else {
        return false
      }
      return changePart { $0.total = total }
    default: break
    }
    return true
  }

  private mutating func readName(_ key: Substring, _ value: Substring) -> Bool {
    switch key {
    case "fn", "cfn":
      guard let name = name(value) else { return false }
      if key == "fn" { function = name }
    case "calls": isCallCost = true
    default: break
    }
    return true
  }

  /// The name in `(12) main`, `(12)` or `main`, without the mark of a recursive call.
  private mutating func name(_ value: Substring) -> String? {
    guard value.hasPrefix("("), let end = value.firstIndex(of: ")"),
      Int(value[value.index(after: value.startIndex)..<end]) != nil
    else { return Self.unmarked(value) }
    let number = value[...end]
    let name = value[value.index(after: end)...].drop { $0 == " " }
    guard name.isEmpty else {
      names[number] = Self.unmarked(name)
      return names[number]
    }
    return names[number]
  }

  /// Callgrind marks the second level of a recursion with `'2`.
  private static func unmarked(_ name: Substring) -> String {
    guard let mark = name.lastIndex(of: "'"), Int(name[name.index(after: mark)...]) != nil else {
      return String(name)
    }
    return String(name[..<mark])
  }

  private mutating func readCost(_ line: Substring) -> Bool {
    if isCallCost {
      isCallCost = false
      return true
    }
    let fields = line.split(separator: " ")
    guard fields.count > positionCount else { return true }
    guard let cost = Int64(fields[positionCount]), cost >= 0 else { return false }
    let (sum, overflow) = allCosts.addingReportingOverflow(cost)
    guard !overflow else { return false }
    allCosts = sum
    let function = function
    return changePart { $0.selfCosts[function, default: 0] += cost }
  }

  private mutating func changePart(_ change: (inout CallgrindProfile.Part) -> Void) -> Bool {
    guard !parts.isEmpty else { return false }
    change(&parts[parts.count - 1])
    return true
  }
}
