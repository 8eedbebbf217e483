import Foundation
import FrameLogs
import FrameTiming
import Testing

@Suite("Scheduler vectors")
struct SchedulerVectorTests {
  @Test("There are eleven vectors")
  func count() {
    #expect(SchedulerVector.all.count == 11)
  }

  @Test("A replay equals its vector in every field", arguments: SchedulerVector.all)
  func equalsVector(_ vector: SchedulerVector) throws {
    let (replay, costs) = try vector.input.validated()

    let output = try ReplayOutput(replay.timeline(of: costs))

    let fields = try JSONDecoder().decode(
      [String: JSONValue].self, from: JSONEncoder().encode(output))
    #expect(vector.expect.values.count == 19)
    for (key, expected) in vector.expect.values {
      #expect(fields[key] == expected, "\(key)")
    }
    #expect(
      Set(fields.keys).subtracting(vector.expect.values.keys) == [
        "fragile_frames", "latency_ns", "animation_error_mean_ns", "animation_error_max_ns",
        "first_frame_ns", "largest_latency_slots",
      ])
  }
}
