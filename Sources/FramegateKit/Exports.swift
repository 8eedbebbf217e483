// What an executable with benchmarks uses: rates, budgets, parameters, variants, gates, signposts.
@_exported public import BenchmarkModel
@_exported public import FrameModel
@_exported public import FrameSignposts
@_exported public import WorkerProtocol
