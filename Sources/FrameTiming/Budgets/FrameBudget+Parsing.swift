public import FrameModel

/// Reads the text of a budget, whose grammar is at `FrameBudget.description`, which prints it.
extension FrameBudget: LosslessStringConvertible {
  /// Creates a budget from its text, or nil if the text is malformed.
  public init?(_ description: String) {
    guard let budget = try? FrameBudget(parsing: description) else { return nil }
    self = budget
  }

  /// Creates a budget from its text.
  ///
  /// - Parameter text: Such as `noDroppedFrames@120` or `largestWork=4ms@120/d2/r1.5ms`.
  /// - Throws: ``FrameTimingError/malformedBudget(text:problem:)``, or the error of a rate, depth
  ///   or reserve that is out of range.
  public init(parsing text: String) throws(FrameTimingError) {
    let halves = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let words = halves[0].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let reader = LimitReader(text: text, name: words[0], value: words.count == 2 ? words[1] : nil)
    if let limit = try reader.limitAtEveryRate() {
      guard halves.count == 1 else { throw reader.malformed("\(words[0]) applies to every rate") }
      self.init(limit)
    } else {
      let limit = try reader.limit()
      guard halves.count == 2 else {
        throw reader.malformed("\(words[0]) needs a rate, such as @60")
      }
      self.init(.frames(limit, on: try reader.display(halves[1])))
    }
  }
}

private struct LimitReader {
  let text: String
  let name: Substring

  /// The text after `=`.
  let value: Substring?

  func malformed(_ problem: String) -> FrameTimingError {
    .malformedBudget(text: text, problem: problem)
  }

  /// The limit of this name that applies to every rate, or nil for an unknown name.
  func limitAtEveryRate() throws(FrameTimingError) -> FrameBudget.Limit? {
    if name == "allocationsPerFrame" { return .allocationsPerFrame(try allocations()) }
    if name == "largestJump" {
      return .largestJump(
        points: try number("a distance in points, such as 40pt") { Self.decimal($0, "pt") })
    }
    for group in FrameGroup.allCases {
      if name == "\(group.rawValue)Work" {
        let parts = try given().split(
          separator: "/w", maxSplits: 1, omittingEmptySubsequences: false)
        let cold = try factor(parts[0])
        let warm = parts.count == 2 ? try factor(parts[1]) : cold
        return .work(group, timesReference: cold, warm: warm)
      }
      if name == "\(group.rawValue)Allocations" { return .allocations(group, try allocations()) }
    }
    return nil
  }

  func limit() throws(FrameTimingError) -> FrameBudget.FrameLimit {
    switch name {
    case "noDroppedFrames":
      guard value == nil else { throw malformed("noDroppedFrames takes no value") }
      return .noDroppedFrames
    case "largestWork":
      return .largestWork(nanoseconds: try number("a time, such as 4ms") { TimeText.parse($0) })
    case "largestHitchRatio":
      return .largestHitchRatio(try number("a ratio in ms/s, such as 5") { Self.decimal($0, "") })
    case "firstFrame": return .firstFrame(lateBy: try slots())
    case "largestLatency": return .largestLatency(slots: try slots())
    default: throw malformed("there is no limit called '\(name)'")
    }
  }

  func display(_ half: Substring) throws(FrameTimingError) -> FrameBudget.Display {
    var parts = half.split(separator: "/", omittingEmptySubsequences: false)[...]
    let rate = try RefreshRate(parsing: parts.removeFirst())
    var depth: Int?
    var reserveNs: Int64?
    for part in parts {
      if depth == nil, reserveNs == nil, part.hasPrefix("d"), let number = Int(part.dropFirst()) {
        depth = number
      } else if reserveNs == nil, part.hasPrefix("r"), let time = TimeText.parse(part.dropFirst()) {
        reserveNs = time
      } else {
        throw malformed("'/\(part)' is neither a depth like /d2 nor a reserve like /r1.5ms")
      }
    }
    return try FrameBudget.Display(rate: rate, depth: depth ?? 1, reserveNs: reserveNs ?? 0)
  }

  private func given() throws(FrameTimingError) -> Substring {
    guard let value else { throw malformed("\(name) needs a value after '='") }
    return value
  }

  /// The value as a number of this kind; `parse` returns nil for anything else.
  private func number<Number>(
    _ kind: String, _ parse: (Substring) -> Number?
  ) throws(FrameTimingError) -> Number {
    let value = try given()
    guard let number = parse(value) else { throw malformed("'\(value)' is not \(kind)") }
    return number
  }

  private func allocations() throws(FrameTimingError) -> Int {
    try number("a number of allocations") { Int($0).flatMap { $0 >= 0 ? $0 : nil } }
  }

  private func slots() throws(FrameTimingError) -> Int {
    try number("a number of slots") { Int(digits: $0) }
  }

  private func factor(_ part: Substring) throws(FrameTimingError) -> Double {
    guard let factor = Self.decimal(part, "x") else {
      throw malformed("'\(part)' is not a multiple of the reference frame, such as 2.5x")
    }
    return factor
  }

  /// Reads a finite number of 0 or more that is followed by `unit`.
  private static func decimal(_ text: Substring, _ unit: String) -> Double? {
    guard text.hasSuffix(unit), let number = Double(text.dropLast(unit.count)), number.isFinite,
      number >= 0
    else { return nil }
    return number
  }
}

/// In a file, a budget is one string, which is checked like one on the command line.
extension FrameBudget: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      try self.init(parsing: container.decode(String.self))
    } catch let error as FrameTimingError {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: container.codingPath, debugDescription: error.description,
          underlyingError: error))
    }
  }
}
