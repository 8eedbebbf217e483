/// What each frame of an animation costs, and where the animation pauses.
///
/// Limits on frames, work and pauses ensure that no replay overflows, at any rate, depth or delay.
public struct CostVector: Hashable, Sendable {
  /// The maximum number of frames that a vector may have.
  package static let largestFrameCount = FrameLimits.largestFrameCount

  /// The longest total work of all frames, in nanoseconds: 36 years.
  package static let longestWorkNs = FrameLimits.longestWorkNs

  /// The maximum number of idle ticks that a vector may declare.
  package static let largestIdleTickCount = FrameLimits.largestIdleTickCount

  /// The ticks without an update before a frame.
  struct Pause: Hashable, Sendable {
    let frame: Int
    let ticks: Int
  }

  /// The work of each frame, in nanoseconds: at least one entry, none negative.
  public let workNs: [Int64]

  /// The pauses, by ascending frame; none is before frame 0 or empty.
  let pauses: [Pause]

  /// The sum of `workNs`.
  public let totalWorkNs: Int64
}

extension CostVector {
  /// Creates a vector.
  ///
  /// - Parameters:
  ///   - workNs: The work of each frame, in nanoseconds.
  ///   - idleTicksBefore: Ticks without an update before a frame, by frame index. Those before
  ///     frame 0 are ignored: an animation starts with its first frame.
  /// - Throws: ``FrameTimingError`` when there is no frame, when work or ticks are negative, when a
  ///   key is not the index of a frame, or when a limit is exceeded: 100 million frames, 36 years
  ///   of work, one billion idle ticks.
  public init(workNs: [Int64], idleTicksBefore: [Int: Int64] = [:]) throws(FrameTimingError) {
    guard !workNs.isEmpty else { throw .noFrames }
    guard workNs.count <= Self.largestFrameCount else { throw .tooManyFrames(count: workNs.count) }
    totalWorkNs = try Self.sum(workNs)
    pauses = try Self.pauses(idleTicksBefore, frameCount: workNs.count)
    self.workNs = workNs
  }

  private static func sum(_ workNs: [Int64]) throws(FrameTimingError) -> Int64 {
    var total: Int64 = 0
    for frame in workNs.indices {
      let work = workNs[frame]
      guard work >= 0 else { throw .negativeWork(frame: frame, nanoseconds: work) }
      guard work <= longestWorkNs - total else { throw .workTooLong(frame: frame) }
      total += work
    }
    return total
  }

  private static func pauses(
    _ idleTicksBefore: [Int: Int64], frameCount: Int
  ) throws(FrameTimingError) -> [Pause] {
    var pauses: [Pause] = []
    var total: Int64 = 0
    for (frame, ticks) in idleTicksBefore.sorted(by: { $0.key < $1.key }) {
      guard (0..<frameCount).contains(frame) else {
        throw .unknownIdleFrame(key: "\(frame)", frameCount: frameCount)
      }
      guard ticks >= 0, ticks <= largestIdleTickCount - total else {
        throw .idleTicksOutOfRange(frame: frame, ticks: ticks)
      }
      total += ticks
      if frame > 0, ticks > 0 { pauses.append(Pause(frame: frame, ticks: Int(ticks))) }
    }
    return pauses
  }
}

extension CostVector {
  /// The number of frames; at least 1.
  public var frameCount: Int { workNs.count }

  package var largestWorkNs: Int64 { workNs.max() ?? 0 }

  /// Ticks without an update before a frame, by frame index.
  public var idleTicksBefore: [Int: Int] {
    Dictionary(uniqueKeysWithValues: pauses.map { ($0.frame, $0.ticks) })
  }

  /// The same animation on a machine that takes `factor` times as long.
  ///
  /// Work is rounded half up to whole nanoseconds, which is exact for frames of up to 52 days
  /// (2⁵² ns). A factor of 1 changes nothing.
  ///
  /// - Parameter factor: Above 0.
  /// - Returns: The scaled work, with the same pauses.
  /// - Throws: ``FrameTimingError/scaleOutOfRange(given:)`` for a factor that is not positive and
  ///   finite, ``FrameTimingError/workTooLong(frame:)`` when the result exceeds 36 years.
  public func scaled(by factor: Double) throws(FrameTimingError) -> CostVector {
    guard factor.isFinite, factor > 0 else { throw .scaleOutOfRange(given: factor) }
    if factor == 1 { return self }
    var scaled = workNs
    var total: Int64 = 0
    for frame in scaled.indices {
      guard let work = Self.scale(scaled[frame], by: factor), work <= Self.longestWorkNs - total
      else { throw .workTooLong(frame: frame) }
      scaled[frame] = work
      total += work
    }
    return CostVector(workNs: scaled, pauses: pauses, totalWorkNs: total)
  }

  /// `work · factor`, rounded half up, or nil if it exceeds ``longestWorkNs``.
  @inline(__always)
  static func scale(_ work: Int64, by factor: Double) -> Int64? {
    let scaled = (Double(work) * factor).rounded(.toNearestOrAwayFromZero)
    return scaled <= Double(longestWorkNs) ? Int64(scaled) : nil
  }
}

extension ArraySlice<CostVector.Pause> {
  /// Removes and returns the idle ticks before `frame`; call it for frames in ascending order.
  @inline(__always)
  mutating func takeTicks(before frame: Int) -> Int {
    guard let pause = first, pause.frame == frame else { return 0 }
    removeFirst()
    return pause.ticks
  }
}
