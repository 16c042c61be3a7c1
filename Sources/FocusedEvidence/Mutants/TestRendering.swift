import Core
import FocusedTestStore
import ReducerDebugging
import SourceReading

/// Rewrites code in the style of a test's file: values are created as the file creates them.
///
/// A literal uses memberwise initializers, and the memberwise initializers of another module are rarely public.
struct TestRendering {
  private let module: Substring
  private let source: SwiftSource

  init(ofFileAt callSite: CallSite) {
    self.init(of: SourceFiles.source(of: "\(callSite.filePath)"), in: callSite.module)
  }

  init(of source: SwiftSource, in module: Substring) {
    self.source = source
    self.module = module
  }

  /// The code in the style of the file, and the initializers that may not be visible in the file.
  ///
  /// - Parameter records: The types of the values that the code creates, inner values first.
  func rendering(
    _ code: [String], making records: [Any.Type]
  ) -> (code: [String], doubts: [String]) {
    var text = code.joined(separator: "\n")
    var doubts: [String] = []
    for record in records {
      let module = String(reflecting: record).prefix { $0 != "." }
      if module == self.module || source.imports(testably: String(module)) { continue }
      let name = TypeName.of(record)
      let known = source.initializerCalls(
        of: name.split(separator: ".").last.map(String.init) ?? name)
      // Iterates from the end, because the values inside a call are rewritten before the call.
      for position in SwiftSource(text).initializerCalls(of: name).indices.reversed() {
        let code = SwiftSource(text)
        let call = code.initializerCalls(of: name)[position]
        if let same = known.first(where: { $0.makesTheSame(as: call) }) {
          text = code.text(replacing: [(call.tokens, same.text)])
        } else if !known.contains(where: { $0.labels == call.labels }) {
          doubts.append("\(name)(\(call.labels.map { "\($0 ?? "_"):" }.joined()))")
        }
      }
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return (lines, doubts.withoutRepetitions)
  }
}

private struct InitializerCall {
  let tokens: Range<Int>
  let text: String
  let labels: [String?]
  let values: [String]

  /// Whether both calls have equal values, and equal labels where this call has labels.
  func makesTheSame(as other: InitializerCall) -> Bool {
    values == other.values && zip(labels, other.labels).allSatisfy { $0 == nil || $0 == $1 }
  }
}

extension SwiftSource {
  fileprivate func imports(testably module: String) -> Bool {
    tokens.indices.contains { index in
      text(index) == "@testable" && text(index + 1) == "import" && text(index + 2) == module
    }
  }

  /// The calls of a type's initializers, in order. The type's name can include an enclosing type or a module.
  fileprivate func initializerCalls(of name: String) -> [InitializerCall] {
    let type = SwiftSource(name)
    let names = type.tokens.indices.map(type.text)
    return tokens.indices.compactMap { open in
      guard text(open) == "(", let inside = inside(open), open >= names.count,
        !tokens[open].hasSpaceBefore,
        names.indices.allSatisfy({
          text(open - names.count + $0) == names[$0]
        })
      else { return nil }
      let start = startOfName(endingAt: open - names.count + 1)
      guard start == open - names.count || text(start).first?.isUppercase == true,
        text(start - 1) != "."
      else { return nil }
      let call = start..<next(after: open)
      let arguments = callArguments(in: inside)
      return InitializerCall(
        tokens: call, text: text(call), labels: arguments.map(\.label),
        values: arguments.map { $0.value.map(text).joined() })
    }
  }
}
