import FramegateKit

@main
struct FramegateSuites: FramegateMain {
  static func register(in registry: inout BenchmarkRegistry) {
    registry.addBugSuites()
    registry.addKernelSuites()
    registry.addTransitionSuites()
  }
}
