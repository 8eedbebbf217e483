import FrameTiming
import Testing

@Suite("Scales of hitch ratios")
struct HitchScaleTests {
  @Test(
    "Limits belong to the better word, except for critical ones of 2020",
    arguments: zip(
      [0, 5, 5.001, 9.999, 10, 10.001, 25, 25.001, 50, 50.001],
      [
        ("good", "good"), ("good", "good"), ("warning", "good"), ("warning", "good"),
        ("critical", "good"), ("critical", "warning"), ("critical", "warning"),
        ("critical", "critical"), ("critical", "critical"), ("critical", "immediate"),
      ]))
  func words(ratio: Double, expected: (String, String)) {
    #expect(HitchScale.wwdc20.word(for: ratio) == expected.0)
    #expect(HitchScale.organizer.word(for: ratio) == expected.1)
  }
}
