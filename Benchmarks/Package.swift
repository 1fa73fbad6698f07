// swift-tools-version: 6.3
import PackageDescription

// A package of its own: what benchmarks depend on never reaches users of the library.

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "bulkcheck-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    // The name, since the folder that holds the repository may be called anything.
    .package(name: "bulkcheck", path: ".."),
    // Without its traits: they intercept malloc and retain counts, which changes what is timed.
    .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
  ],
  targets: [
    .target(name: "Corpora", path: "Corpora", swiftSettings: strict),
    .executableTarget(
      name: "EndToEnd",
      dependencies: [
        "Corpora",
        .product(name: "Bulkcheck", package: "bulkcheck"),
        .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "EndToEnd", swiftSettings: strict,
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    .executableTarget(
      name: "Typed",
      dependencies: [
        "Corpora",
        .product(name: "Bulkcheck", package: "bulkcheck"),
        .product(name: "Requirements", package: "bulkcheck"),
        .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "Typed", swiftSettings: strict,
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
  ],
  swiftLanguageModes: [.v6]
)
