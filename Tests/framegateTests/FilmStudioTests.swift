import BenchmarkReports
import BenchmarkResults
import ResultTestSupport
import TestSupport
import Testing

@testable import framegate

@Suite("Films of stored results")
struct FilmStudioTests {
  @Test(
    "What a stranger's file asks for is limited before any worker starts",
    arguments: [10_001, 10_000_000])
  func layers(count: Int) async {
    var scenario = Fixtures.scenario()
    scenario.changeScenario { $0.parameters?.layers = count }
    let studio = FilmStudio(file: Fixtures.result([scenario]), of: .unnamed)

    let films = await studio.films(of: [scenario.name])

    #expect(films.films.isEmpty)
    #expect(
      films.reasons[scenario.name]
        == "its \(count) layers are more than the 10000 of a film; 'inspect --layers \(count)' shows them"
    )
  }

  @Test("A baseline that cannot be filmed has a reason of its own")
  func baseline() async {
    var old = Fixtures.scenario()
    old.changeScenario { $0.parameters?.layers = 10_001 }
    let studio = FilmStudio(file: Fixtures.result([old]), of: .unnamed)

    let films = await FilmStudios(candidate: studio, baseline: studio).films(of: [old.name])

    #expect(films.baseline.isEmpty)
    #expect(films.baselineReasons[old.name]?.hasPrefix("its 10001 layers") == true)
    #expect(films.reasons == films.baselineReasons)
  }
}
