/// A budget has the same text on the command line and in files.
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
extension FrameBudget: CustomStringConvertible {
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
}

extension FrameBudget.Display: CustomStringConvertible {
  /// `@60/d2/r1.5ms`; a depth of 1 and a reserve of 0 are left out.
  package var description: String {
    "@\(rate.hertz)" + (depth == 1 ? "" : "/d\(depth)")
      + (reserveNs == 0 ? "" : "/r\(TimeText.print(reserveNs))")
  }
}

/// A budget is one string in a file.
extension FrameBudget: Encodable {
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
