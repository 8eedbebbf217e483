import FrameTiming
import QuartzCore
import SwiftUI

/// An app whose list scrolls while every callback of the display link is recorded.
@main
struct ScrollApp: App {
  @State private var recorder = FrameRecorder()
  @State private var log = ""

  var body: some Scene {
    WindowGroup {
      VStack {
        HStack {
          Button("Record") { recorder.start() }
          Button("Stop") { log = recorder.stop() }
          // A UI test runs in another process, and reads the log from here.
          Text("Log").accessibilityIdentifier("log").accessibilityValue(log)
        }
        List(0..<1_000, id: \.self) { index in
          Label("Row \(index)", systemImage: "\(index % 50).circle")
        }
      }
    }
  }
}

/// Records the callbacks of a display link.
@MainActor
final class FrameRecorder: NSObject {
  private var log = FrameLog()
  private var link: CADisplayLink?

  func start() {
    log = FrameLog()
    log.reserveCapacity(120 * 60)
    let link = CADisplayLink(target: self, selector: #selector(step))
    // Without a range, the link of a 120 Hz display calls only 60 times a second.
    link.preferredFrameRateRange = CAFrameRateRange(minimum: 60, maximum: 120, preferred: 120)
    link.add(to: .main, forMode: .common)
    self.link = link
  }

  /// Ends the recording instead of pausing it: a pause would count as dropped frames.
  func stop() -> String {
    link?.invalidate()
    link = nil
    return log.csv
  }

  @objc private func step(_ link: CADisplayLink) {
    let start = CACurrentMediaTime()
    // What the app does in each frame belongs here.
    log.append(
      timestamp: link.timestamp, targetTimestamp: link.targetTimestamp, start: start,
      end: CACurrentMediaTime())
  }
}
