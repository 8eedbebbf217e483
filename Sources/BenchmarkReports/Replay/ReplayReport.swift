package import FrameTiming

/// What one cost vector does on a vsync grid, for people.
package struct ReplayReport {
  /// Up to so many frames get a row each.
  package static let longestTable = 60

  let timeline: FrameTimeline
  let title: String

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - timeline: The replay.
  ///   - title: What was replayed.
  package init(_ timeline: FrameTimeline, title: String) {
    (self.timeline, self.title) = (timeline, title)
  }
}

extension ReplayReport {
  /// The settings, a row per frame for short animations, the totals, and a last line with the verdict.
  ///
  /// - Parameter style: Plain, or with colours for a terminal.
  /// - Returns: Lines that end in a newline.
  package func text(_ style: ReportStyle = .plain) -> String {
    var blocks = [style.paint(title, as: .heading) + "\n" + settingsLine + "\n"]
    if timeline.frameCount <= Self.longestTable { blocks.append(frames.text(style)) }
    blocks.append(totals.map { $0 + "\n" }.joined())
    let role: ReportStyle.Role = timeline.droppedFrameCount > 0 ? .bad : .good
    blocks.append(style.paint(verdict, as: role) + "\n")
    return blocks.joined(separator: "\n")
  }

  private var settingsLine: String {
    let settings = timeline.settings
    let rates = timeline.grid.segments.map { "\($0.rate)" }.joined(separator: " → ")
    return """
      \(rates), depth \(settings.depth), reserve \(TimeUnit.printWithUnit(settings.reserveNs)), \
      start \(settings.startPolicy.rawValue), queue \(settings.queue.rawValue), \
      wake-up \(TimeUnit.printWithUnit(settings.wakeDelayNs))
      """
  }

  private var frames: Table {
    var table = Table([
      "frame", "work ms", "begin tick", "start ms", "end ms", "overrun ms", "target", "shown",
      "<remark",
    ])
    let (targets, fragile) = (timeline.targetSlot, Set(timeline.fragileFrames))
    for frame in 0..<timeline.frameCount {
      let isLate = timeline.isLate(frame)
      let remarks = [
        isLate ? "late" : nil,
        timeline.presentSlot[frame] > targets[frame] && !isLate ? "delayed" : nil,
        fragile.contains(frame) ? "fragile" : nil,
        timeline.settings.queue == .latest && timeline.isDiscardedByLatest(frame)
          ? "discarded" : nil,
      ].compactMap(\.self)
      let work = timeline.endNs[frame] - timeline.startNs[frame]
      let numbers = [
        work, timeline.startNs[frame], timeline.endNs[frame], timeline.overrunNs[frame],
      ]
      .map { Table.Cell(Self.milliseconds($0)) }
      table.add([
        Table.Cell("\(frame)"), numbers[0], Table.Cell("\(timeline.beginTick[frame])"),
        numbers[1], numbers[2], numbers[3], Table.Cell("\(targets[frame])"),
        Table.Cell("\(timeline.presentSlot[frame])"),
        Table.Cell(remarks.joined(separator: ", "), isLate ? .bad : .doubtful),
      ])
    }
    return table
  }

  /// Whole nanoseconds, so that an overrun of one is visible.
  private static func milliseconds(_ nanoseconds: Int64) -> String {
    NumberText.format(Double(nanoseconds) / 1e6, decimals: 6)
  }
}
