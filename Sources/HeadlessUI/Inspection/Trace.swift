/// What a window showed, tick by tick: the same inputs give the same trace, bit for bit.
public struct Trace: Hashable, Sendable {
  /// One tick.
  public struct Entry: Hashable, Sendable {
    /// The tick's time in nanoseconds.
    public let nanoseconds: Int64

    /// Every view, back to front.
    public let views: [ViewSnapshot]
  }

  public private(set) var entries: [Entry] = []

  /// Creates an empty trace.
  public init() {}

  /// Adds what `window` shows at the engine's time.
  public mutating func record(_ window: Window) {
    entries.append(Entry(nanoseconds: window.engine.nanoseconds, views: window.snapshots()))
  }
}
