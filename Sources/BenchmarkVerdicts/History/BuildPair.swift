/// Two builds by the digests of what they run.
package struct BuildPair: Hashable, Codable, Sendable {
  package let baseline, candidate: String

  package init(baseline: String, candidate: String) {
    self.baseline = baseline
    self.candidate = candidate
  }

  package var reversed: BuildPair { BuildPair(baseline: candidate, candidate: baseline) }
}
