import FramegateKit
import KernelSuites
import TransitionSuites

@main
struct FramegateTool: FramegateMain {
  static func register(in registry: inout BenchmarkRegistry) {
    registry.addKernelSuites()
    registry.addTransitionSuites()
  }
}
