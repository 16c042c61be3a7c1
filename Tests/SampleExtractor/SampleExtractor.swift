import Foundation

/// Writes a Swift file for each page of the documentation, and for each host: a file of tests for samples of doc comments.
///
/// The arguments are the folder of the package, the folder to write to, and the paths of pages, hosts, and sources in the package.
@main
struct SampleExtractor {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let root = URL(fileURLWithPath: arguments[0])
    let output = URL(fileURLWithPath: arguments[1])
    let files = arguments.dropFirst(2).map { SourceFile(path: $0, root: root) }
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    var isFailed = false
    for (file, result) in samples(of: files) {
      switch result {
      case .success(let text):
        try write(text, to: output.appendingPathComponent(file.outputName))
      case .failure(let error):
        print("\(file.url.path):\(error.line): error: \(error.message)")
        isFailed = true
      }
    }
    if isFailed { exit(1) }
  }

  /// The texts for the pages and the hosts, and the errors of these and of the sources.
  private static func samples(
    of files: [SourceFile]
  ) -> [(SourceFile, Result<String, SampleError>)] {
    var blocks: [String: (file: SourceFile, sample: Sample)] = [:]
    var results: [(SourceFile, Result<String, SampleError>)] = []
    func attempt(_ file: SourceFile, _ text: () throws(SampleError) -> String?) {
      do {
        if let text = try text() { results.append((file, .success(text))) }
      } catch {
        results.append((file, .failure(error)))
      }
    }

    for file in files where file.kind == .source {
      attempt(file) { () throws(SampleError) in
        let comments = Documentation.comments(of: file.lines)
        for (index, sample) in try Documentation(markdown: comments).samples.enumerated() {
          let number = index == 0 ? "" : " \(index + 1)"
          blocks[file.url.lastPathComponent + number] = (file, sample)
        }
        return nil
      }
    }
    var unused = blocks
    for file in files where file.kind == .host {
      attempt(file) { () throws(SampleError) in
        try SampleFile(path: file.url.path, code: file.lines).text { name in
          unused[name] = nil
          return blocks[name]?.sample
        }
      }
    }
    for (name, block) in unused {
      let error = SampleError(
        line: block.sample.line,
        message: "no file in Tests/SampleTests/DocComments contains '// sample: \(name)'")
      results.append((block.file, .failure(error)))
    }
    for file in files where file.kind == .page {
      attempt(file) { () throws(SampleError) in
        let page = try Documentation(markdown: file.lines)
        var named = page.samples.filter { $0.name != nil }
        let text = try SampleFile(path: file.url.path, code: page.code).text { name in
          named.firstIndex { $0.name == name }.map { named.remove(at: $0) }
        }
        if let sample = named.first {
          throw SampleError(
            line: sample.line, message: "nothing contains '// sample: \(sample.name ?? "")'")
        }
        return text
      }
    }
    return results
  }

  /// Leaves an equal file as it is, so that the compiler doesn't compile it again.
  private static func write(_ text: String, to file: URL) throws {
    if let old = try? String(contentsOf: file, encoding: .utf8), old == text { return }
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}

private struct SourceFile {
  enum Kind { case page, host, source }

  var kind: Kind
  var url: URL
  var lines: [String]
  var outputName: String

  init(path: String, root: URL) {
    url = root.appendingPathComponent(path)
    kind = path.hasSuffix(".md") ? .page : path.hasPrefix("Tests/") ? .host : .source
    let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    outputName = path.split(separator: "/").joined(separator: ".") + ".swift"
  }
}
