// BenchmarkHarness
