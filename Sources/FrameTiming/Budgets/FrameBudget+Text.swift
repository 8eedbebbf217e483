/// A budget has the same text on a command line and in a file.
///
///     budget   = "noDroppedFrames" display
///              | "largestWork=" time display
///              | "largestHitchRatio=" decimal display      in ms/s
///              | "firstFrame=" digits display              slots after its target
///              | "largestLatency=" digits display          slots after the begin tick
///              | "allocationsPerFrame=" digits
///              | group "Work=" decimal "x" [ "/w" decimal "x" ]
///                                  times the work of the reference frame, warm
///              | group "Allocations=" digits
///              | "largestJump=" decimal "pt"
///     group    = "firstFrame" | "laterFrame" | "medianFrame"
///     display  = "@" hertz [ "/d" depth ] [ "/r" time ]
///     time     = decimal ( "ns" | "us" | "ms" | "s" )      whole nanoseconds
///
/// Printing leaves out a depth of 1 and a reserve of 0. Parsing the printed text gives the same
/// budget.
extension FrameBudget: LosslessStringConvertible {
  public var description: String {
    switch limit {
    case .frames(.noDroppedFrames, let display): "noDroppedFrames\(display)"
    case .frames(.largestWork(let work), let display):
      "largestWork=\(TimeText.print(work))\(display)"
    case .frames(.largestHitchRatio(let ratio), let display):
      "largestHitchRatio=\(Self.text(of: ratio))\(display)"
    case .frames(.firstFrame(let slots), let display): "firstFrame=\(slots)\(display)"
    case .frames(.largestLatency(let slots), let display): "largestLatency=\(slots)\(display)"
    case .allocationsPerFrame(let count): "allocationsPerFrame=\(count)"
    case .work(let group, let factor, let warm):
      "\(group.rawValue)Work=\(Self.text(of: factor))x"
        + (warm == factor ? "" : "/w\(Self.text(of: warm))x")
    case .largestJump(let points): "largestJump=\(Self.text(of: points))pt"
    case .allocations(let group, let count): "\(group.rawValue)Allocations=\(count)"
    }
  }

  private static func text(of ratio: Double) -> String {
    let text = "\(ratio)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Creates a budget from its text; nil when it is malformed.
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
    let value = words.count == 2 ? words[1] : nil
    if let limit = try Self.limitAtEveryRate(name: words[0], value: value, of: text) {
      guard halves.count == 1 else {
        throw .malformedBudget(text: text, problem: "\(words[0]) applies to every rate")
      }
      self.init(limit)
    } else {
      let limit = try Self.limit(name: words[0], value: value, of: text)
      guard halves.count == 2 else {
        throw .malformedBudget(text: text, problem: "\(words[0]) needs a rate, such as @60")
      }
      self.init(.frames(limit, on: try Self.display(halves[1], of: text)))
    }
  }

  /// The limit of this name that applies to every rate; nil for a name of none.
  private static func limitAtEveryRate(
    name: Substring, value: Substring?, of text: String
  ) throws(FrameTimingError) -> Limit? {
    if name == "allocationsPerFrame" {
      return .allocationsPerFrame(try allocations(name, value, of: text))
    }
    if name == "largestJump" {
      guard let value else {
        throw .malformedBudget(text: text, problem: "largestJump needs a value after '='")
      }
      guard value.hasSuffix("pt"), let points = Double(value.dropLast(2)), points.isFinite,
        points >= 0
      else {
        throw .malformedBudget(
          text: text, problem: "'\(value)' is not a distance in points, such as 40pt")
      }
      return .largestJump(points: points)
    }
    for group in FrameGroup.allCases {
      if name == "\(group.rawValue)Work" {
        let (factor, warm) = try factors(name, value, of: text)
        return .work(group, timesReference: factor, warm: warm)
      }
      if name == "\(group.rawValue)Allocations" {
        return .allocations(group, try allocations(name, value, of: text))
      }
    }
    return nil
  }

  /// The limits of cold and of warm work.
  private static func factors(
    _ name: Substring, _ value: Substring?, of text: String
  ) throws(FrameTimingError) -> (Double, Double) {
    guard let value else {
      throw .malformedBudget(text: text, problem: "\(name) needs a value after '='")
    }
    let parts = value.split(separator: "/w", maxSplits: 1, omittingEmptySubsequences: false)
    let cold = try factor(parts[0], of: text)
    return (cold, parts.count == 2 ? try factor(parts[1], of: text) : cold)
  }

  private static func factor(
    _ value: Substring, of text: String
  ) throws(FrameTimingError) -> Double {
    guard value.hasSuffix("x"), let factor = Double(value.dropLast()), factor.isFinite, factor >= 0
    else {
      throw .malformedBudget(
        text: text, problem: "'\(value)' is not a multiple of the reference frame, such as 2.5x")
    }
    return factor
  }

  private static func allocations(
    _ name: Substring, _ value: Substring?, of text: String
  ) throws(FrameTimingError) -> Int {
    guard let value else {
      throw .malformedBudget(text: text, problem: "\(name) needs a value after '='")
    }
    guard let count = Int(value), count >= 0 else {
      throw .malformedBudget(text: text, problem: "'\(value)' is not a number of allocations")
    }
    return count
  }

  private static func limit(
    name: Substring, value: Substring?, of text: String
  ) throws(FrameTimingError) -> FrameLimit {
    switch (name, value) {
    case ("noDroppedFrames", nil): return .noDroppedFrames
    case ("noDroppedFrames", _?):
      throw .malformedBudget(text: text, problem: "noDroppedFrames takes no value")
    case ("largestWork", let value?):
      guard let time = TimeText.parse(value) else {
        throw .malformedBudget(text: text, problem: "'\(value)' is not a time, such as 4ms")
      }
      return .largestWork(nanoseconds: time)
    case ("largestHitchRatio", let value?):
      guard let ratio = Double(value), ratio.isFinite, ratio >= 0 else {
        throw .malformedBudget(text: text, problem: "'\(value)' is not a ratio in ms/s, such as 5")
      }
      return .largestHitchRatio(ratio)
    case ("firstFrame", let value?): return .firstFrame(lateBy: try slots(value, of: text))
    case ("largestLatency", let value?): return .largestLatency(slots: try slots(value, of: text))
    case ("largestWork", nil), ("largestHitchRatio", nil), ("firstFrame", nil),
      ("largestLatency", nil):
      throw .malformedBudget(text: text, problem: "\(name) needs a value after '='")
    default:
      throw .malformedBudget(text: text, problem: "there is no limit called '\(name)'")
    }
  }

  private static func slots(
    _ value: Substring, of text: String
  ) throws(FrameTimingError) -> Int {
    guard value.utf8.allSatisfy({ (48...57).contains($0) }), let slots = Int(value) else {
      throw .malformedBudget(text: text, problem: "'\(value)' is not a number of slots")
    }
    return slots
  }

  private static func display(
    _ text: Substring, of whole: String
  ) throws(FrameTimingError) -> Display {
    var parts = text.split(separator: "/", omittingEmptySubsequences: false)[...]
    let rate = try RefreshRate(parsing: parts.removeFirst())
    var depth: Int?
    var reserveNs: Int64?
    for part in parts {
      if depth == nil, reserveNs == nil, part.hasPrefix("d"), let number = Int(part.dropFirst()) {
        depth = number
      } else if reserveNs == nil, part.hasPrefix("r"), let time = TimeText.parse(part.dropFirst()) {
        reserveNs = time
      } else {
        throw .malformedBudget(
          text: whole, problem: "'/\(part)' is neither a depth like /d2 nor a reserve like /r1.5ms")
      }
    }
    return try Display(rate: rate, depth: depth ?? 1, reserveNs: reserveNs ?? 0)
  }
}

extension FrameBudget.Display: CustomStringConvertible {
  /// `@60/d2/r1.5ms`; a depth of 1 and a reserve of 0 are left out.
  package var description: String {
    "@\(rate.hertz)" + (depth == 1 ? "" : "/d\(depth)")
      + (reserveNs == 0 ? "" : "/r\(TimeText.print(reserveNs))")
  }
}

/// A budget is one string in a file, checked like one from the command line.
extension FrameBudget: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      try self.init(parsing: container.decode(String.self))
    } catch let error as FrameTimingError {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
