import FrameLogs
import FrameTiming
import Testing

@Suite("Damaged and unusual frame logs")
struct DamageTests {
  private static let plain = LogExamples.framestats([(0, -1), (1, 9_000_000), (2, -1)])

  private func late(_ bytes: [UInt8]) throws -> Int? {
    try FrameRecording(reading: LogText(bytes)).stream(nil).summary().late
  }

  @Test("Encodings, line ends and the size of pieces do not matter")
  func encodings() throws {
    let text = Self.plain.replacing("\n", with: "\r\n")
    let units = Array(text.utf16)
    let little: [UInt8] = [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big: [UInt8] = [0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let marked: [UInt8] = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
    for bytes in [little, big, marked, gzip(little), gzip(marked) + gzip([])] {
      #expect(try late(bytes) == 1)
      for size in [1, 2, 3, 7, 4_096] {
        var rest = bytes[...]
        let text = LogText {
          defer { rest = rest.dropFirst(size) }
          return Array(rest.prefix(size))
        }
        #expect(try FrameRecording(reading: text).stream(nil).summary().late == 1)
      }
    }
  }

  @Test("A character of UTF-16 is whole, whatever the size of pieces", arguments: 1...9)
  func surrogates(size: Int) throws {
    let line = "a🏎️b"
    var rest: [UInt8] = [0xFF, 0xFE] + line.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let text = LogText {
      defer { rest = Array(rest.dropFirst(size)) }
      return Array(rest.prefix(size))
    }
    #expect(try text.nextLine()?.text == line)
  }

  @Test("Compressed bytes that end early or are damaged are refused")
  func damagedCompression() {
    let whole = gzip(Array(Self.plain.utf8))
    var damaged = whole
    damaged[20] ^= 0xFF
    for bytes in [Array(whole.dropLast(9)), damaged] {
      #expect { try late(bytes) } throws: { "\($0)".contains("compressed and damaged") }
    }
  }

  @Test("Rows in another order and doubled ones change nothing, and doubled ones are told")
  func order() throws {
    let lines = Self.plain.split(separator: "\n", omittingEmptySubsequences: false)
    let rows = lines.filter { $0.hasPrefix("0,") }
    let text =
      lines.prefix { !$0.hasPrefix("0,") }.joined(separator: "\n") + "\n"
      + (rows.reversed() + rows).joined(separator: "\n") + "\n"

    let recording = try LogExamples.recording(text)

    #expect(try recording.stream(nil).summary().late == 1)
    #expect(try recording.stream(nil).notes.contains("3 rows that appear twice are counted once"))
  }

  @Test(
    "Garbage of emulators and unfinished frames are left out",
    arguments: ["72057628414509155", "9223372036854775807", "0", "-1", "x", ""])
  func garbage(completed: String) throws {
    let frames = (0..<40).map { ($0, -1) }
    let row = LogExamples.framestats([(40, -1)]).split(separator: "\n").last { $0.hasPrefix("0,") }
    let fields = row?.split(separator: ",", omittingEmptySubsequences: false) ?? []
    let damaged = (fields.dropLast(2) + [completed[...], ""]).joined(separator: ",")
    let text = LogExamples.framestats(frames).replacing(
      "---PROFILEDATA---\n", with: "\(damaged)\n---PROFILEDATA---\n", maxReplacements: .max)

    let summary = try LogExamples.summary(text)

    #expect(summary.frames == 40)
    #expect(summary.late == 0)
  }

  @Test(
    "What cannot be judged is refused in one sentence with advice",
    arguments: [
      ("", "it is empty"), ("hello\n", "not a frame log of a known format"),
      ("a\u{0}b", "a byte 0"),
      (
        "Application,ProcessID,SwapChainAddress,Dropped,MsBetweenPresents,MsUntilDisplayed\n",
        "no column 'TimeInSeconds'"
      ),
      (
        "Applications Graphics Acceleration Info:\nFailure while dumping the app\n",
        "could not be dumped"
      ),
      (
        "Application,ProcessID,TimeInDateTime,MsBetweenPresents,MsUntilDisplayed\n"
          + "a,1,9999-12-31 23:59:59.9,16,9\na,1\n", "no row of it can be used"
      ),
      ("---PROFILEDATA---\n---PROFILEDATA---\n", "no table of frames"),
      ("16666667\n0\t0\t0\n", "this layer reports no times"),
      ("16666667\n5\t6\t7\n8333333\n", "Line 3, column 1"),
      ("[{\"ph\":\"X\",\"a\":[1,", "Line 1, column 19 is invalid: the text ends within a value"),
      ("{\"traceEvents\":[],\"ph\":1}", "no event is a PipelineReporter"),
      (
        "<trace-query-result><node><schema name=\"hitches\"><col><mnemonic>start</mnemonic></col>"
          + "</schema><row><start-time>x</start-time></row>", "has no 'start'"
      ),
      (
        "<trace-query-result><node><schema name=\"life-cycle\"></schema></node>",
        "the table 'life-cycle'"
      ),
      ("{\"animationMetrics\":{\"scrollHitchTimeRatio\":\"1000 ms per s\"}}", "aggregate of a day"),
      ("ts,dur,display_frame_token,surface_frame_token,layer_name\n", "expected timeline"),
      ("EVENTS,FrameTime,GameThreadTime\n,16,1\nA, x,1\n", "the first in line 3, column 4"),
      (
        "00, 24-04-2020 12:13:49, Hardware monitoring log v1.6\n80, 24-04-2020, 60\n",
        "MSI Afterburner"
      ),
    ])
  func refused(text: String, reason: String) {
    #expect {
      try LogExamples.recording(text).stream(nil).outcome()
    } throws: { error in
      let message = "\(error)"
      return message.contains(reason) && message.hasSuffix(".") && !message.contains("\n")
    }
  }

  @Test("A clock that goes back is refused, and a pause is not counted")
  func clock() throws {
    let steady = (0..<30).map { $0 }
    let paused = steady + steady.map { $0 + 6_000 }
    #expect(try LogExamples.summary(LogExamples.surfaceFlinger(paused)).dropped == 0)
    let text = LogExamples.surfaceFlinger(steady.map { $0 + 6_000 })
    let back =
      text
      + LogExamples.surfaceFlinger(steady).split(separator: "\n").dropFirst()
      .joined(separator: "\n")
    #expect { try LogExamples.recording(back) } throws: { "\($0)".contains("clock goes back") }
  }

  @Test("A display without a fixed rate is judged at the rate that is stated")
  func variableRate() throws {
    var shown = 10_000_000
    let presents = (0..<60).map { index in
      shown += [81_000, 93_000, 107_000, 121_000, 139_000, 153_000][index * 7 % 6]
      return LogExamples.Present(present: shown - 50_000, shown: shown)
    }
    let stream = try LogExamples.recording(LogExamples.presentMon(presents)[0]).stream(nil)

    #expect { try stream.outcome() } throws: { "\($0)".contains("'--rate'") }
    guard case .shown(let timeline) = try stream.outcome(rate: .hz60) else {
      Issue.record("no display time is known")
      return
    }
    #expect(timeline.grid.segments.map(\.rate) == [.hz60])
  }
}

/// Bytes as gzip, stored and not compressed.
private func gzip(_ bytes: [UInt8]) -> [UInt8] {
  var crc: UInt32 = 0xFFFF_FFFF
  for byte in bytes {
    crc ^= UInt32(byte)
    for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
  }
  func little(_ value: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
  let length = UInt32(bytes.count)
  return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1] + little(length, 2) + little(~length, 2) + bytes
    + little(~crc, 4) + little(length, 4)
}
