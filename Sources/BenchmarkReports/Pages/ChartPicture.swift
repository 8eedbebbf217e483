package import Foundation
import FrameTiming

/// A kind of chart that can also be a picture without a page.
package enum ChartKind: String, CaseIterable, Sendable {
  case timeline, distribution, capacity, kernels, layers, filmstrip
}

extension ReportPage {
  package func picture(
    _ kind: ChartKind?, choosing choose: ([String]) throws -> Set<String> = { Set($0) }
  ) throws -> (picture: Data?, names: [String]) {
    let charts = charts(kind ?? (scenes.isEmpty ? .kernels : .timeline))
    let names = charts.map(\.name)
    let chosen = try choose(names)
    return (charts.first { chosen.contains($0.name) }?.draw(), names)
  }

  private typealias NamedChart = (name: String, draw: () -> Data)

  /// The charts of a kind, each with the name of its subject.
  private func charts(_ kind: ChartKind) -> [NamedChart] {
    func picture(_ name: String, _ markup: @escaping @autoclosure () -> Markup) -> NamedChart {
      (name, { markup().standalone(theme).picture })
    }
    switch kind {
    case .timeline: return orderedScenes.map { picture($0.place, TimelineChart($0).svg()) }
    case .distribution: return orderedScenes.map { picture($0.place, DistributionChart($0).svg()) }
    case .capacity: return capacityCharts.map { picture($0.scenario, $0.svg()) }
    case .layers: return layersCharts.map { picture($0.name, $0.svg()) }
    case .filmstrip:
      return orderedScenes.compactMap { scene in
        films.candidate[Place(name: scene.name, rate: scene.rate)].map {
          picture(scene.place, FilmstripChart(film: $0, scene: scene).svg())
        }
      }
    case .kernels: return kernelRows.isEmpty ? [] : [picture("all benchmarks", kernelChart.svg())]
    }
  }
}
