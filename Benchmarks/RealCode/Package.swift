// swift-tools-version: 6.2

import PackageDescription

// 'scripts/test' builds this package without the tool, which would compile all of Framegate once
// more.
let hasTool = Context.environment["REALCODE_WITHOUT_TOOL"] != "1"

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "RealCode",
  platforms: [.macOS(.v13)],
  products: [.executable(name: "truth", targets: ["truth"])],
  targets: [
    // The measured code, to which the planted changes are applied.
    .target(name: "Components", swiftSettings: settings),
    .target(name: "Workloads", dependencies: ["Components"], swiftSettings: settings),

    // The figures by which verdicts are judged: times that are measured without Framegate.
    .target(name: "TrialFigures", swiftSettings: settings),
    .executableTarget(
      name: "truth", dependencies: ["TrialFigures", "Workloads"], path: "Sources/TruthTool",
      swiftSettings: settings),

    .testTarget(name: "ComponentsTests", dependencies: ["Components"], swiftSettings: settings),
    .testTarget(
      name: "WorkloadsTests", dependencies: ["Workloads"], swiftSettings: settings),
    .testTarget(
      name: "TrialFiguresTests", dependencies: ["TrialFigures"], swiftSettings: settings),
  ]
)

if hasTool {
  package.products.append(.executable(name: "realcode", targets: ["realcode"]))
  package.dependencies.append(.package(name: "framegate", path: "../.."))
  package.targets.append(
    .executableTarget(
      name: "realcode",
      dependencies: ["Workloads", .product(name: "FramegateKit", package: "framegate")],
      path: "Sources/RealCodeTool", swiftSettings: settings))
}
