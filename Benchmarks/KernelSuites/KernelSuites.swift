public import BenchmarkHarness
import BenchmarkModel
import MotionKernels

extension BenchmarkRegistry {
  /// Adds every kernel, in every variant, at every cache level, and what the tool itself does.
  ///
  /// Names are `kernel.<family>.<level>[.latency][.f64].<variant>`. A `run` without options takes the
  /// throughput kernels at `l2` in 32 bits. `limit.*` is what the machine itself can do.
  public mutating func addKernelSuites() {
    addTransformSuite()
    addInterpolationSuite()
    addTimingSuite()
    addSpringSuite()
    addFrameSuite()
    addBatchSuite(.block) { BlockKernels() }
    addBatchSuite(.dispatch) { try dispatchKernels() }
    addDispatchSuite()
    addLimitSuite()
    addToolSuite()
  }
}

/// The dispatched kernels; where this machine has none, the benchmark is absent with the reason.
func dispatchKernels() throws -> DispatchKernels {
  do {
    return try DispatchKernels()
  } catch {
    throw Unavailable(error.description)
  }
}
