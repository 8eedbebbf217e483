/// A place in a paced run where the process was stopped and continued, as by Ctrl-Z or a debugger.
///
/// The frames that it hit are not in the recording, and the slots of the ticks without them expect
/// no frame.
public struct PacedStop: Hashable, Codable, Sendable {
  /// The first frame after it that counts; the number of frames if there is none.
  public let frame: Int

  /// How many frames it hit.
  public let excludedFrames: Int

  /// Creates a stop.
  public init(frame: Int, excludedFrames: Int) {
    self.frame = frame
    self.excludedFrames = excludedFrames
  }
}

/// The frames that stops of the process hit.
///
/// Only the signal that continues a process tells for certain that it was stopped. A time in which
/// the thread neither ran nor waited for a core can as well be a frame that blocks, or a hypervisor
/// that runs another machine, and leaving these out would hide what they drop.
struct StoppedFrames {
  let isHit: [Bool]

  /// Finds the frames, from whether the process was continued since the end of the frame before.
  ///
  /// A frame is hit if the process was continued between the end of the frame before it and its own
  /// end. So is a frame that starts late because the one before it was hit, if it would have met
  /// its deadline from its tick on.
  init(_ isStopped: [Bool], in recording: PacedRecording) {
    let grid = recording.grid
    var isHit = isStopped
    for frame in isHit.indices.dropFirst() where !isHit[frame] && isHit[frame - 1] {
      let tick = recording.beginTick[frame]
      let tickNs = grid.vsync(tick)
      guard recording.endNs[frame - 1] > tickNs else { continue }
      let allowed = grid.vsync(tick + recording.depth) - recording.reserveNs - tickNs
      isHit[frame] = recording.endNs[frame] - recording.startNs[frame] <= allowed
    }
    self.isHit = isHit
  }

  var stops: [PacedStop] {
    var stops: [PacedStop] = []
    var kept = 0
    var excluded = 0
    for isHit in isHit {
      if isHit {
        excluded += 1
        continue
      }
      if excluded > 0 { stops.append(PacedStop(frame: kept, excludedFrames: excluded)) }
      excluded = 0
      kept += 1
    }
    if excluded > 0 { stops.append(PacedStop(frame: kept, excludedFrames: excluded)) }
    return stops
  }

  func rest<Element>(of all: [Element]) -> [Element] { zip(all, isHit).filter { !$1 }.map(\.0) }
}

/// How far the system's clock, which can be set, is ahead of the monotonic clock.
struct SystemClockOffset {
  /// The shortest step that counts as a jump, in nanoseconds.
  private static let shortestJumpNs: Int64 = 10_000_000

  private let timeNs: Int64
  private let offsetNs: Int64

  /// Nil where the clock does not tell the system's time.
  init?(_ clock: some FrameClock) {
    // The process may lose its core between two readings.
    for _ in 0..<10 {
      let before = clock.now()
      guard let system = clock.systemTime() else { return nil }
      guard clock.now() - before < 1_000_000 else { continue }
      timeNs = before
      offsetNs = system - before
      return
    }
    return nil
  }

  /// How far the clock jumped since `earlier`, in nanoseconds; 0 for what a time server corrects by
  /// slowly, less than a thousandth of the time.
  func jump(since earlier: SystemClockOffset) -> Int64 {
    let change = offsetNs - earlier.offsetNs
    let drift = max(Self.shortestJumpNs, (timeNs - earlier.timeNs) / 1_000)
    return change.magnitude > drift ? change : 0
  }
}
