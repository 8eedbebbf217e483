import BenchmarkModel
import LayerKernels
import TestSupport
import Testing
import WorkerClient

@testable import FramegateKit
@testable import FramegateSuites

/// Names are keys of result files, and a changed size or cost changes what a number means.
@Suite("Registration of the kernels")
struct RegistrationTests {
  private static var listing: BenchmarkListing {
    var registry = BenchmarkRegistry()
    registry.addKernelSuites()
    return registry.listing
  }

  @Test("No registration is refused")
  func problems() {
    #expect(Self.listing.problems.isEmpty)
  }

  @Test("Every variant of a kernel is compared with struct, if there is one")
  func references() {
    let listing = Self.listing
    for listed in listing.benchmarks where listed.name.hasPrefix("kernel.") {
      guard case .benchmark(let traits) = listed.work, let variant = traits.variant else {
        continue
      }
      let reference = listed.name.dropLast(variant.rawValue.count) + "struct"
      #expect(traits.reference == listing.byName[String(reference)]?.name, "\(listed.name)")
    }
  }

  /// The parts of a kernel's name: `kernel.<family>.<level>[.latency][.f64].<variant>`.
  struct KernelName: Hashable {
    let family: String
    let level: CacheLevel
    let detail: String
    let variant: String

    init?(_ name: String) {
      let parts = name.split(separator: ".").map(String.init)
      guard parts.count >= 4, parts[0] == "kernel", let level = CacheLevel(rawValue: parts[2])
      else { return nil }
      family = parts[1]
      self.level = level
      detail = parts[3..<(parts.count - 1)].joined(separator: ".")
      variant = parts[parts.count - 1]
    }
  }

  /// The registered kernels with their costs.
  private static var kernels: [(name: KernelName, work: BenchmarkTraits, runsByDefault: Bool)] {
    listing.benchmarks.compactMap { listed in
      guard let name = KernelName(listed.name), case .benchmark(let traits) = listed.work else {
        return nil
      }
      return (name, traits, listed.runsByDefault)
    }
  }

  @Test("Names, sizes and costs are those that stored results have")
  func golden() throws {
    let lines = Self.listing.benchmarks.map { listed in
      guard case .benchmark(let traits) = listed.work else { return "\(listed.name): a scenario" }
      return
        "\(listed.name): \(traits.operations) operations, \(traits.bytesPerOperation ?? 0) bytes, "
        + "\(traits.flopsPerOperation ?? 0) flops" + (listed.runsByDefault ? ", by default" : "")
    }
    try expectGolden(lines.sorted().joined(separator: "\n") + "\n", "registration.txt")
  }

  @Test("Every name is well formed and registered once")
  func names() {
    var seen: Set<String> = []
    for entry in Self.listing.benchmarks {
      #expect(seen.insert(entry.name).inserted, "\(entry.name) is registered twice")
      let isKernel = KernelName(entry.name).map { ["", "latency", "f64"].contains($0.detail) }
      let isOther = [
        "kernel.emptyBatch.", "kernel.treeWalk.", "kernel.downsample.photo.", "limit.", "tool.",
      ].contains {
        entry.name.hasPrefix($0)
      }
      #expect(isKernel ?? isOther, "\(entry.name) has an unknown form")
    }
  }

  /// Kernels with the variants that each must offer, at every cache level.
  static let variants: [(kernel: String, variants: Set<String>)] = {
    let all: Set = ["struct", "simd", "block", "dispatch"]
    let single: Set = ["struct", "simd"]
    let pixels: Set = ["struct", "simd", "dispatch"]
    return [
      ("concat", all), ("concat.latency", single), ("concat.f64", single), ("compose", all),
      ("invert", single), ("invert.f64", single), ("mapQuads", all), ("mapQuads.f64", single),
      ("interpolateDecomposed", all), ("interpolateDecomposed.f64", single),
      ("interpolateStored", all), ("spring", all), ("springSorted", all), ("springFixedStep", all),
      ("timing", all), ("wholeFrame", all), ("blend", pixels), ("mask", pixels), ("blur", pixels),
      ("shadow", pixels), ("shadowPath", pixels), ("downsample", pixels),
    ]
  }()

  @Test("Each kernel offers its variants at every cache level")
  func variantsOfKernels() {
    for level in CacheLevel.allCases {
      var offered: [String: Set<String>] = [:]
      for (name, _, _) in Self.kernels where name.level == level {
        let kernel = name.detail.isEmpty ? name.family : "\(name.family).\(name.detail)"
        offered[kernel, default: []].insert(name.variant)
      }
      let expected = Dictionary(
        uniqueKeysWithValues: Self.variants.map { ($0.kernel, $0.variants) })
      #expect(offered == expected, "\(level)")
    }
  }

  @Test("The tree walk offers three variants at every size, and one size runs by default")
  func treeWalks() {
    let walks = Self.listing.benchmarks.filter { $0.name.hasPrefix("kernel.treeWalk.") }
    let expected = TreeWalkInputs.counts.flatMap { count in
      TreeWalkVariant.allCases.map { "kernel.treeWalk.\(count).\($0.rawValue)" }
    }
    #expect(walks.map(\.name) == expected)
    #expect(walks.filter(\.runsByDefault).map(\.name) == expected.filter { $0.contains("1500") })
  }

  @Test("One call fills its cache level, in whole blocks")
  func workingSets() throws {
    for (name, work, _) in Self.kernels {
      let bytesPerOperation = try #require(work.bytesPerOperation)
      let bytes = work.operations * bytesPerOperation
      #expect(work.operations % 16 == 0, "\(name)")
      #expect(bytes <= name.level.workingSet, "\(name)")
      #expect(bytes > name.level.workingSet - 16 * bytesPerOperation, "\(name)")
    }
  }

  /// Kernels of integers.
  static let withoutFlops: Set = ["blend", "mask", "blur", "shadow", "shadowPath", "downsample"]

  @Test("All variants of a kernel count the same flops; 64 bits count twice, integers do not")
  func flops() {
    var counts: [String: Set<Int>] = [:]
    for (name, work, _) in Self.kernels {
      let width = name.detail == "f64" ? 2 : 1
      counts[name.family, default: []].insert((work.flopsPerOperation ?? 0) / width)
    }
    for (family, counts) in counts {
      #expect(
        counts.count == 1 && counts.contains(0) == Self.withoutFlops.contains(family),
        "\(family) counts \(counts)")
    }
  }

  @Test("A plain run takes the throughput kernels at l2 in 32 bits")
  func defaults() {
    for (name, _, runsByDefault) in Self.kernels {
      #expect(runsByDefault == (name.level == .l2 && name.detail.isEmpty), "\(name)")
    }
  }

  // The same closures run at all levels; the largest inputs would take seconds to build.
  @Test("Every closure runs once, on its smallest inputs")
  func closures() throws {
    var registry = BenchmarkRegistry()
    registry.addKernelSuites()
    for entry in registry.entries {
      let name = entry.listed.name
      guard case .benchmark(let makeLoop) = entry.work else {
        Issue.record("\(name) is no benchmark")
        continue
      }
      guard
        ![".l2.", ".l3.", ".dram.", ".40000.", ".photo."].contains(where: { name.contains($0) })
      else { continue }
      do {
        // The loop owns the inputs that its closure works on.
        let loop = try makeLoop()
        try withExtendedLifetime(loop) { try loop.run(1) }
      } catch is Unavailable {
        // The machine's limits need the dispatched kernels, too.
        let needsDispatch = name.hasSuffix(".dispatch") || name.hasPrefix("limit.")
        #expect(needsDispatch, "\(name)")
      }
    }
  }
}
