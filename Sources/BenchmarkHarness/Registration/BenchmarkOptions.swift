public import BenchmarkModel

/// What a benchmark states about itself besides its name and its work.
public struct BenchmarkOptions: Sendable {
  /// Whether reports compare the other variants with this one.
  public var isReference: Bool

  /// Bytes that one operation reads and writes; 0 if not known.
  public var bytesPerOperation: Int

  /// Additions, multiplications, divisions and roots of one operation; 0 if not known.
  public var flopsPerOperation: Int

  /// The limits of the machine that apply to it, or that it measures.
  public var roofline: Roofline?

  /// Whether a command without `--all`, `--filter` and `--tag` takes it.
  public var runsByDefault: Bool

  /// Words that `--tag` and `--skip-tag` select by.
  public var tags: [String]

  /// Its value of the parameter that its family shares; appended to the name.
  public var parameter: BenchmarkParameter?

  /// Quantities that its body records, besides what is measured of every benchmark.
  public var metrics: [CustomMetric]

  /// What `check` and `compare` demand of it.
  public var gates: [BenchmarkGate]

  /// How long `run` samples it; nil for the default, 0.3 s.
  ///
  /// With `--quick`, a longer time counts as 10 ms. At least 20 samples are taken, however long
  /// they last.
  public var samplingTime: Duration?

  /// How long `run` waits at most for steady times; nil for the default, 0.1 s.
  ///
  /// With `--quick`, a longer time counts as 10 ms.
  public var warmUpTime: Duration?

  /// Why it is not measured; nil to measure it.
  public var skip: String?

  /// Creates options; each has a default that fits most benchmarks.
  public init(
    isReference: Bool = false, bytesPerOperation: Int = 0, flopsPerOperation: Int = 0,
    roofline: Roofline? = nil, runsByDefault: Bool = true, tags: [String] = [],
    parameter: BenchmarkParameter? = nil, metrics: [CustomMetric] = [],
    gates: [BenchmarkGate] = [],
    samplingTime: Duration? = nil, warmUpTime: Duration? = nil, skip: String? = nil
  ) {
    self.isReference = isReference
    self.bytesPerOperation = bytesPerOperation
    self.flopsPerOperation = flopsPerOperation
    self.roofline = roofline
    self.runsByDefault = runsByDefault
    self.tags = tags
    self.parameter = parameter
    self.metrics = metrics
    self.gates = gates
    self.samplingTime = samplingTime
    self.warmUpTime = warmUpTime
    self.skip = skip
  }
}
