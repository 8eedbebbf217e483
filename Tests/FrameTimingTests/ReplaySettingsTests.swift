import FrameTiming
import Testing

@Suite("Replay settings")
struct ReplaySettingsTests {
  @Test(
    "Named settings are what they are called",
    arguments: [
      ("strict", 1, Int64(0)), ("apple", 2, 0), ("apple-triple", 3, 0), ("android", 2, 1_700_000),
    ])
  func presets(name: String, depth: Int, reserveNs: Int64) throws {
    #expect(
      try ReplaySettings.named(name) == ReplaySettings(depth: depth, reserveNs: reserveNs))
  }

  @Test("An unknown name is refused with the names that there are")
  func unknown() {
    let error = #expect(throws: FrameTimingError.unknownPreset(name: "tizen")) {
      try ReplaySettings.named("tizen")
    }
    #expect(
      error?.description
        == "There is no preset 'tizen'. Use strict, apple, apple-triple, android.")
  }
}
