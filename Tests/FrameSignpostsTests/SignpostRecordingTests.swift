import Foundation
import Testing

@testable import FrameSignposts

@Suite("Signposts of frames")
struct SignpostRecordingTests {
  /// One frame of 100 ns: `tick` from 10 to 60, in it `layout` from 20 to 50, then `layers` from 60
  /// to 90.
  private static let example = SignpostRecording(
    names: ["tick", "layout", "layers"],
    frames: [
      .init(
        durationNs: 100,
        intervals: [
          .init(name: 0, beginNs: 10, endNs: 60), .init(name: 1, beginNs: 20, endNs: 50),
          .init(name: 2, beginNs: 60, endNs: 90),
        ])
    ])

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
    let frame = Self.example.frames[0]
    var recording = Self.example
    recording.frames = [
      .init(durationNs: 100, intervals: frame.intervals.dropLast() + [interval])
    ]

    #expect(recording.problem?.contains(finding) == true)
  }

  @Test("Impossible durations are recognized", arguments: [-1, 86_400_000_000_001] as [Int64])
  func duration(nanoseconds: Int64) {
    let frame = SignpostRecording.Frame(durationNs: nanoseconds, intervals: [])

    #expect(SignpostRecording(names: [], frames: [frame]).problem != nil)
  }

  @Test("A file has three numbers per interval")
  func coding() throws {
    let data = try JSONEncoder().encode(Self.example)
    let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])

    #expect(object["intervals"] as? [[Int]] == [[0, 10, 60, 1, 20, 50, 2, 60, 90]])
    #expect(object["frameNs"] as? [Int] == [100])
    #expect(try JSONDecoder().decode(SignpostRecording.self, from: data) == Self.example)
    for wrong in [#"[[0,1]]"#, #"[[0,1,2,3]]"#, #"[[[0,1,2]]]"#, #"[]"#] {
      let text = #"{"names":["a"],"frameNs":[9],"intervals":\#(wrong)}"#
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(SignpostRecording.self, from: Data(text.utf8))
      }
    }
  }
}
