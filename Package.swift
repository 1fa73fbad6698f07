// swift-tools-version: 6.3
import CompilerPluginSupport
import PackageDescription

/// Settings of every Swift target: see docs/architecture.md, "Language settings".
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Settings of the targets of products: unsafe memory is marked, and fenced (see .ci/fences).
let fenced: [SwiftSetting] = strict + [.strictMemorySafety()]

/// ISA-L inflates faster (docs/architecture.md has the figure). Without the trait zlib does it all.
let isal: Target.Dependency = .target(
  name: "CISAL", condition: .when(platforms: [.linux], traits: ["ISAL"]))

/// Zstandard. Without the trait such files are refused by name.
let zstd: Target.Dependency = .target(name: "CZstd", condition: .when(traits: ["Zstd"]))

/// LZ4, for Arrow. Without the trait such buffers are refused by name.
let lz4: Target.Dependency = .target(name: "CLZ4", condition: .when(traits: ["LZ4"]))

/// YAML, for profiles and schemas. Without the trait such files are refused by name.
let yaml: Target.Dependency = .target(name: "CYAML", condition: .when(traits: ["YAML"]))

let package = Package(
  name: "bulkcheck",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "bulkcheck", targets: ["BulkcheckCLI"]),
    .library(name: "Bulkcheck", targets: ["Bulkcheck"]),
    .library(name: "Requirements", targets: ["Requirements"]),
    .library(name: "RequirementsCompatibility", targets: ["RequirementsCompatibility"]),
    .library(name: "RequirementsPatterns", targets: ["RequirementsPatterns"]),
  ],
  traits: [
    .trait(name: "ISAL", description: "Inflate gzip with ISA-L (libisal-dev) instead of zlib."),
    .trait(name: "Zstd", description: "Read and write Zstandard with libzstd (libzstd-dev)."),
    .trait(name: "LZ4", description: "Read LZ4 buffers of Arrow with liblz4 (liblz4-dev)."),
    .trait(name: "YAML", description: "Read profiles in YAML with libyaml (libyaml-dev)."),
    .default(enabledTraits: ["ISAL", "LZ4", "YAML", "Zstd"]),
  ],
  dependencies: [
    // The command line: options, help, completions, usage errors.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // System libraries: gzip (RFC 1952), fast inflate, Zstandard (RFC 8878), LZ4 (of Arrow),
    // YAML, regular expressions.
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CISAL", pkgConfig: "libisal", providers: [.apt(["libisal-dev"]), .brew(["isa-l"])]),
    .systemLibrary(
      name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    .systemLibrary(
      name: "CLZ4", pkgConfig: "liblz4", providers: [.apt(["liblz4-dev"]), .brew(["lz4"])]),
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(
      name: "CPCRE2", pkgConfig: "libpcre2-8",
      providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]),

    .target(name: "CLibrary", swiftSettings: fenced),
    .target(name: "CBulkcheckScan"),
    .target(name: "CArguments"),
    .target(name: "CProcess"),
    // The reader of regular expressions: for the engine, and for the macros, which lack PCRE2.
    .target(name: "PatternSyntax", swiftSettings: fenced),
    .target(
      name: "BulkcheckCore",
      dependencies: ["CBulkcheckScan", "CLibrary", "CPCRE2", "PatternSyntax"],
      swiftSettings: fenced,
      // On Linux, the C library has it.
      linkerSettings: [
        .linkedLibrary("iconv", .when(platforms: [.macOS, .iOS, .tvOS, .watchOS, .visionOS]))
      ]),
    .target(
      name: "BulkcheckDocument", dependencies: ["BulkcheckCore", yaml], swiftSettings: fenced),
    .target(
      name: "BulkcheckProfile",
      dependencies: ["BulkcheckCore", "BulkcheckDocument", "PatternSyntax"],
      swiftSettings: fenced),
    .target(
      name: "BulkcheckSchema",
      dependencies: ["BulkcheckCore", "BulkcheckDocument", "BulkcheckProfile", "PatternSyntax"],
      resources: [.embedInCode("Metaschemas")], swiftSettings: fenced),
    // Contracts that others wrote, as profiles: it makes documents, and no rules.
    .target(
      name: "BulkcheckContracts",
      dependencies: ["BulkcheckCore", "BulkcheckDocument", "PatternSyntax"],
      swiftSettings: fenced),
    // Arrow IPC, stream and file: rows as the values that rules see.
    .target(
      name: "BulkcheckArrow", dependencies: ["BulkcheckCore", lz4, zstd], swiftSettings: fenced),
    .target(
      name: "BulkcheckInput",
      dependencies: [
        "BulkcheckArrow", "BulkcheckCore", "CLibrary", "CProcess", "CZlib", isal, zstd,
      ],
      swiftSettings: fenced),
    .target(
      name: "BulkcheckOutput", dependencies: ["BulkcheckCore", "CLibrary", "CZlib", zstd],
      swiftSettings: fenced),
    .target(
      name: "BulkcheckReport", dependencies: ["BulkcheckCore", "BulkcheckDocument"],
      resources: [.embedInCode("Schemas")], swiftSettings: fenced),
    .target(
      name: "BulkcheckInfer",
      dependencies: [
        "BulkcheckCore", "BulkcheckDocument", "BulkcheckInput", "BulkcheckReport",
      ], swiftSettings: fenced),
    .target(
      name: "Bulkcheck",
      dependencies: [
        "BulkcheckContracts", "BulkcheckCore", "BulkcheckDocument", "BulkcheckProfile",
        "BulkcheckSchema", "BulkcheckInput", "BulkcheckOutput", "BulkcheckReport", "CLibrary",
        "Requirements", "RequirementsPatterns",
      ], swiftSettings: fenced),
    .target(
      name: "BulkcheckExplain",
      dependencies: [
        "Bulkcheck", "BulkcheckCore", "BulkcheckDocument", "BulkcheckInput", "BulkcheckReport",
      ], swiftSettings: fenced),
    // The typed library. It uses no other target, so that an app can take it alone.
    .target(name: "Requirements", swiftSettings: fenced),
    // Patterns for the typed library: those of profiles, which need the engine.
    .target(
      name: "RequirementsPatterns",
      dependencies: ["BulkcheckCore", "CLibrary", "PatternSyntax", "Requirements"],
      swiftSettings: fenced),
    // Spellings of the documents after which the typed library is made, where it has other ones.
    .target(
      name: "RequirementsCompatibility", dependencies: ["Requirements"], swiftSettings: fenced),
    // A runnable example of rules between subjects, and their acceptance test.
    .target(
      name: "ClassTripRules", dependencies: ["Requirements", "RequirementsPatterns"],
      path: "samples/ClassTrip/Rules",
      swiftSettings: fenced),
    .executableTarget(
      name: "ClassTrip", dependencies: ["ClassTripRules", "Requirements"],
      path: "samples/ClassTrip/Table", swiftSettings: fenced),
    // A runnable form that checks each field while the user types.
    .target(
      name: "RegistrationRules", dependencies: ["Requirements", "RequirementsPatterns"],
      path: "samples/RegistrationForm/Rules", swiftSettings: fenced),
    .executableTarget(
      name: "RegistrationForm", dependencies: ["RegistrationRules", "Requirements"],
      path: "samples/RegistrationForm/Terminal", swiftSettings: fenced),
    // A job that loads records. Valid ones go into a table as values, the others into a file with
    // the reasons.
    .executableTarget(
      name: "UserLoad", dependencies: ["Bulkcheck", "Requirements"], path: "samples/UserLoad",
      swiftSettings: fenced),
    .executableTarget(
      name: "BulkcheckCLI",
      dependencies: [
        "Bulkcheck", "BulkcheckContracts", "BulkcheckCore", "BulkcheckDocument",
        "BulkcheckExplain", "BulkcheckInfer", "BulkcheckProfile", "BulkcheckSchema",
        "BulkcheckInput", "BulkcheckOutput", "BulkcheckReport", "CArguments", "CLibrary",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: fenced),

    .testTarget(
      name: "BulkcheckInputTests",
      dependencies: ["BulkcheckInput", "BulkcheckCore", "CZlib", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "BulkcheckArrowTests",
      dependencies: [
        "BulkcheckArrow", "BulkcheckCore", "BulkcheckInput", "TestSupport", "Twins",
      ],
      exclude: ["Tables"], swiftSettings: strict),
    .testTarget(
      name: "BulkcheckReportTests",
      dependencies: ["BulkcheckReport", "BulkcheckCore", "BulkcheckProfile", "TestSupport"],
      exclude: ["Goldens"], swiftSettings: strict),
    .testTarget(
      name: "BulkcheckTests", dependencies: ["Bulkcheck", "Requirements", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "BulkcheckCLI", "Bulkcheck", "BulkcheckCore", "BulkcheckReport", "Requirements",
        "TestSupport", "UserLoad",
      ],
      exclude: ["Goldens"], swiftSettings: strict),
    .testTarget(
      name: "SuiteTests",
      dependencies: [
        "BowtieHarness", "Bulkcheck", "BulkcheckCore", "BulkcheckDocument", "BulkcheckInput",
        "BulkcheckProfile", "BulkcheckSchema", "FuzzTargets", "PatternSyntax", "TestSupport",
        "Twins",
      ], swiftSettings: strict),
    .testTarget(
      name: "BulkcheckCoreTests",
      dependencies: ["BulkcheckCore", "PatternSyntax", "TestSupport", "Twins"],
      swiftSettings: strict),
    .testTarget(
      name: "RequirementsTests",
      dependencies: [
        "Requirements", "RequirementsPatterns", "ClassTripRules", "RegistrationRules",
        "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "BulkcheckDocumentTests", dependencies: ["BulkcheckDocument", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "BulkcheckProfileTests",
      dependencies: [
        "BulkcheckProfile", "BulkcheckDocument", "BulkcheckCore", "TestSupport", "Twins",
      ], swiftSettings: strict),
    .testTarget(
      name: "BulkcheckSchemaTests",
      dependencies: ["BulkcheckSchema", "BulkcheckDocument", "BulkcheckCore"],
      swiftSettings: strict),
    .testTarget(
      name: "AgreementTests",
      dependencies: [
        "Bulkcheck", "BulkcheckCore", "BulkcheckDocument", "BulkcheckExplain", "BulkcheckInfer",
        "BulkcheckProfile", "BulkcheckInput", "BulkcheckOutput", "BulkcheckReport", "Requirements",
        "CZlib", "FuzzTargets", "TestSupport", "Twins",
      ], swiftSettings: strict),
    .testTarget(
      name: "AllocationTests",
      dependencies: [
        "BulkcheckCore", "BulkcheckProfile", "CAllocationCount", "Requirements",
        "RequirementsPatterns",
      ],
      swiftSettings: strict),
    .target(name: "CAllocationCount", path: "Tests/CAllocationCount"),
    // Answers the commands of Bowtie (https://bowtie.report), which compares validators of JSON
    // Schema.
    .target(
      name: "BowtieHarness",
      dependencies: [
        "Bulkcheck", "BulkcheckCore", "BulkcheckDocument", "BulkcheckInput", "BulkcheckProfile",
        "BulkcheckSchema",
      ],
      path: "Tests/Bowtie/Harness", swiftSettings: strict),
    .executableTarget(
      name: "bowtie-harness", dependencies: ["BowtieHarness"], path: "Tests/Bowtie/Driver",
      swiftSettings: strict),
    // Slow implementations that the fast ones must agree with, and generators of random cases.
    // Without Swift Testing, since fuzzing uses them too.
    .target(
      name: "Twins",
      dependencies: [
        "Bulkcheck", "BulkcheckArrow", "BulkcheckCore", "BulkcheckInput", "BulkcheckProfile",
        "BulkcheckReport", "BulkcheckSchema",
      ], path: "Tests/Twins", swiftSettings: strict),
    // Helpers for the tests of several targets.
    .target(
      name: "TestSupport", dependencies: [zstd], path: "Tests/TestSupport", swiftSettings: strict),
    // Properties that must hold for any bytes. Fuzzing tries random bytes, tests try kept and drawn
    // ones: see docs/fuzzing.md.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Bulkcheck", "BulkcheckArrow", "BulkcheckCore", "BulkcheckDocument", "BulkcheckInfer",
        "BulkcheckInput", "BulkcheckOutput", "BulkcheckProfile", "BulkcheckReport",
        "BulkcheckSchema", "CZlib", "Twins",
      ], path: "Tests/Fuzzing/Targets", swiftSettings: strict),
    .testTarget(
      name: "FuzzCaseTests", dependencies: ["FuzzTargets"], path: "Tests/Fuzzing/Replay",
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// Builds some of the tests alone, where they are built with other options than all of them:
// `BULKCHECK_TESTS="AllocationTests AgreementTests"`.
if let wanted = Context.environment["BULKCHECK_TESTS"]?.split(separator: " ") {
  package.targets.removeAll { target in
    target.type == .test && !wanted.contains { $0 == target.name }
  }
}

// The macros need swift-syntax, which takes minutes to build (in release: many). It is built only
// for their product and for the tests. To build everything else, set `BULKCHECK_WITHOUT_MACROS`.
if Context.environment["BULKCHECK_WITHOUT_MACROS"] == nil {
  package.products.append(.library(name: "RequirementsMacros", targets: ["RequirementsMacros"]))
  package.dependencies.append(
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"))
  package.targets += [
    .target(
      name: "RequirementsMacros", dependencies: ["Requirements", "RequirementsMacrosPlugin"],
      swiftSettings: strict),
    .macro(
      name: "RequirementsMacrosPlugin",
      dependencies: [
        "PatternSyntax",
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
      ], swiftSettings: strict),
    // It does not depend on the plug-in itself. Otherwise all tests and what they test would be
    // built a second time, as tools.
    .testTarget(
      name: "RequirementsMacrosTests",
      dependencies: [
        "BulkcheckCore", "PatternSyntax", "RequirementsMacros", "RequirementsPatterns",
        "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "DocumentTests",
      dependencies: [
        "ClassTripRules", "Requirements", "RequirementsCompatibility", "RequirementsMacros",
        "RequirementsPatterns",
      ],
      swiftSettings: strict),
  ]
}

// The program that links libFuzzer, which comes with the compiler on Linux: built by
// `Tests/Fuzzing/run`.
if Context.environment["BULKCHECK_FUZZING"] != nil {
  package.targets += [
    .systemLibrary(name: "CLibFuzzer", path: "Tests/Fuzzing/CLibFuzzer"),
    .executableTarget(
      name: "fuzz", dependencies: ["FuzzTargets", "CLibFuzzer"], path: "Tests/Fuzzing/Driver",
      swiftSettings: strict),
  ]
}

// The benchmarks. Behind a variable, so that users of the libraries never fetch what they need:
// `BULKCHECK_BENCHMARKS=1 swift package benchmark`.
if Context.environment["BULKCHECK_BENCHMARKS"] != nil {
  // Without its traits: they intercept malloc and retain counts, which changes what is timed.
  package.dependencies.append(
    .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []))
  let benchmark: Target.Dependency = .product(name: "Benchmark", package: "benchmark")
  let plugin: Target.PluginUsage = .plugin(name: "BenchmarkPlugin", package: "benchmark")
  package.targets += [
    .target(name: "Corpora", path: "Benchmarks/Corpora", swiftSettings: strict),
    .executableTarget(
      name: "EndToEnd", dependencies: ["Bulkcheck", "Corpora", benchmark],
      path: "Benchmarks/EndToEnd", swiftSettings: strict, plugins: [plugin]),
    .executableTarget(
      name: "Typed", dependencies: ["Bulkcheck", "Corpora", "Requirements", benchmark],
      path: "Benchmarks/Typed", swiftSettings: strict, plugins: [plugin]),
  ]
}

// The documentation:
// `BULKCHECK_DOCUMENTATION=1 swift package generate-documentation --target Requirements`. Behind a
// variable, so that users of the libraries never fetch the plug-in.
if Context.environment["BULKCHECK_DOCUMENTATION"] != nil {
  package.dependencies.append(
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}
