/// The options of a call.
struct Options {
  private(set) var action = ""
  private var values: [String: [String]] = [:]

  private static let withValue: Set<String> = [
    "-scheme", "-destination", "-workspace", "-project", "-derivedDataPath", "-resultBundlePath",
    "-xctestrun", "-testPlan", "-configuration", "-parallel-testing-enabled", "-only-testing",
    "-skip-testing", "-test-enumeration-style", "-test-enumeration-format",
    "-test-enumeration-output-path", "-destination-timeout",
  ]

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if ["build-for-testing", "test-without-building"].contains(argument) {
        action = argument
      } else if argument == "-enumerate-tests" || argument == "-quiet" {
        values[argument] = []
      } else if let colon = argument.firstIndex(of: ":"), argument.hasPrefix("-") {
        values[String(argument[..<colon]), default: []]
          .append(String(argument[argument.index(after: colon)...]))
      } else if Self.withValue.contains(argument), let value = rest.popFirst() {
        values[argument, default: []].append(value)
      } else if argument.hasPrefix("-") || !argument.contains("=") {
        throw Failure(64, "invalid option '\(argument)'")
      }
    }
    let isBuild = action == "build-for-testing"
    if action.isEmpty { throw Failure(64, "The stand-in builds for testing, and tests.") }
    if isBuild, value("-scheme") == nil {
      throw Failure(64, "The action build-for-testing requires a scheme.")
    }
    if isBuild, xctestrun != nil || has("-enumerate-tests") {
      throw Failure(64, "The option can only be used with the test-without-building action.")
    }
    if value("-destination") == nil {
      throw Failure(64, "A destination is needed.")
    }
  }

  func has(_ option: String) -> Bool { values[option] != nil }
  func value(_ option: String) -> String? { values[option]?.last }
  func all(_ option: String) -> [String] { values[option] ?? [] }

  var scheme: String { value("-scheme") ?? "" }
  var xctestrun: String? { value("-xctestrun") }
}

/// Where tests run.
struct Destination {
  /// The name of the SDK, as it stands in the names of files.
  let sdk: String

  init(_ options: Options, scheme: String) throws {
    let specifier = options.value("-destination") ?? ""
    var keys: [Substring: Substring] = [:]
    for pair in specifier.split(separator: ",") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { keys[parts[0]] = parts[1] }
    }
    switch (keys["platform"], keys["name"], keys["OS"]) {
    case ("macOS", _, nil): sdk = "macosx"
    case ("iOS Simulator", "iPhone 17", nil), ("iOS Simulator", "iPhone 17", "26.2"):
      sdk = "iphonesimulator"
    case (nil, "My iPhone", nil): sdk = "iphoneos"
    default:
      throw Failure(
        70,
        """
        Unable to find a destination matching the provided destination specifier:
        \t\t{ \(specifier.replacing("=", with: ":").replacing(",", with: ", ")) }

        \tAvailable destinations for the "\(scheme)" scheme:
        \t\t{ platform:macOS, arch:arm64, id:00000000, name:My Mac }
        \t\t{ platform:iOS Simulator, arch:arm64, id:00000001, OS:26.2, name:iPhone 17 }
        """)
    }
  }
}
