import FrameTiming
import Testing

@Suite("Replay settings")
struct ReplaySettingsTests {
  @Test(
    "Presets have the settings that their names promise",
    arguments: [
      ("strict", 1, Int64(0)), ("apple", 2, 0), ("apple-triple", 3, 0), ("android", 2, 1_700_000),
    ])
  func presets(name: String, depth: Int, reserveNs: Int64) throws {
    #expect(
      try ReplaySettings.named(name) == ReplaySettings(depth: depth, reserveNs: reserveNs))
  }

  @Test("An unknown preset is rejected with a list of the known ones")
  func unknown() {
    let error = #expect(throws: FrameTimingError.unknownPreset(name: "tizen")) {
      try ReplaySettings.named("tizen")
    }
    #expect(
      error?.description
        == "There is no preset 'tizen'. Use strict, apple, apple-triple, android.")
  }
}
