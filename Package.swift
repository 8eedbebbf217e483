// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// For modules that wait, read or write, and whose time is not measured: nothing in them runs per
/// byte, per sample or in a frame.
///
/// Without the optimizer, the compiler needs a quarter of the time. One job compiles such a module
/// and writes its interface; a second job would parse everything again.
///
/// Since tools version 6.2, packages can depend on a version of such a module, too.
let unoptimized =
  settings + [
    .unsafeFlags(
      ["-Onone", "-assert-config", "Release", "-no-emit-module-separately-wmo"],
      .when(configuration: .release))
  ]

/// A library target.
func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil,
  exclude: [String] = [], settings: [SwiftSetting] = settings
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: path, exclude: exclude, swiftSettings: settings)
}

/// An executable.
func program(
  _ name: String, _ dependencies: [Target.Dependency], path: String, exclude: [String] = [],
  settings: [SwiftSetting] = settings
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: path, exclude: exclude, swiftSettings: settings)
}

/// The tests of a module.
func tests(
  of name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  settings: [SwiftSetting] = unoptimized
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name), "TestSupport"] + dependencies,
    exclude: exclude, swiftSettings: settings)
}

/// Tests that see public declarations alone, as another package does.
func clientTests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies, exclude: exclude, packageAccess: false,
    swiftSettings: unoptimized)
}

/// What both halves say about benchmarks and frames.
let stated: [Target.Dependency] = ["BenchmarkModel", "FrameModel", "FrameSignposts"]
/// What the modules of the tool start from.
let leaves = stated + ["FrameTiming", "ReportText", "SampleStatistics"]
let judging = leaves + ["BenchmarkResults", "BenchmarkVerdicts", "FrameLogs"]
let suites =
  stated + [
    "Articles", "FrameTiming", "FramegateKit", "HeadlessUI", "LayerKernels", "MotionKernels",
    "SampleStatistics",
  ]
/// For modules that start other programs.
let subprocess: [Target.Dependency] = [
  .product(name: "Subprocess", package: "swift-subprocess"),
  .product(name: "SystemPackage", package: "swift-system", condition: .when(platforms: [.linux])),
]
let arguments = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")

// What users link is measured.
let library: [Target] = [
  .target(name: "CMeasure"),
  .target(name: "CThreads"),
  module("BenchmarkModel", ["CMeasure"], settings: unoptimized),
  module("FrameModel", settings: unoptimized),
  module("FrameTiming", ["FrameModel"], exclude: ["README.md"]),
  module("FrameSignposts", ["CThreads"]),
  module("MotionKernels", exclude: ["README.md"]),
  module(
    "HeadlessUI", ["CThreads", "FrameModel", "FrameSignposts", "FrameTiming", "MotionKernels"],
    exclude: ["README.md", "Rules.md"]),
  module("WorkerProtocol", stated, exclude: ["PROTOCOL.md"], settings: unoptimized),
  module("FramegateKit", stated + ["CMeasure", "WorkerProtocol"]),
  module("WorkerClient", stated + ["FrameTiming", "WorkerProtocol"]),
  module(
    "FramegateTesting",
    ["BenchmarkModel", "FrameTiming", "FramegateKit", "WorkerClient", "WorkerProtocol"]),
  module("BenchmarkCompatibility", ["BenchmarkModel", "FramegateKit"]),
  .plugin(name: "BenchmarkCompatibilityPlugin", capability: .buildTool()),
]

// The tool measures. What logs, samples and reports need per character or number is optimized.
let tool: [Target] = [
  module("ReportText", ["BenchmarkModel"]),
  module("SampleStatistics"),
  module("FrameLogs", ["BenchmarkModel", "FrameTiming", "ReportText", "SampleStatistics"]),
  module("BenchmarkResults", leaves, settings: unoptimized),
  module(
    "BenchmarkVerdicts", leaves + ["BenchmarkResults", "FrameLogs"], settings: unoptimized),
  module(
    "BenchmarkRunner",
    leaves + subprocess + [
      "BenchmarkResults", "BenchmarkVerdicts", "CMeasure", "WorkerClient", "WorkerProtocol",
    ], settings: unoptimized),
  module("BenchmarkReports", judging, settings: unoptimized),
  program(
    "framegate",
    judging + [
      "BenchmarkReports", "BenchmarkRunner", "CMeasure", "WorkerClient", "WorkerProtocol",
      arguments,
    ], path: "Sources/framegate", settings: unoptimized),
]

// Our own suites, which the tool measures, and trials of the tool.
let benchmarks: [Target] = [
  .target(
    name: "CLayerKernels", path: "Benchmarks/CLayerKernels",
    exclude: ["kernels.inc", "lanes.inc", "pixels.inc"]),
  module(
    "LayerKernels", ["CLayerKernels", "MotionKernels"], path: "Benchmarks/LayerKernels",
    exclude: ["README.md", "Pixels/README.md"]),
  // As a client of HeadlessUI writes them, outside the package.
  .target(
    name: "Articles", dependencies: ["HeadlessUI"], path: "Benchmarks/Articles",
    exclude: ["README.md"], packageAccess: false, swiftSettings: settings),
  program(
    "FramegateSuites", suites, path: "Benchmarks/FramegateSuites",
    exclude: ["Transitions/README.md"]),
  program(
    "Trials",
    judging + [
      "BenchmarkReports", "BenchmarkRunner", "CMeasure", "FramegateKit", "WorkerClient",
      "WorkerProtocol", arguments,
    ], path: "Benchmarks/Trials", settings: unoptimized),
]

// A test target per module of Swift, except for WorkerProtocol and FrameModel; those and the modules of C are
// tested by what uses them. EndToEndTests run the built tool, or need a real clock.
let testing: [Target] = [
  module(
    "TestSupport", leaves + ["MotionKernels"], path: "Tests/TestSupport", settings: unoptimized),
  module(
    "TransitionTestSupport", ["HeadlessUI", "MotionKernels"], path: "Tests/TransitionTestSupport",
    settings: unoptimized),
  module(
    "ResultTestSupport", leaves + ["BenchmarkResults"], path: "Tests/ResultTestSupport",
    settings: unoptimized),
  module(
    "WorkerTestSupport", ["BenchmarkRunner", "FramegateKit", "WorkerClient", "WorkerProtocol"],
    path: "Tests/WorkerTestSupport", settings: unoptimized),
  program("MisbehavingBenchmarks", ["FramegateKit"], path: "Tests/MisbehavingBenchmarks"),
  .executableTarget(
    name: "MovedBenchmarks", dependencies: ["BenchmarkCompatibility"],
    path: "Tests/MovedBenchmarks", packageAccess: false, swiftSettings: settings,
    plugins: ["BenchmarkCompatibilityPlugin"]),
  program(
    "ReaderFuzzer",
    judging + [
      "BenchmarkReports", "BenchmarkRunner", "FramegateKit", "ResultTestSupport", "TestSupport",
      "WorkerClient", "WorkerProtocol", "WorkerTestSupport",
    ], path: "Tests/ReaderFuzzer", settings: unoptimized),

  tests(of: "BenchmarkModel"),
  tests(of: "WorkerClient", ["BenchmarkModel", "FrameModel", "WorkerProtocol"]),
  tests(of: "SampleStatistics"),
  tests(of: "FrameTiming", stated + ["FrameLogs", "SampleStatistics"], exclude: ["Vectors"]),
  tests(of: "FrameLogs", ["BenchmarkModel", "FrameTiming", "SampleStatistics"]),
  tests(of: "FrameSignposts", ["ResultTestSupport", "SampleStatistics"]),
  // Tests of kernels are optimized, as what they test and inline.
  tests(
    of: "MotionKernels", ["SampleStatistics"], exclude: ["Vectors"], settings: settings),
  tests(of: "HeadlessUI", ["MotionKernels", "SampleStatistics", "TransitionTestSupport"]),
  tests(
    of: "FramegateKit", leaves + ["CMeasure", "WorkerClient", "WorkerProtocol"],
    exclude: ["Worker/Recorded"]),
  tests(of: "BenchmarkCompatibility", ["BenchmarkModel", "FrameTiming", "FramegateKit"]),
  clientTests("FramegateTesting", ["FramegateTesting"]),
  clientTests("CustomTransition", ["FrameTiming", "HeadlessUI", "MotionKernels"]),

  tests(of: "ReportText", ["BenchmarkModel", "SampleStatistics"]),
  tests(of: "BenchmarkResults", leaves + ["BenchmarkVerdicts", "ResultTestSupport"]),
  tests(of: "BenchmarkVerdicts", leaves + ["BenchmarkResults", "ResultTestSupport"]),
  tests(
    of: "BenchmarkRunner",
    judging + [
      "FramegateKit", "MisbehavingBenchmarks", "ResultTestSupport", "WorkerClient",
      "WorkerProtocol", "WorkerTestSupport",
    ]),
  tests(
    of: "BenchmarkReports", judging + ["ResultTestSupport"], exclude: ["Golden", "Pages/Golden"]),
  tests(
    of: "framegate",
    judging + [
      "BenchmarkReports", "BenchmarkRunner", "ResultTestSupport", "WorkerClient", "WorkerProtocol",
      arguments,
    ]),
  .testTarget(
    name: "EndToEndTests",
    dependencies: [
      "BenchmarkModel", "BenchmarkRunner", "CMeasure", "FrameModel", "FrameTiming",
      "FramegateKit", "FramegateSuites", "MisbehavingBenchmarks", "MovedBenchmarks",
      "SampleStatistics", "TestSupport", "Trials", "WorkerClient", "WorkerProtocol",
      "framegate",
    ], exclude: ["Golden"], swiftSettings: unoptimized),

  tests(of: "LayerKernels", ["MotionKernels", "SampleStatistics"], settings: settings),
  tests(
    of: "FramegateSuites", suites + ["TransitionTestSupport", "WorkerClient"],
    exclude: ["Kernels/Golden", "Transitions/Golden"]),
  clientTests("Articles", ["Articles", "HeadlessUI"], exclude: ["Vectors"]),
  tests(of: "Trials", judging + ["FramegateKit", "WorkerClient", "WorkerProtocol"]),
]

let package = Package(
  name: "framegate",
  // iOS and its kin are for what apps can use: FrameSignposts, FrameTiming, MotionKernels, HeadlessUI.
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .executable(name: "framegate", targets: ["framegate"]),
    .executable(name: "FramegateSuites", targets: ["FramegateSuites"]),
    .library(name: "FramegateKit", targets: ["FramegateKit"]),
    .library(name: "FramegateTesting", targets: ["FramegateTesting"]),
    .library(name: "BenchmarkCompatibility", targets: ["BenchmarkCompatibility"]),
    .plugin(name: "BenchmarkCompatibilityPlugin", targets: ["BenchmarkCompatibilityPlugin"]),
    // For apps, without the harness.
    .library(name: "FrameSignposts", targets: ["FrameSignposts"]),
    .library(name: "FrameTiming", targets: ["FrameTiming"]),
    .library(name: "MotionKernels", targets: ["MotionKernels"]),
    .library(name: "LayerKernels", targets: ["LayerKernels"]),
    .library(name: "HeadlessUI", targets: ["HeadlessUI"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0"),
    // Subprocess speaks of paths in its types; on macOS the system has them.
    .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
  ],
  targets: library + tool + benchmarks + testing
)
