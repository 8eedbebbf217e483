import FramegateKit
import Workloads

/// The tool that measures ordinary code.
@main
struct RealCode: FramegateMain {
  static func register(in registry: inout BenchmarkRegistry) {
    for operation in TimedOperation.all {
      registry.benchmark(
        operation.name, operations: operation.count,
        options: BenchmarkOptions(runsByDefault: operation.isSmall),
        work: .init(setup: operation.prepare, body: { blackHole($0()) }))
    }
    for animation in Animation.all {
      registry.scenario(
        animation.name, duration: .seconds(animation.seconds),
        budget: [.noDroppedFrames(at: .hz60)]
      ) { parameters in
        let render = animation.prepare()
        let count = animation.frameCount(hertz: parameters.refreshRate.hertz)
        return Scenario { frame in blackHole(render(frame.index, count)) }
      }
    }
  }
}
