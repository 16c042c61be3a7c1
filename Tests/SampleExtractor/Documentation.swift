/// A fenced Swift block of a page or of the doc comments in a source file.
struct Sample {
  /// The name of the line `// sample: name` that the block replaces. Without a name, it stays in its place.
  var name: String?
  var lines: [String] = []
  /// The number of the first line of the code, counted from 1.
  var line: Int
}

/// The Swift code of some Markdown, with one element per line of the Markdown. Lines outside of fenced Swift blocks are empty.
///
/// A block inside a comment is code, too, which readers of the page don't see. It is a fenced block because DocC would read a line
/// with an attribute as a directive.
struct Documentation {
  private(set) var code: [String] = []
  private(set) var samples: [Sample] = []

  init(markdown lines: [String]) throws(SampleError) {
    var block: (sample: Sample?, end: String)?
    var previous = ""
    for (index, line) in lines.enumerated() {
      let text = line.trimmed
      code.append("")
      if let (sample, end) = block {
        if text == end {
          if let sample { samples.append(sample) }
          block = nil
        } else if let sample {
          block?.sample?.lines.append(line)
          if sample.name == nil { code[index] = line }
        }
      } else if text.hasPrefix("```") {
        let isCompiled = text == "```swift" && !Self.isExempting(previous)
        let name = previous.content(after: "<!-- sample: ", before: " -->")
        block = (
          isCompiled ? Sample(name: name, line: index + 2) : nil,
          end: String(text.prefix(while: { $0 == "`" }))
        )
      }
      previous = text
    }
    if let block {
      throw SampleError(line: block.sample?.line ?? lines.count, message: "this block has no end")
    }
  }

  /// The Markdown of the doc comments in a Swift file, with the same line numbers.
  static func comments(of source: [String]) -> [String] {
    source.map { line in
      let text = line.trimmed
      return text.hasPrefix("/// ") ? String(text.dropFirst(4)) : ""
    }
  }

  /// Whether a line exempts the block below it. An exemption needs a reason.
  private static func isExempting(_ line: String) -> Bool {
    line.content(after: "<!-- not compiled: ", before: " -->")?.isEmpty == false
  }
}

struct SampleError: Error {
  var line: Int
  var message: String
}

extension String {
  var trimmed: String { String(drop(while: { $0 == " " })) }

  func content(after prefix: String, before suffix: String) -> String? {
    guard hasPrefix(prefix), hasSuffix(suffix), count >= prefix.count + suffix.count else {
      return nil
    }
    return String(dropFirst(prefix.count).dropLast(suffix.count))
  }
}
