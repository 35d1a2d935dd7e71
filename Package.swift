// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "tracklogger",
  products: [
    .executable(name: "tracklogger", targets: ["TrackLogger"])
  ],
  targets: [
    // libgps, behind a shim that hides what changes between its releases; loaded when it is needed.
    .target(name: "CGPSD"),
    // libgps's own decoder, for tests alone.
    .target(name: "CGPSDOracle", linkerSettings: [.linkedLibrary("gps")]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    // libcurl, loaded when it is needed.
    .target(name: "CCurl"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // Linux system calls that Swift's Glibc module does not carry.
    .systemLibrary(name: "CLinux"),
    // Pure values: no clock, file, socket or C module of ours.
    .target(name: "TrackCore"),
    // The only place with SQL.
    .target(name: "TrackStore", dependencies: ["CSQLite", "TrackCore"]),
    .executableTarget(
      name: "TrackLogger", dependencies: ["CCurl", "CGPSD", "CLinux", "CZlib", "TrackCore", "TrackStore"]),
    // For `make bench` alone.
    .executableTarget(name: "Stages", dependencies: ["TrackCore"], path: "Benchmarks/Stages"),

    .testTarget(name: "CGPSDTests", dependencies: ["CGPSD", "CGPSDOracle", "TrackCore"], exclude: ["Fixtures"]),
    .testTarget(name: "CSQLiteTests", dependencies: ["CSQLite"]),
    .testTarget(name: "TrackCoreTests", dependencies: ["TrackCore"]),
    .testTarget(name: "TrackStoreTests", dependencies: ["CSQLite", "TrackCore", "TrackStore"]),
    .testTarget(name: "TrackLoggerTests", dependencies: ["TrackLogger", "TrackCore", "TrackStore"]),
  ],
  swiftLanguageModes: [.v6]
)
