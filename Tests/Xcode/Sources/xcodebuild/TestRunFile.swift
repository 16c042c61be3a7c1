import Foundation

/// An `.xctestrun` file, as xcodebuild.xctestrun(5) describes it.
struct TestRunFile {
  let scheme: String
  let targets: [TestRunTarget]

  init(_ file: URL) throws {
    guard let data = try? Data(contentsOf: file) else {
      throw Failure.noInput("The xctestrun file '\(file.path)' does not exist.")
    }
    guard
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
        as? [String: Any]
    else {
      throw Failure(
        code: 74, message: "xcodebuild: error: '\(file.path)' is not a property list.")
    }
    let metadata = list["__xctestrun_metadata__"] as? [String: Any]
    let second = metadata?["FormatVersion"] as? Int == 2
    let container = (second ? list : metadata ?? [:])["ContainerInfo"] as? [String: String]
    let plan = list["TestPlan"] as? [String: Any]
    scheme = plan?["Name"] as? String ?? container?["SchemeName"] ?? "Transient Testing"
    var entries: [(name: String?, keys: [String: Any])] = []
    if second {
      for one in list["TestConfigurations"] as? [[String: Any]] ?? [] {
        entries += (one["TestTargets"] as? [[String: Any]] ?? []).map { (nil, $0) }
      }
    } else {
      // "If the __xctestrun_metadata__ section is not present, xcodebuild will interpret the
      // xctestrun file using an earlier format (version 1)."
      for (name, keys) in list.sorted(by: { $0.key < $1.key }) {
        guard name != "__xctestrun_metadata__", let keys = keys as? [String: Any] else { continue }
        entries.append((name, keys))
      }
    }
    let root = file.standardizedFileURL.deletingLastPathComponent().path
    targets = try entries.map { try TestRunTarget($0.name, $0.keys, root: root) }
  }
}

/// A test bundle with the keys of its dictionary that have a meaning here.
struct TestRunTarget {
  let name: String
  let module: String
  let bundle: String
  let environment: [String: String]
  let only: [String]?
  let isParallelInProcess: Bool

  init(_ name: String?, _ keys: [String: Any], root: String) throws {
    guard let name = keys["BlueprintName"] as? String ?? name,
      let path = keys["TestBundlePath"] as? String, keys["TestHostPath"] is String,
      let testing = keys["TestingEnvironmentVariables"] as? [String: String]
    else {
      throw Failure(
        code: Failure.failedTests,
        message: "xcodebuild: error: A test target of the xctestrun file lacks a mandatory key.")
    }
    // Section "Placeholder strings"
    let host = (keys["TestHostPath"] as? String ?? "").replacingOccurrences(
      of: "__TESTROOT__", with: root)
    let bundle = path.replacingOccurrences(of: "__TESTHOST__", with: host)
      .replacingOccurrences(of: "__TESTROOT__", with: root)
    let expanded = testing.mapValues {
      $0.replacingOccurrences(of: "__TESTBUNDLE__", with: bundle)
        .replacingOccurrences(of: "__TESTHOST__", with: host)
        .replacingOccurrences(of: "__TESTROOT__", with: root)
    }
    self.name = name
    self.bundle = bundle
    module = keys["ProductModuleName"] as? String ?? name
    environment = (keys["EnvironmentVariables"] as? [String: String] ?? [:])
      .merging(expanded) { $1 }
    only = keys["OnlyTestIdentifiers"] as? [String]
    // Files in public repositories have this key for Swift Testing. The manual page doesn't.
    isParallelInProcess = keys["InProcessParallelizationEnabled"] as? Bool ?? true
  }

  var program: URL {
    URL(fileURLWithPath: bundle).appendingPathComponent("Contents/MacOS/\(name)")
      .resolvingSymlinksInPath()
  }
}
