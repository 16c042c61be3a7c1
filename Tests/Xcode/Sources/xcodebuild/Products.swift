import Foundation

/// What `build-for-testing` leaves in the build root: a test bundle for each target with tests.
struct Products {
  let scheme: String
  private let container: Container
  private let folder: URL

  init(_ options: Options) throws {
    container = try Container()
    scheme = try options.value(of: "-scheme")
    try container.require(scheme: scheme)
    folder = URL(fileURLWithPath: try options.value(of: "-derivedDataPath"))
      .appendingPathComponent("Build/Products/Debug")
  }

  func build() throws {
    guard !container.testTargets.isEmpty else {
      throw Failure.noInput("Scheme \(scheme) is not currently configured for the test action.")
    }
    let path = container.root.path
    let build = Command(["swift", "build", "--build-tests", "--package-path", path])
    guard try build.run(say).status == 0 else {
      throw Failure(code: Failure.failedTests, message: "\n** TEST BUILD FAILED **\n")
    }
    let show = Command(["swift", "build", "--show-bin-path", "--package-path", path])
    let binaries = try show.output().text.split(separator: "\n").last.map(String.init) ?? ""
    let program = "\(binaries)/\(container.name)PackageTests.xctest"
    for target in container.testTargets {
      let link = executable(of: target)
      try FileManager.default.createDirectory(
        at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
      try? FileManager.default.removeItem(at: link)
      // A link, because the program looks for its resources beside itself.
      try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: program)
    }
  }

  private func executable(of target: Container.TestTarget) -> URL {
    folder.appendingPathComponent("\(target.name).xctest/Contents/MacOS/\(target.name)")
  }

  /// The test bundles of the build.
  func bundles() throws -> [TestBundle] {
    try container.testTargets.map { target in
      let link = executable(of: target)
      guard FileManager.default.fileExists(atPath: link.path) else {
        throw Failure.noInput("There are no test bundles available to test.")
      }
      return TestBundle(
        name: target.name, module: target.module, program: link.resolvingSymlinksInPath())
    }
  }
}

/// The test bundle of a target.
struct TestBundle {
  let name: String
  let module: String
  let program: URL
}
