import FrameLogs
import FrameTiming
import TestSupport
import Testing

@Suite("Places in messages")
struct PlaceTests {
  @Test(
    "A message names the line and the column of the value that it means",
    arguments: [
      ("{\n \"frame_build_times\": [\n  1,\n  2,\n  -7925,\n  3\n ]\n}", 5, 3, "not a time"),
      (
        "{\"frame_rasterizer_times\": [1, \"x\"],\n\"frame_build_times\": [1]}", 1, 32, "not a time"
      ),
      ("{\"frame_build_times\": [1,\n 1e11]}", 2, 2, "not a time"),
      ("{\"frame_build_times\": [1]\n\"frame_count\": 1}", 2, 1, "'}' is missing"),
      ("{\"frame_build_times\": [1]} \n  x", 2, 3, "something follows"),
      (
        "{\"traceEvents\": [\n{\"ph\": \"b\"},\n  {\"name\": \"PipelineReporter\", x}]}", 3, 3,
        "the event that starts here"
      ),
      (
        "{\"Hash\": 1, \"Runs\": [\n {\"CaptureData\": {\"TimeInSeconds\": [1]}},\n {}]}", 2, 2,
        "lacks TimeInSeconds or as many"
      ),
      (
        "{\"Hash\": 1, \"Runs\": [{\"CaptureData\": {\"TimeInSeconds\": [1,2],\n"
          + "\"MsBetweenPresents\": [3,4]}},\n {\"Info\": 1}]}", 3, 2, "has no CaptureData"
      ),
      (
        "<a><schema name=\"hitches\"><col><mnemonic>start</mnemonic></col></schema>\n"
          + "<row><t>1</t></row></a>", 2, 6, "no 'duration'"
      ),
      ("timestamp,targetTimestamp,start,end\n 1,2, x,3\n", 2, 7, "'x' is not a number"),
      ("{\"timestamp\": 1,\"targetTimestamp\": null}", 1, 36, "'null' is not a number"),
    ])
  func places(text: String, line: Int, column: Int, problem: String) {
    #expect {
      try LogExamples.recording(text)
    } throws: { error in
      let message = "\(error)"
      return message.contains(problem) && message.hasPrefix("Line \(line), column \(column) ")
    }
  }

  @Test("Frames of our own log that contradict each other are named with their line")
  func frames() throws {
    let text = "timestamp,targetTimestamp,start,end\n\n1,1.1,1,1.05\n\n0.9,1.1,1,1.05\n"

    let stream = try LogExamples.recording(text).stream(nil)

    #expect(
      throws: LogError.malformedFrame(
        line: 5, problem: "its timestamp is not after the previous one")
    ) {
      try stream.outcome()
    }
  }
}
