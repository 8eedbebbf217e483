// Suites that import the harness use its parameters and frames, which the protocol also names.
@_exported public import WorkerProtocol
