import Foundation

/// What `swift package describe` says of a package.
package struct PackageDescription: Hashable, Sendable, Decodable {
  package struct Target: Hashable, Sendable, Decodable {
    package var name: String
    package var type: String
    /// The directory of the sources, relative to the package.
    package var path: String
    package var sources: [String]
  }

  package var name: String
  package var path: String
  package var targets: [Target]

  package var testTargets: [Target] { targets.filter { $0.type == "test" } }

  /// Reads JSON, and what other programs print before it.
  package init?(output: String) {
    guard let start = output.firstIndex(of: "{"),
      let description = try? JSONDecoder().decode(
        Self.self, from: Data(output[start...].utf8))
    else { return nil }
    self = description
  }
}
