// swift-tools-version: 6.2

import PackageDescription

// Warnings fail the build in 'scripts/test' and nowhere else, so that a newer compiler's new
// warning never stops anyone from using the tool.
let isStrict = Context.environment["FRAMEGATE_STRICT"] == "1"

// The modules whose tests 'scripts/test' builds, with commas between; all without the variable.
let testedModules = Context.environment["FRAMEGATE_TESTS"].map {
  Set($0.split(separator: ",").map { "\($0)Tests" })
}

// Tests of kernels are optimized in release builds, like what they test and inline. All others
// are not, which takes the compiler half as long: they do the same in every build. The job that
// compiles them also writes their modules, because nothing else waits for a module alone; it leaves
// out what debuggers read, because people debug the other configuration.
let optimizedTests = [
  "LayerKernelsTests", "MotionKernelsTests",
]
let unoptimizedHelpers = [
  "TestSupport", "WorkerTestSupport", "TransitionTestSupport", "ReaderFuzzer", "Trials",
]

let settings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])

/// A library target with the settings that every target shares.
func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil,
  exclude: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: path, exclude: exclude, swiftSettings: settings)
}

/// A library target that is not optimized.
///
/// For modules of the tool, none of which users link. It mostly waits for other programs, reads
/// files or writes text; arithmetic is in SampleStatistics and FrameTiming. Without the optimizer,
/// the compiler needs a quarter of the time. One job compiles it and writes its module: a second
/// job, for those that wait for the module alone, would parse everything again.
func unoptimizedModule(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  let target = module(name, dependencies)
  target.swiftSettings?.append(
    .unsafeFlags(
      ["-Onone", "-assert-config", "Release", "-no-emit-module-separately-wmo"],
      .when(configuration: .release)))
  return target
}

func tests(
  of name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name), "TestSupport"] + dependencies,
    exclude: exclude, swiftSettings: settings)
}

/// What modules need that start other programs.
let subprocess: [Target.Dependency] = [
  .product(name: "Subprocess", package: "swift-subprocess"),
  .product(name: "SystemPackage", package: "swift-system", condition: .when(platforms: [.linux])),
]

let package = Package(
  name: "framegate",
  // iOS and its kin are for the leaves: FrameTiming, MotionKernels, HeadlessUI.
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    // The tool, which measures the executables of any package.
    .executable(name: "framegate", targets: ["framegate"]),
    // What these executables link: registration, the harness and the worker.
    .library(name: "FramegateKit", targets: ["FramegateKit"]),
    // Our own suites.
    .executable(name: "FramegateSuites", targets: ["FramegateSuites"]),
    // For tests: frame budgets and limits of allocations in Swift Testing.
    .library(name: "FramegateTesting", targets: ["FramegateTesting"]),
    .library(name: "BenchmarkCompatibility", targets: ["BenchmarkCompatibility"]),
    .plugin(name: "BenchmarkCompatibilityPlugin", targets: ["BenchmarkCompatibilityPlugin"]),
    // For code that marks what its frames do, without the harness.
    .library(name: "FrameSignposts", targets: ["FrameSignposts"]),
    .library(name: "FrameTiming", targets: ["FrameTiming"]),
    .library(name: "MotionKernels", targets: ["MotionKernels"]),
    // The frames of many layers, which our own suites compare in four implementations.
    .library(name: "LayerKernels", targets: ["LayerKernels"]),
    .library(name: "HeadlessUI", targets: ["HeadlessUI"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0"),
    // Subprocess speaks of paths in its types; on macOS the system has them.
    .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
  ],
  targets: [
    // Leaves: they import nothing of ours.
    .target(name: "CMeasure"),
    .target(name: "CSignposts"),
    .target(name: "CEngines"),
    module("BenchmarkModel"),
    module("SampleStatistics"),
    module("FrameModel"),
    module("FrameTiming", ["FrameModel"], exclude: ["README.md"]),
    // What files say about frames: an app that links FrameTiming has no file formats.
    module("FrameLogs", ["BenchmarkModel", "FrameTiming", "SampleStatistics"]),
    module("MotionKernels", exclude: ["README.md"]),
    // Alone, so that the engine can be marked without depending on the harness.
    module("FrameSignposts", ["CSignposts"]),

    // Workloads, measuring, judging.
    module(
      "HeadlessUI", ["CEngines", "FrameModel", "FrameSignposts", "MotionKernels"],
      exclude: ["README.md", "Rules.md"]),
    // What tools and workers say to each other; PROTOCOL.md describes it.
    module(
      "WorkerProtocol",
      ["BenchmarkModel", "FrameModel", "FrameSignposts"],
      exclude: ["PROTOCOL.md"]),
    // What users link: registration, the harness and the worker.
    module(
      "FramegateKit",
      ["BenchmarkModel", "CMeasure", "FrameModel", "FrameSignposts", "WorkerProtocol"]),
    unoptimizedModule(
      "BenchmarkResults",
      ["BenchmarkModel", "FrameSignposts", "FrameTiming", "SampleStatistics", "FrameModel"]),
    unoptimizedModule(
      "BenchmarkVerdicts",
      [
        "BenchmarkModel", "BenchmarkResults", "FrameModel", "FrameTiming", "ReportText",
        "SampleStatistics",
      ]),

    // What is measured, who drives it, how it is shown.
    .target(
      name: "CLayerKernels", path: "Benchmarks/CLayerKernels",
      exclude: ["kernels.inc", "lanes.inc", "pixels.inc"]),
    module(
      "LayerKernels", ["CLayerKernels", "MotionKernels"], path: "Benchmarks/LayerKernels",
      exclude: ["README.md", "Pixels/README.md"]),
    module(
      "KernelSuites",
      [
        "BenchmarkModel", "FramegateKit", "FrameSignposts", "FrameTiming", "LayerKernels",
        "MotionKernels", "SampleStatistics",
      ],
      path: "Benchmarks/KernelSuites"),
    module(
      "TransitionSuites",
      [
        "BenchmarkModel", "FramegateKit", "FrameSignposts", "FrameTiming", "HeadlessUI",
        "LayerKernels", "MotionKernels",
      ],
      path: "Benchmarks/TransitionSuites", exclude: ["README.md"]),
    unoptimizedModule("SystemTools", ["BenchmarkModel"] + subprocess),
    unoptimizedModule("Revisions", ["BenchmarkModel", "SystemTools"]),
    unoptimizedModule(
      "BenchmarkRunner",
      [
        "BenchmarkModel", "BenchmarkResults", "BenchmarkVerdicts", "FrameSignposts", "FrameTiming",
        "SampleStatistics", "CMeasure", "SystemTools", "FrameModel", "WorkerProtocol",
      ] + subprocess),
    module("ReportText", ["BenchmarkModel"]),
    unoptimizedModule(
      "BenchmarkReports",
      [
        "BenchmarkModel", "BenchmarkResults", "BenchmarkVerdicts", "FrameLogs", "FrameModel",
        "FrameSignposts", "FrameTiming", "ReportText", "SampleStatistics",
      ]),

    // The command.
    unoptimizedModule(
      "FramegateCommands",
      [
        "BenchmarkModel", "BenchmarkResults", "BenchmarkVerdicts", "BenchmarkRunner",
        "BenchmarkReports", "CMeasure", "FrameLogs", "FrameSignposts", "FrameTiming", "ReportText",
        "Revisions", "SampleStatistics", "SystemTools", "FrameModel", "WorkerProtocol",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // Links only what workers link, because it is built with the tests of every user.
    module(
      "FramegateTesting",
      ["FramegateKit", "BenchmarkModel", "FrameTiming", "WorkerProtocol"]),
    // Suites that were written for ordo-one's benchmark package.
    module("BenchmarkCompatibility", ["BenchmarkModel", "FramegateKit"]),
    .plugin(name: "BenchmarkCompatibilityPlugin", capability: .buildTool()),
    .executableTarget(
      name: "framegate", dependencies: ["FramegateCommands"], path: "Sources/FramegateTool",
      swiftSettings: settings),
    .executableTarget(
      name: "FramegateSuites", dependencies: ["FramegateKit", "KernelSuites", "TransitionSuites"],
      path: "Benchmarks/FramegateSuites", swiftSettings: settings),

    // Tests, one target per module; EndToEndTests runs the built binary.
    module(
      "TestSupport",
      ["BenchmarkModel", "BenchmarkResults", "FrameTiming", "MotionKernels", "SampleStatistics"],
      path: "Tests/TestSupport"),
    // A worker inside the process of a test.
    module(
      "WorkerTestSupport",
      ["FramegateKit", "BenchmarkRunner", "WorkerProtocol"],
      path: "Tests/WorkerTestSupport"),
    tests(of: "BenchmarkModel"),
    tests(of: "SampleStatistics"),
    tests(
      of: "FrameTiming", ["FrameLogs", "FrameModel", "SampleStatistics"], exclude: ["Vectors"]),
    tests(of: "FrameLogs", ["BenchmarkModel", "FrameTiming", "SampleStatistics"]),
    tests(of: "FrameSignposts", ["SampleStatistics"]),
    tests(of: "MotionKernels", ["SampleStatistics"], exclude: ["Vectors"]),
    tests(of: "LayerKernels", ["MotionKernels", "SampleStatistics"]),
    // Windows, logs and tables for the tests of HeadlessUI and of what is built on it.
    module(
      "TransitionTestSupport", ["HeadlessUI", "MotionKernels"],
      path: "Tests/TransitionTestSupport"),
    tests(of: "HeadlessUI", ["MotionKernels", "SampleStatistics", "TransitionTestSupport"]),
    tests(
      of: "KernelSuites",
      ["FramegateKit", "BenchmarkModel", "LayerKernels", "MotionKernels", "SampleStatistics"],
      exclude: ["Golden"]),
    // The articles whose transitions the gallery has, as a client writes them. No product has it.
    .target(
      name: "Articles", dependencies: ["HeadlessUI"], path: "Benchmarks/Articles",
      exclude: ["README.md"], packageAccess: false, swiftSettings: settings),
    .testTarget(
      name: "ArticlesTests", dependencies: ["Articles", "HeadlessUI"], exclude: ["Vectors"],
      packageAccess: false, swiftSettings: settings),
    // Outside the package, as a user is: it sees public declarations alone.
    .testTarget(
      name: "CustomTransitionTests", dependencies: ["HeadlessUI", "MotionKernels"],
      packageAccess: false,
      swiftSettings: settings),
    tests(
      of: "TransitionSuites",
      [
        "BenchmarkModel", "FramegateKit", "FrameSignposts", "FrameTiming", "HeadlessUI",
        "LayerKernels", "MotionKernels", "SampleStatistics", "TransitionTestSupport",
      ],
      exclude: ["Golden", "Vectors"]),
    tests(
      of: "FramegateKit",
      [
        "BenchmarkModel", "CMeasure", "FrameModel", "FrameSignposts", "FrameTiming",
        "SampleStatistics", "WorkerProtocol",
      ],
      exclude: ["Worker/Recorded"]),
    // Outside the package, as a user is.
    .testTarget(
      name: "FramegateTestingTests", dependencies: ["FramegateTesting"], packageAccess: false,
      swiftSettings: settings),
    tests(of: "SystemTools", ["BenchmarkModel", "SampleStatistics"]),
    tests(of: "Revisions", ["BenchmarkModel", "SampleStatistics", "SystemTools"]),
    tests(
      of: "BenchmarkResults",
      [
        "BenchmarkModel", "BenchmarkVerdicts", "FrameModel", "FrameSignposts", "FrameTiming",
        "SampleStatistics",
      ]),
    tests(
      of: "BenchmarkVerdicts",
      ["BenchmarkModel", "BenchmarkResults", "FrameSignposts", "FrameTiming", "SampleStatistics"]),
    tests(of: "ReportText", ["BenchmarkModel", "SampleStatistics"]),
    tests(
      of: "BenchmarkReports",
      [
        "BenchmarkModel", "BenchmarkResults", "BenchmarkVerdicts", "FrameModel", "FrameSignposts",
        "FrameTiming", "ReportText", "SampleStatistics",
      ],
      exclude: ["Golden", "Pages/Golden"]),
    tests(
      of: "BenchmarkRunner",
      [
        "BenchmarkModel", "FramegateKit", "BenchmarkResults", "BenchmarkVerdicts", "FrameModel",
        "FrameSignposts", "FrameTiming", "SampleStatistics", "SystemTools", "WorkerProtocol",
        "WorkerTestSupport", "MisbehavingBenchmarks",
      ]),
    tests(
      of: "FramegateCommands",
      [
        "BenchmarkModel", "BenchmarkReports", "BenchmarkResults", "BenchmarkRunner",
        "BenchmarkVerdicts", "FrameTiming", "ReportText", "SampleStatistics", "WorkerProtocol",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    tests(
      of: "BenchmarkCompatibility",
      ["FramegateKit", "BenchmarkModel", "FrameTiming"]),
    tests(
      of: "Trials",
      [
        "FramegateKit", "BenchmarkModel", "BenchmarkResults", "BenchmarkVerdicts", "FrameTiming",
        "ReportText", "SampleStatistics", "WorkerProtocol",
      ]),
    // Sees public declarations alone, as a suite of another package does.
    .executableTarget(
      name: "MovedBenchmarks", dependencies: ["BenchmarkCompatibility"],
      path: "Tests/MovedBenchmarks", packageAccess: false, swiftSettings: settings,
      plugins: ["BenchmarkCompatibilityPlugin"]),
    .executableTarget(
      name: "MisbehavingBenchmarks", dependencies: ["FramegateKit"],
      path: "Tests/MisbehavingBenchmarks", swiftSettings: settings),
    // Measures how far Framegate's own answers can be trusted, for 'scripts/trial-verdicts'. No
    // product has it.
    .executableTarget(
      name: "Trials",
      dependencies: [
        "FramegateKit", "BenchmarkModel", "BenchmarkReports", "BenchmarkResults", "BenchmarkRunner",
        "BenchmarkVerdicts", "CMeasure", "FrameTiming", "ReportText", "Revisions",
        "SampleStatistics", "WorkerProtocol",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Benchmarks/Trials", swiftSettings: settings),
    // Damages the inputs of every reader; 'scripts/fuzz' runs it. No product has it.
    .executableTarget(
      name: "ReaderFuzzer",
      dependencies: [
        "FramegateKit", "BenchmarkModel", "BenchmarkReports", "BenchmarkResults", "BenchmarkRunner",
        "BenchmarkVerdicts", "FrameLogs", "FrameSignposts", "FrameTiming", "FramegateCommands",
        "SampleStatistics", "SystemTools", "TestSupport", "FrameModel", "WorkerProtocol",
        "WorkerTestSupport",
      ],
      path: "Tests/ReaderFuzzer", swiftSettings: settings),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "framegate", "FramegateSuites", "FramegateKit", "BenchmarkRunner", "CMeasure",
        "MisbehavingBenchmarks", "MovedBenchmarks", "SampleStatistics", "TestSupport",
        "WorkerProtocol",
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(
          name: "SystemPackage", package: "swift-system", condition: .when(platforms: [.linux])),
      ],
      exclude: ["Golden"], swiftSettings: settings),
  ]
)

if let testedModules {
  package.targets.removeAll { $0.type == .test && !testedModules.contains($0.name) }
}
for target in package.targets
where (target.type == .test || unoptimizedHelpers.contains(target.name))
  && !optimizedTests.contains(target.name)
{
  target.swiftSettings?.append(
    .unsafeFlags(
      ["-Onone", "-gnone", "-no-emit-module-separately-wmo"], .when(configuration: .release)))
}
