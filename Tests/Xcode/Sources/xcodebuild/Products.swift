import Foundation

/// The package whose schemes are built.
struct Package {
  let directory: String
  let name: String
  let schemes: Set<String>
  /// The names of the test targets.
  let tests: [String]

  init(of options: Options) throws {
    if let container = options.value("-workspace") ?? options.value("-project") {
      guard FileManager.default.fileExists(atPath: container) else {
        throw Failure(66, "'\(container)' does not exist.")
      }
      directory = URL(fileURLWithPath: container).deletingLastPathComponent().path
    } else {
      directory = FileManager.default.currentDirectoryPath
    }
    struct Description: Decodable {
      struct Item: Decodable {
        var name: String
        var type: Kind?
        struct Kind: Decodable {
          var isTest = false
          init(from decoder: any Decoder) throws {
            let text = try? decoder.singleValueContainer().decode(String.self)
            isTest = text == "test"
          }
        }
      }
      var name: String
      var products: [Item]
      var targets: [Item]
    }
    let json = try output(
      of: ["swift", "package", "--package-path", directory, "describe", "--type", "json"])
    let start = json.firstIndex(of: "{") ?? json.startIndex
    let package = try JSONDecoder().decode(Description.self, from: Data(json[start...].utf8))
    name = package.name
    schemes = Set([package.name, package.name + "-Package"] + package.products.map(\.name))
    tests = package.targets.filter { $0.type?.isTest == true }.map(\.name)
  }
}

/// The products of a build for testing, in the derived data.
struct Products {
  private let scheme: String
  private let sdk: String
  private let directory: String

  init(_ options: Options, sdk: String) {
    scheme = options.scheme
    self.sdk = sdk
    directory = (options.value("-derivedDataPath") ?? "DerivedData") + "/Build/Products"
  }

  func write(_ package: Package) throws {
    let bundles = sdk == "macosx" ? "Debug" : "Debug-\(sdk)"
    var targets: [[String: Any]] = []
    for name in package.tests {
      let bundle = "\(directory)/\(bundles)/\(name).xctest"
      try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
      // The bundle refers to the package, whose build has the tests.
      try Data(package.directory.utf8).write(to: URL(fileURLWithPath: bundle + "/package"))
      targets.append([
        "BlueprintName": name, "ProductModuleName": name.replacing("-", with: "_"),
        "TestBundlePath": "__TESTROOT__/\(bundles)/\(name).xctest",
        "TestHostPath": "__PLATFORMS__/Platform/Developer/Library/Xcode/Agents/xctest",
        "EnvironmentVariables": ["FROM_SCHEME": scheme],
        "TestingEnvironmentVariables": ["XCTestBundlePath": "__TESTBUNDLE__"],
        "TestExecutionOrdering": "random",
      ])
    }
    var contents: [String: Any] = [:]
    if ProcessInfo.processInfo.environment["STANDIN_FORMAT"] == "1" {
      for target in targets {
        var target = target
        let name = target.removeValue(forKey: "BlueprintName") as? String ?? ""
        contents[name] = target
      }
    } else {
      contents = [
        "TestPlan": ["Name": scheme, "IsDefault": true],
        "TestConfigurations": [["Name": "Test Scheme Action", "TestTargets": targets]],
        "CodeCoverageBuildableInfos": [Any](),
        "__xctestrun_metadata__": ["FormatVersion": 2],
      ]
    }
    let data = try PropertyListSerialization.data(
      fromPropertyList: contents, format: .xml, options: 0)
    try data.write(
      to: URL(fileURLWithPath: "\(directory)/\(scheme)_\(sdk)26.2-arm64.xctestrun"))
  }
}
