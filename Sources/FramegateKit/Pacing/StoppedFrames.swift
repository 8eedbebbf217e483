import FrameModel

/// The frames that were hit when the process was stopped, as with Ctrl-Z.
///
/// Only the signal that continues a process proves that it was stopped. A time in which the thread
/// neither ran nor waited for a core may also be a frame that blocks, or a hypervisor that runs
/// another machine; leaving those frames out would hide drops.
struct StoppedFrames {
  let isHit: [Bool]

  /// Finds the frames that were hit.
  ///
  /// A frame is hit if `isStopped` is true for it: the process was continued between the end of the
  /// previous frame and its own end. A frame that starts late because the previous one was hit is
  /// hit, too, if it would have met its deadline had it started at its tick.
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
