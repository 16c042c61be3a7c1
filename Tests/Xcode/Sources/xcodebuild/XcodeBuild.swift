import Foundation

/// A stand-in for `xcodebuild`: `build-for-testing` and `test-without-building` for the schemes of a package.
///
/// It does what the manual pages xcodebuild(1) and xcodebuild.xctestrun(5) state, with the builds and the test programs of
/// SwiftPM. Its environment has two variables: `STANDIN_FORMAT=1` has it write the older format of `.xctestrun`, and
/// `STANDIN_IGNORES_ONLY=1` has `OnlyTestIdentifiers` leave out all tests of Swift Testing, which some versions of Xcode do.
@main
struct XcodeBuild {
  static func main() {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      switch options.action {
      case "build-for-testing": try build(options)
      default: try test(options)
      }
    } catch let failure as Failure {
      FileHandle.standardError.write(Data("xcodebuild: error: \(failure.message)\n".utf8))
      exit(failure.code)
    } catch {
      FileHandle.standardError.write(Data("xcodebuild: error: \(error)\n".utf8))
      exit(70)
    }
  }

  private static func build(_ options: Options) throws {
    let package = try Package(of: options)
    guard package.schemes.contains(options.scheme) else {
      throw Failure(
        65,
        """
        The workspace named "\(package.name)" does not contain a scheme named "\(options.scheme)". The "-list" option \
        can be used to find the names of the schemes in the workspace.
        """)
    }
    let sdk = try Destination(options, scheme: options.scheme).sdk
    guard run(["swift", "build", "--build-tests", "--package-path", package.directory]) == 0 else {
      print("** TEST BUILD FAILED **")
      exit(65)
    }
    try Products(options, sdk: sdk).write(package)
    print("** TEST BUILD SUCCEEDED **")
  }

  private static func test(_ options: Options) throws {
    guard let file = options.xctestrun else {
      throw Failure(64, "The stand-in tests with -xctestrun only.")
    }
    guard options.value("-workspace") == nil, options.value("-project") == nil else {
      throw Failure(64, "The option -xctestrun cannot be used with -workspace or -project.")
    }
    _ = try Destination(options, scheme: "")
    let targets = try TestTarget.all(in: file, options)
    if options.has("-enumerate-tests") {
      try Enumeration(targets, options).write()
      return
    }
    if let bundle = options.value("-resultBundlePath"),
      FileManager.default.fileExists(atPath: bundle)
    {
      throw Failure(64, "Existing file at -resultBundlePath \"\(bundle)\"")
    }
    var results: [(target: TestTarget, results: [TestResult])] = []
    for target in targets where !Interruption.isRaised {
      results.append((target, try TestLaunches(target, options).results()))
    }
    if let bundle = options.value("-resultBundlePath") {
      try ResultBundle(results).write(to: bundle)
    }
    let hasFailed = results.contains { $0.results.contains { $0.outcome == .failed } }
    print(hasFailed ? "** TEST EXECUTE FAILED **" : "** TEST EXECUTE SUCCEEDED **")
    exit(Interruption.isRaised ? 75 : hasFailed ? 65 : 0)
  }
}

struct Failure: Error {
  var code: Int32
  var message: String

  init(_ code: Int32, _ message: String) {
    self.code = code
    self.message = message
  }
}

/// Runs a program to its end with this process's output, and returns its exit code.
func run(_ command: [String]) -> Int32 {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = command
  guard (try? process.run()) != nil else { return 127 }
  process.waitUntilExit()
  return process.terminationStatus
}

/// The output of a program that succeeds.
func output(of command: [String]) throws -> String {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = command
  let pipe = Pipe()
  process.standardOutput = pipe
  try process.run()
  let data = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else {
    throw Failure(65, "\(command.joined(separator: " ")) failed.")
  }
  return String(decoding: data, as: UTF8.self)
}
