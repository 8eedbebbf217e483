// What an executable with benchmarks says: rates and budgets, parameters, variants, gates, marks.
@_exported public import BenchmarkModel
@_exported public import FrameModel
@_exported public import FrameSignposts
@_exported public import WorkerProtocol
