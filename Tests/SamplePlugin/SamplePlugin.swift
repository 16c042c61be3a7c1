import Foundation
import PackagePlugin

/// Generates the sources of `SampleTests` from the documentation, before the compiler runs.
@main
struct SamplePlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let root = context.package.directoryURL
    let pages =
      [root.appending(path: "README.md"), root.appending(path: "CONTRIBUTING.md")]
      + files("md", in: ["Guides", "Sources", "Examples", "Benchmarks"], of: root)
    let hosts = files("swift", in: ["Tests/SampleTests/DocComments"], of: root)
    let sources = files("swift", in: ["Sources"], of: root)
    let output = context.pluginWorkDirectoryURL.appending(path: "Samples")
    return [
      .buildCommand(
        displayName: "Extracting the samples of the documentation",
        executable: try context.tool(named: "SampleExtractor").url,
        arguments: [root.path(percentEncoded: false), output.path(percentEncoded: false)]
          + (pages + hosts + sources).map { relativePath(of: $0, in: root) },
        inputFiles: pages + hosts + sources,
        outputFiles: (pages + hosts).map {
          output.appending(path: outputName(for: relativePath(of: $0, in: root)))
        })
    ]
  }

  /// The name that `SampleExtractor` gives to the code of a page or a host.
  private func outputName(for path: String) -> String {
    path.split(separator: "/").joined(separator: ".") + ".swift"
  }

  private func relativePath(of file: URL, in root: URL) -> String {
    let rootPath = root.path(percentEncoded: false)
    return String(
      file.path(percentEncoded: false).dropFirst(
        rootPath.hasSuffix("/") ? rootPath.count : rootPath.count + 1))
  }

  private func files(_ pathExtension: String, in folders: [String], of root: URL) -> [URL] {
    folders.flatMap { folder in
      let paths =
        FileManager.default.enumerator(
          atPath: root.appending(path: folder).path(percentEncoded: false))
      return (paths?.allObjects as? [String] ?? [])
        .filter { $0.hasSuffix(".\(pathExtension)") && !$0.contains(".build/") }
        .sorted()
        .map { root.appending(path: "\(folder)/\($0)") }
    }
  }
}
