import Foundation

/// The contents of an `.xctestrun` file: the test bundles of a build, and how `xcodebuild` runs them.
///
/// The manual page xcodebuild.xctestrun(5) describes the format. In version 2, the targets are inside of test
/// configurations. In version 1, they are at the top level. Keys that are not edited stay unchanged.
package struct XCTestRunFile {
  private var contents: [String: Any]

  /// A target with tests.
  package struct Target: Hashable, Sendable {
    /// The name at the beginning of test identifiers.
    package let name: String

    /// The module's name, at the beginning of the ledger's test names.
    package let module: String
  }

  /// Reads a property list, or returns `nil` if the data has another format.
  package init?(data: Data) {
    guard
      let contents = try? PropertyListSerialization.propertyList(from: data, format: nil)
        as? [String: Any]
    else { return nil }
    self.contents = contents
  }

  /// The property list as XML, or `nil` if a value can't be written.
  package var data: Data? {
    try? PropertyListSerialization.data(fromPropertyList: contents, format: .xml, options: 0)
  }

  /// The name of the test plan, and whether it is the scheme's default.
  package var testPlan: (name: String, isDefault: Bool)? {
    guard let plan = contents["TestPlan"] as? [String: Any], let name = plan["Name"] as? String
    else { return nil }
    return (name, plan["IsDefault"] as? Bool == true)
  }

  package var targets: [Target] { entries.map(\.target).uniqued }

  /// Whether the build is for a device, according to the directories of its products.
  package var isForDevice: Bool {
    entries.contains { entry in
      ["TestBundlePath", "TestHostPath"].compactMap { entry.values[$0] as? String }
        .contains { path in
          ["-iphoneos/", "-appletvos/", "-watchos/", "-xros/"].contains(where: path.contains)
        }
    }
  }

  /// Each target of each configuration, with its values.
  private var entries: [(target: Target, values: [String: Any])] {
    var entries: [(target: Target, values: [String: Any])] = []
    var copy = self
    copy.editTargets { target, values in
      entries.append((target, values))
      return true
    }
    return entries
  }

  /// Sets variables of the test processes; `nil` removes one.
  package mutating func set(_ environment: [String: String?]) {
    editTargets { _, values in
      var variables = values["EnvironmentVariables"] as? [String: String] ?? [:]
      for (name, value) in environment { variables[name] = value }
      values["EnvironmentVariables"] = variables
      return true
    }
  }

  /// Has each target run its tests in one process, one after the other, in the order of their names.
  package mutating func runInOrder() {
    editTargets { _, values in
      values["ParallelizationEnabled"] = false
      // For Swift Testing. The manual page lacks this key. Files that Xcode makes have it.
      values["InProcessParallelizationEnabled"] = false
      values["TestExecutionOrdering"] = nil
      return true
    }
  }

  /// Selects tests by their identifiers, and removes targets without a selected test.
  ///
  /// - Parameter identifiers: The identifiers, by the names of targets.
  package mutating func choose(_ identifiers: [String: [String]]) {
    editTargets { target, values in
      values["OnlyTestIdentifiers"] = identifiers[target.name]
      return identifiers[target.name]?.isEmpty == false
    }
  }

  /// Removes all targets except those with the given names.
  package mutating func keep(_ names: Set<String>) {
    editTargets { target, _ in names.contains(target.name) }
  }

  /// Edits each target.
  ///
  /// - Parameter edit: Edits the values of a target, and returns whether to keep the target.
  private mutating func editTargets(_ edit: (Target, inout [String: Any]) -> Bool) {
    guard let configurations = contents["TestConfigurations"] as? [[String: Any]] else {
      for (name, value) in contents.sorted(by: { $0.key < $1.key }) {
        guard var values = value as? [String: Any], values["TestBundlePath"] != nil else {
          continue
        }
        contents[name] = edit(Target(name, values), &values) ? values : nil
      }
      return
    }
    contents["TestConfigurations"] = configurations.compactMap { configuration in
      var configuration = configuration
      let targets = configuration["TestTargets"] as? [[String: Any]] ?? []
      let edited = targets.compactMap { values in
        var values = values
        let name = values["BlueprintName"] as? String ?? ""
        return edit(Target(name, values), &values) ? values : nil
      }
      configuration["TestTargets"] = edited
      return edited.isEmpty ? nil : configuration
    }
  }
}

extension XCTestRunFile.Target {
  fileprivate init(_ name: String, _ values: [String: Any]) {
    self.name = name
    module =
      values["ProductModuleName"] as? String
      ?? String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }
}
