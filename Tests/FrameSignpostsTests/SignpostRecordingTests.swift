import Foundation
import ResultTestSupport
import TestSupport
import Testing

@testable import FrameSignposts

@Suite("Signposts of frames")
struct SignpostRecordingTests {
  @Test(
    "Damaged recordings are recognized",
    arguments: [
      (SignpostRecording.Interval(name: 3, beginNs: 60, endNs: 90), "without a name"),
      (.init(name: -1, beginNs: 60, endNs: 90), "without a name"),
      (.init(name: 2, beginNs: 5, endNs: 9), "overlap"),
      (.init(name: 2, beginNs: 55, endNs: 61), "overlap"),
      (.init(name: 2, beginNs: 60, endNs: 101), "overlap"),
      (.init(name: 2, beginNs: 90, endNs: 60), "overlap"),
    ])
  func damaged(interval: SignpostRecording.Interval, finding: String) {
    let frame = Fixtures.signposts.frames[0]
    var recording = Fixtures.signposts
    recording.frames = [
      .init(durationNs: 100, intervals: frame.intervals.dropLast() + [interval])
    ]

    #expect(recording.problem?.contains(finding) == true)
  }

  @Test("Impossible durations are recognized", arguments: [-1, 86_400_000_000_001] as [Int64])
  func duration(nanoseconds: Int64) {
    let frame = SignpostRecording.Frame(durationNs: nanoseconds, intervals: [])

    #expect(
      SignpostRecording(names: [], frames: [frame]).problem == "frame 0 takes \(nanoseconds) ns")
  }

  @Test("A file has three numbers per interval")
  func coding() throws {
    let data = try JSONEncoder().encode(Fixtures.signposts)
    let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])

    #expect(object["intervals"] as? [[Int]] == [[0, 10, 60, 1, 20, 50, 2, 60, 90]])
    #expect(object["frameNs"] as? [Int] == [100])
    #expect(try JSONDecoder().decode(SignpostRecording.self, from: data) == Fixtures.signposts)
    for wrong in [#"[[0,1]]"#, #"[[0,1,2,3]]"#, #"[[[0,1,2]]]"#, #"[]"#] {
      let text = #"{"names":["a"],"frameNs":[9],"intervals":\#(wrong)}"#
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(SignpostRecording.self, from: Data(text.utf8))
      }
    }
  }
}
