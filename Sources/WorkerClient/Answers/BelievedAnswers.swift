package import BenchmarkModel
package import FrameModel
package import FrameSignposts
package import WorkerProtocol

// What is accepted as each answer, in the order of the questions.

extension Prepare: AskedQuestion {
  package var makesReady: Bool { true }
}

extension PinToCore: AskedQuestion {
  package var pinnedCore: Int? { core }
}

extension StartScene: AskedQuestion {}

extension ListBenchmarks: AskedQuestion {
  /// Refuses what registration refuses, and numbers too large for any benchmark.
  package func accepts(_ listing: BenchmarkListing) -> Bool {
    listing.benchmarks.allSatisfy { listed in
      switch listed.work {
      case .benchmark(let traits): Plausible.traits(traits)
      case .scenario(let traits): Plausible.traits(traits)
      }
    }
  }
}

extension MeasureOverhead: AskedQuestion {
  package func accepts(_ overhead: HarnessOverhead) -> Bool {
    [overhead.clockAlone, overhead.threadClock, overhead.allCounters]
      .allSatisfy { Plausible.times([$0.minimumNs, $0.medianNs, $0.p99Ns]) }
      && Plausible.count(overhead.bytesPerFrame ?? 0)
  }
}

extension PeakMemory: AskedQuestion {
  package func accepts(_ bytes: Int?) -> Bool {
    bytes.map { $0 > 0 && Plausible.count($0) } ?? true
  }
}

extension TimeReferenceFrames: AskedQuestion {
  package func accepts(_ times: [Int64]) -> Bool {
    (times.isEmpty || times.count == count) && Plausible.times(times)
  }
}

extension CountInstructions: AskedQuestion {
  package func accepts(_ regions: Int) -> Bool { Plausible.count(regions) }
}

extension FindIterations: AskedQuestion {
  package func accepts(_ iterations: Int) -> Bool { Plausible.count(iterations) && iterations > 0 }
}

extension TakeSamples: AskedQuestion {
  package func accepts(_ samples: [Sample]) -> Bool {
    samples.count == count
      && samples.allSatisfy { Plausible.times($0.wallNs, $0.cpuNs, $0.waitedNs ?? 0) }
  }
}

extension CountAllocations: AskedQuestion {
  package func accepts(_ total: Allocations) -> Bool { Plausible.allocations(total) }
}

extension RememberAllocations: AskedQuestion {
  package func accepts(_ found: CallTraces) -> Bool { Plausible.calls(found) }
}

extension SampleCalls: AskedQuestion {
  package var ownTime: Duration { .nanoseconds(nanoseconds) }

  package func accepts(_ found: CallTraces) -> Bool { Plausible.calls(found) }
}

extension CountKernel: AskedQuestion {
  package func accepts(_ found: KernelCounts) -> Bool {
    found.counts.values.allSatisfy { counts in
      counts.count == max(1, rates.count) && counts.joined().allSatisfy(Plausible.count)
        && (!rates.isEmpty || counts.allSatisfy { $0.count == 1 })
    }
  }
}

extension CountKernel: FrameQuestion {
  package func isComplete(_ found: KernelCounts, _ frames: (RefreshRate) -> Int) -> Bool {
    rates.isEmpty || found.counts.values.allSatisfy { $0.map(\.count) == rates.map(frames) }
  }
}

extension RecordMetrics: AskedQuestion {
  package func accepts(_ values: [String: [Double]]) -> Bool {
    values.allSatisfy { name, values in
      metrics.contains { $0.name == name } && values.count <= Self.mostValues
        && values.allSatisfy { (0...CustomMetric.largestValue).contains($0) }
    }
  }
}

extension TimeFrames: AskedQuestion {
  package func accepts(_ frames: [[Int64]]) -> Bool {
    frames.count == repetitions
      && frames.allSatisfy { $0.count == frames.first?.count && Plausible.times($0) }
  }
}

extension TimeFrames: FrameQuestion {
  package func isComplete(_ repetitions: [[Int64]], _ frames: (RefreshRate) -> Int) -> Bool {
    repetitions.allSatisfy { $0.count == frames(rate) }
  }
}

extension TimeNextFrames: AskedQuestion {
  package func accepts(_ times: [Int64]) -> Bool { times.count <= count && Plausible.times(times) }
}

extension CountFrameAllocations: AskedQuestion {
  package func accepts(_ frames: [Allocations]) -> Bool {
    !frames.isEmpty && Plausible.counts(frames.map(\.count))
      && Plausible.counts(frames.map(\.bytes))
  }
}

extension CountFrameAllocations: FrameQuestion {
  package func isComplete(_ counts: [Allocations], _ frames: (RefreshRate) -> Int) -> Bool {
    counts.count == frames(rate)
  }
}

extension RecordSignposts: AskedQuestion {
  package func accepts(_ recording: SignpostRecording) -> Bool { recording.problem == nil }
}

extension RecordSignposts: FrameQuestion {
  /// A scenario that marks nothing has no frames.
  package func isComplete(_ recording: SignpostRecording, _ frames: (RefreshRate) -> Int) -> Bool {
    recording.frames.isEmpty || recording.frames.count == frames(rate)
  }
}

extension RunPaced: AskedQuestion {
  package var ownTime: Duration { .seconds(seconds) }

  package func accepts(_ answer: Answer) -> Bool {
    Plausible.times(answer.costs.faultNs, answer.costs.allocationNs)
  }
}

extension InspectViews: AskedQuestion {
  package func accepts(_ states: [[ViewState]]) -> Bool {
    states.count == fractions.count && states.joined().allSatisfy(Plausible.view)
  }
}

extension ReviewMotion: AskedQuestion {
  package func accepts(_ findings: [SceneFinding]?) -> Bool { true }
}

extension RecordAnswer: AskedQuestion {
  package func accepts(_ answer: RecordedAnswer) -> Bool {
    let size = RecordedAnswer.blockSize
    return Plausible.count(answer.count) && Plausible.count(answer.iterations)
      && answer.blocks.count == (answer.count + size - 1) / size
  }
}

extension AnswerValues: AskedQuestion {
  package func accepts(_ values: [[AnswerValue]]) -> Bool {
    values.count == blocks.count && values.allSatisfy { $0.count <= RecordedAnswer.blockSize }
  }
}
