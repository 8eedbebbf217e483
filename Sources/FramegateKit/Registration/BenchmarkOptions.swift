public import BenchmarkModel

/// What a benchmark states about itself besides its name and its work.
public struct BenchmarkOptions: Sendable {
  let isReference: Bool

  /// What the worker lists and result files keep; the registration completes it.
  package var traits = BenchmarkTraits()
  let runsByDefault: Bool
  let tags: [String]
  let parameter: BenchmarkParameter?
  let skip: String?

  /// Creates options; each has a default that fits most benchmarks.
  ///
  /// - Parameters:
  ///   - isReference: Whether reports compare the other variants with this one.
  ///   - bytesPerOperation: Bytes that one operation reads and writes; 0 if not known.
  ///   - flopsPerOperation: Additions, multiplications, divisions and roots of one operation; 0 if
  ///     not known.
  ///   - roofline: The limits of the machine that apply to it, or that it measures.
  ///   - runsByDefault: Whether a command without `--all`, `--filter` and `--tag` takes it.
  ///   - tags: Words that `--tag` and `--skip-tag` select by.
  ///   - parameter: Its value of the parameter that its family shares; appended to the name.
  ///   - metrics: Quantities that its body records, besides what is measured of every benchmark.
  ///   - gates: What `check` and `compare` demand of it.
  ///   - answerTolerance: How far the numbers that it computes may differ between two revisions:
  ///     absolute or as a share of the larger one, whichever permits more; 0 for equal bit for bit.
  ///   - samplingTime: How long `run` samples it; nil for the default, 0.3 s. With `--quick`, a
  ///     longer time counts as 10 ms. At least 20 samples are taken, however long they last.
  ///   - warmUpTime: How long `run` waits at most for steady times; nil for the default, 0.1 s. A
  ///     longer time than 10 ms counts as 10 ms with `--quick`.
  ///   - skip: Why it is not measured; nil to measure it.
  public init(
    isReference: Bool = false, bytesPerOperation: Int = 0, flopsPerOperation: Int = 0,
    roofline: Roofline? = nil, runsByDefault: Bool = true, tags: [String] = [],
    parameter: BenchmarkParameter? = nil, metrics: [CustomMetric] = [],
    gates: [BenchmarkGate] = [], answerTolerance: Double = 0,
    samplingTime: Duration? = nil, warmUpTime: Duration? = nil, skip: String? = nil
  ) {
    self.isReference = isReference
    self.runsByDefault = runsByDefault
    self.tags = tags
    self.parameter = parameter
    self.skip = skip
    traits.bytesPerOperation = bytesPerOperation == 0 ? nil : bytesPerOperation
    traits.flopsPerOperation = flopsPerOperation == 0 ? nil : flopsPerOperation
    traits.roofline = roofline
    traits.metrics = metrics
    traits.gates = gates
    traits.answerTolerance = answerTolerance == 0 ? nil : answerTolerance
    traits.samplingTime = samplingTime
    traits.warmUpTime = warmUpTime
  }
}
