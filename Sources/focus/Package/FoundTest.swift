import Foundation
import SourceReading

/// A test, and the file that it stands in.
package struct FoundTest: Sendable {
  package let function: TestFunction
  package let target: PackageDescription.Target
  /// The file, relative to the package.
  package let path: String
  /// All sources of the target, by their paths in the package.
  package let sources: [String: SwiftSource]

  package init(
    function: TestFunction, target: PackageDescription.Target, path: String,
    sources: [String: SwiftSource]
  ) {
    self.function = function
    self.target = target
    self.path = path
    self.sources = sources
  }

  /// The names of the types that the target declares.
  var typeNames: Set<String> {
    let declarations = sources.values.flatMap { $0.declarations() }
    return Set(declarations.filter { $0.isType && $0.keyword != "extension" }.map(\.name))
  }

  /// The file as `#fileID` names it.
  package var fileID: String { target.name + "/" + (path as NSString).lastPathComponent }

  /// The path of another source of the target, in the same directory.
  func path(ofFile name: String) -> String {
    "\((path as NSString).deletingLastPathComponent)/\(name).swift"
  }
}
