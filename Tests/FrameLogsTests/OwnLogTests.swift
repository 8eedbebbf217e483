import FrameTiming
import SampleStatistics
import Testing

@testable import FrameLogs

@Suite("Our own log as text")
struct OwnLogTests {
  private static let frames = FrameLog([
    .init(timestamp: 5_021.1, targetTimestamp: 5_021.116_667, start: 5_021.100_31, end: 5_021.2)
  ])

  @Test(
    "CSV and JSON lines say the same",
    arguments: [
      "timestamp,targetTimestamp,start,end\n5021.1,5021.116667,5021.10031,5021.2\n",
      "\u{FEFF}timestamp,targetTimestamp,start,end\r\n5021.1,5021.116667,5021.10031,5021.2\r\n\r\n",
      "timestamp,targetTimestamp,start,end,note\n5021.1,5021.116667,5021.10031,5021.2,\n",
      "end, start ,frame,\"timestamp\",targetTimestamp\n 5021.2,5.02110031e3,x,5021.1,5021.116667",
      #"{"timestamp": 5021.1, "targetTimestamp": 5021.116667, "start": 5021.10031, "end": 5021.2}"#,
      """

      {"end":5021.2,"a":{"b":[1,"}]"]},"start":5021.10031,"n":null,"timestamp":5021.1,"q":"\\"",\
      "targetTimestamp":5021.116667}

      """,
    ])
  func forms(text: String) throws {
    #expect(try FrameLog(parsing: LogText(Array(text.utf8))) == Self.frames)
  }

  @Test("A log is the same after it was written and read", arguments: 0..<100)
  func roundTrip(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var log = FrameLog()
    for _ in 0..<20 {
      let times = (0..<4).map { _ in Double.random(in: -1e9...1e9, using: &generator) }
      log.append(
        timestamp: times[0], targetTimestamp: times[1], start: times[2], end: times[3])
    }

    #expect(try FrameLog(parsing: LogText(Array(log.csv.utf8))) == log)
  }

  private static let header = "timestamp,targetTimestamp,start,end\n"

  @Test(
    "What cannot be read is named with its line and column",
    arguments: [
      ("0,1,2,3\n", 1, 1, "there is no column 'timestamp'"),
      ("timestamp,targetTimestamp,start\n", 1, 1, "there is no column 'end'"),
      ("\"timestampx,targetTimestamp,start,end\n", 1, 1, "there is no column 'timestamp'"),
      ("timestamp,targetTimestamp,start,xend\"\n", 1, 1, "there is no column 'end'"),
      ("timestamp,timestamp,targetTimestamp,start,end\n", 1, 1, "'timestamp' is there twice"),
      (
        "timestamp,targetTimestamp,start,end,note\n1,2,3,4\n", 2, 1,
        "it has 4 fields, the header has 5"
      ),
      (header + "1,2,3\n", 2, 1, "it has 3 fields, the header has 4"),
      (header + "1,2,3,4\n\n1;2;3;4\n", 4, 1, "it has 1 field, the header has 4"),
      (header + "1,2,3,nan\n", 2, 7, "the end 'nan' is not a number of seconds"),
      (header + "1,2,inf,3\n", 2, 5, "the start 'inf' is not a number of seconds"),
      (header + "0x1p3,2,3,3\n", 2, 1, "the timestamp '0x1p3' is not a number of seconds"),
      (header + "1,,3,3\n", 2, 3, "the targetTimestamp '' is not a number of seconds"),
      (header + "1,1e999,3,3\n", 2, 3, "the targetTimestamp '1e999' is not a number of seconds"),
      (#"{"timestamp": 1}"#, 1, 1, "it has no 'targetTimestamp'"),
      (#"{"timestamp": 1, "timestamp": 1}"#, 1, 18, "'timestamp' is there twice"),
      (#"{"timestamp": "1"}"#, 1, 15, #"the timestamp '"1"' is not a number of seconds"#),
      (#"{"timestamp" 1}"#, 1, 14, "':' is missing"),
      (#"{"timestamp": [1}"#, 1, 15, "the timestamp '[1}' is not a number of seconds"),
      (#"{"a": [1"#, 1, 9, "the text ends within a value"),
      (#"{"a"#, 1, 4, "the text ends within a value"),
      (#"{} {}"#, 1, 4, "something follows the object"),
      (
        #"{"timestamp": 1, "targetTimestamp": 2, "start": 3, "end": 4}"# + "\n1,2,3,4\n", 2, 1,
        "'{' is missing"
      ),
    ] as [(String, Int, Int, String)])
  func malformed(text: String, line: Int, column: Int, problem: String) {
    #expect(throws: FrameTimingError.malformedLogLine(line: line, column: column, problem: problem))
    {
      try FrameLog(parsing: LogText(Array(text.utf8)))
    }
  }

  @Test("A log with more frames than the limit is refused", arguments: [(3, false), (2, true)])
  func limit(frames: Int, isRefused: Bool) throws {
    let text = LogText(Array((Self.header + "1,2,3,4\n1,2,3,4\n1,2,3,4\n\n").utf8))
    let read = Result { try FrameLog(parsing: text, atMost: frames) }
    if isRefused {
      #expect(throws: LogError.tooManyFrames) { try read.get() }
    } else {
      #expect(try read.get().frames.count == frames)
    }
  }

  @Test("An empty log is refused")
  func empty() {
    #expect(throws: FrameTimingError.emptyLog) { try FrameLog(parsing: LogText([])) }
  }
}
