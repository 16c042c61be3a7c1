import Foundation
import SourceReading

extension FileManager {
  /// The files below a directory, except built, downloaded, and hidden ones.
  ///
  /// - Parameter isLeftOut: Whether a directory is passed over.
  func files(
    below directory: String, leavingOut isLeftOut: (String) -> Bool = { _ in false }
  ) -> [String] {
    guard let paths = enumerator(atPath: directory) else { return [] }
    var files: [String] = []
    for case let path as String in paths {
      let name = (path as NSString).lastPathComponent
      let isHidden = name.hasPrefix(".") || name == "DerivedData"
      guard let type = paths.fileAttributes?[.type] as? FileAttributeType else { continue }
      switch type {
      case .typeDirectory: if isHidden || isLeftOut(path) { paths.skipDescendants() }
      case .typeRegular where !isHidden || name == ".swift-format": files.append(path)
      case .typeSymbolicLink where !isHidden: files.append(path)
      default: break
      }
    }
    return files
  }
}

extension [String] {
  /// The Swift files among some paths, read.
  func swiftSources(in directory: String) -> [String: SwiftSource] {
    reduce(into: [:]) { sources, path in
      guard path.hasSuffix(".swift"),
        let data = FileManager.default.contents(atPath: directory + "/" + path)
      else { return }
      sources[path] = SwiftSource(bytes: [UInt8](data))
    }
  }
}
