public import BenchmarkModel

/// What a benchmark states about itself besides its name and its work.
public struct BenchmarkOptions: Sendable {
  let isReference: Bool

  /// The traits that the worker lists and result files store; the registration completes them.
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
  ///   - runsByDefault: Whether commands without `--all`, `--filter` and `--tag` select it.
  ///   - tags: Words that `--tag` and `--skip-tag` select by.
  ///   - parameter: The parameter of its family, with this benchmark's value, which ends the name.
  ///   - metrics: Quantities that its body records, in addition to the usual metrics.
  ///   - gates: The limits that `check` and `compare` enforce.
  ///   - answerTolerance: By how much its computed numbers may differ between two revisions:
  ///     absolute or as a share of the larger one, whichever permits more; 0 for equal bit for bit.
  ///   - samplingTime: How long `run` samples it; nil for the default, 0.3 s. With `--quick`, at
  ///     most 10 ms. At least 20 samples are taken, however long they last.
  ///   - warmUpTime: How long `run` waits at most for steady times; nil for the default, 0.1 s.
  ///     With `--quick`, at most 10 ms.
  ///   - skip: The reason not to measure it; nil to measure it.
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
