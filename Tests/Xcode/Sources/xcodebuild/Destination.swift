import Foundation

/// A device that tests can run on. Section "Destinations" describes the specifiers.
struct Destination {
  enum Purpose { case building, tests }

  var platform: String
  var id: String
  var os: String?
  var name: String

  static let mac = Destination(platform: "macOS", id: "STANDIN0-MAC", os: nil, name: "My Mac")
  private static let all = [
    mac,
    Destination(
      platform: "iOS Simulator", id: "5D3F1C7A-0000-4000-8000-00000000001A", os: "26.0",
      name: "iPhone 17"),
  ]

  static var architecture: String {
    var system = utsname()
    uname(&system)
    return withUnsafeBytes(of: system.machine) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  static func find(_ options: Options, for purpose: Purpose, scheme: String) throws -> Destination {
    guard let specifier = options["-destination"] else { return mac }
    let generic = specifier.hasPrefix("generic/")
    var keys: [String: String] = [:]
    for pair in specifier.dropFirst(generic ? "generic/".count : 0).split(separator: ",") {
      let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw Failure.usage("Unable to parse the destination specifier '\(specifier)'.")
      }
      keys[parts[0].trimmingCharacters(in: .whitespaces)] = parts[1]
    }
    if generic {
      guard purpose == .building else {
        throw Failure(
          code: Failure.software,
          message: """
            xcodebuild: error: Cannot test target “\(scheme)” on “Any \(keys["platform"] ?? "")\
             Device”: Tests must be run on a concrete device
            """)
      }
      return mac
    }
    let found = all.first { one in
      (keys["platform"] ?? one.platform) == one.platform
        && (keys["id"] ?? one.id) == one.id
        && (keys["name"] ?? one.name) == one.name
        && [one.os, "latest"].contains(keys["OS"] ?? "latest")
        && (one.platform == "macOS" || keys["id"] != nil || keys["name"] != nil)
    }
    guard let found else { throw missing(specifier: keys, scheme: scheme) }
    return found
  }

  private static func missing(specifier: [String: String], scheme: String) -> Failure {
    let wanted = specifier.sorted { $0.key > $1.key }.map { "\($0.key):\($0.value)" }
    return Failure(
      code: Failure.software,
      message: """
        xcodebuild: error: Unable to find a device matching the provided destination specifier:
        \t\t{ \(wanted.joined(separator: ", ")) }

        \tThe requested device could not be found because no available devices matched the \
        request.

        \(list(scheme: scheme))
        """)
  }

  static func printAll(scheme: String) { say("\n\n" + list(scheme: scheme)) }

  private static func list(scheme: String) -> String {
    let lines = all.map { one in
      let os = one.os.map { ", OS:\($0)" } ?? ""
      let device = "platform:\(one.platform), arch:\(architecture), id:\(one.id)\(os)"
      return "\t\t{ \(device), name:\(one.name) }\n"
    }
    return "\tAvailable destinations for the \"\(scheme)\" scheme:\n" + lines.joined()
  }
}
