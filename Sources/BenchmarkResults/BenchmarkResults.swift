// BenchmarkResults
