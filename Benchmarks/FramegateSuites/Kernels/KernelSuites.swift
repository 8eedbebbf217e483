import BenchmarkModel
import FramegateKit
import LayerKernels

extension BenchmarkRegistry {
  /// Adds every kernel in every variant at every cache level, the machine's limits, and the tool's
  /// own work.
  ///
  /// Names are `kernel.<family>.<level>[.latency][.f64].<variant>`, and
  /// `kernel.treeWalk.<layers>.<variant>`. A `run` without options takes the throughput kernels at
  /// `l2` in 32 bits, and one size of the tree walk. `limit.*` measures the machine itself.
  mutating func addKernelSuites() {
    addTransformSuite()
    addInterpolationSuite()
    addTimingSuite()
    addSpringSuite()
    addFrameSuite()
    addTreeWalkSuite()
    addRasterSuite()
    addDispatchSuite()
    addLimitSuite()
    addToolSuite()
    environmentVariable("FRAMEGATE_ISA", values: InstructionSet.allCases.map(\.rawValue))
  }
}

/// The dispatched kernels; on a machine without any, the benchmark is reported as unavailable.
func dispatchKernels() throws -> DispatchKernels {
  do {
    return try DispatchKernels()
  } catch {
    throw Unavailable(error.description)
  }
}

/// The dispatched pixel kernels; without any, the benchmark is reported as unavailable.
func dispatchPixelKernels() throws -> DispatchPixelKernels {
  do {
    return try DispatchPixelKernels()
  } catch {
    throw Unavailable(error.description)
  }
}
