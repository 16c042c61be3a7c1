import Foundation

/// The command line, as section "Options" lists it.
struct Options {
  private(set) var action = "build"
  private var values: [String: [String]] = [:]

  func has(_ name: String) -> Bool { values[name] != nil }
  func all(_ name: String) -> [String] { values[name] ?? [] }
  subscript(name: String) -> String? { values[name]?.last }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let attached = argument.split(separator: ":", maxSplits: 1)
      if let name = attached.first.map(String.init), attached.count == 2,
        ["-only-testing", "-skip-testing"].contains(name)
      {
        values[name, default: []].append(String(attached[1]))
      } else if Self.flags.contains(argument) {
        values[argument] = []
      } else if Self.withArgument.contains(argument) {
        guard let value = rest.popFirst() else {
          throw Failure.usage("option '\(argument)' requires an argument")
        }
        values[argument, default: []].append(value)
      } else if argument.hasPrefix("-") {
        // `-userdefault=value`
        guard argument.contains("=") else { throw Failure.usage("invalid option '\(argument)'") }
      } else if !argument.contains("=") {  // not `buildsetting=value`
        action = argument
      }
    }
    for name in ["-parallel-testing-enabled", "-test-timeouts-enabled", "-enableCodeCoverage"] {
      guard let value = self[name], !["YES", "NO"].contains(value) else { continue }
      throw Failure.usage("option '\(name)' requires an argument of YES or NO")
    }
  }

  private static let flags = Set(
    """
    -alltargets -showsdks -showBuildSettings -showdestinations -showBuildTimingSummary \
    -showTestPlans -list -json -enumerate-tests -disable-concurrent-destination-testing \
    -parallelize-tests-among-destinations -skipUnavailableActions -quiet -verbose -version \
    -usage -help -allowProvisioningUpdates -allowProvisioningDeviceRegistration \
    -skipMacroValidation -skipPackagePluginValidation -skipPackageUpdates \
    -disableAutomaticPackageResolution -onlyUsePackageVersionsFromResolvedFile \
    -hideShellScriptEnvironment -parallelizeTargets
    """.split(separator: " ").map(String.init))

  private static let withArgument = Set(
    """
    -project -target -workspace -scheme -destination -destination-timeout -configuration -arch \
    -sdk -enableAddressSanitizer -enableThreadSanitizer -enableUndefinedBehaviorSanitizer \
    -enableCodeCoverage -testLanguage -testRegion -derivedDataPath -resultBundlePath \
    -resultStreamPath -xcconfig -testProductsPath -xctestrun -testPlan -skip-testing \
    -only-testing -skip-test-configuration -only-test-configuration \
    -maximum-concurrent-test-device-destinations \
    -maximum-concurrent-test-simulator-destinations -parallel-testing-enabled \
    -parallel-testing-worker-count -maximum-parallel-testing-workers -test-timeouts-enabled \
    -default-test-execution-time-allowance -maximum-test-execution-time-allowance \
    -test-iterations -test-repetition-relaunch-enabled -collect-test-diagnostics \
    -test-enumeration-style -test-enumeration-format -test-enumeration-output-path -toolchain \
    -jobs -clonedSourcePackagesDirPath -packageCachePath -scmProvider
    """.split(separator: " ").map(String.init))
}
