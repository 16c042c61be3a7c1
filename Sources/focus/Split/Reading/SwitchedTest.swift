import SourceReading

/// A test in a copy of its package, with a switch around each element, and functions that run it as trials.
///
/// The compiler takes longer than a thousand trials, so all trials are compiled once. A switch adds no lines.
package struct SwitchedTest: Sendable {
  package let edited: EditedSource
  /// The elements of the groups of edits. The first group and the last one belong to none.
  private let numbers: [Int]

  /// The number of trials that one process runs.
  package static let trialCount = 64

  package init(_ test: SplitTest) {
    let source = test.source
    numbers = test.elements.map(\.number)
    let end = source.byteRange(of: test.function.declaration.tokens)?.upperBound ?? 0
    edited = EditedSource(
      source,
      [test.exhaustivityEdits { "_exhaustivity(\($0))" }]
        + test.elements.map { Self.edits(of: $0, in: source) }
        + [[.close(at: end, "; " + test.function.trials)]],
      imports: Self.imports, code: Self.functions)
  }

  /// The innermost element around a compiler error.
  package func element(blamedFor error: CompilerError) -> Int? {
    edited.groups(atLine: error.line, column: error.column).lazy
      .compactMap { group in numbers.indices.contains(group - 1) ? numbers[group - 1] : nil }.first
  }

  private static func edits(of element: TestElement, in source: SwiftSource) -> [SourceEdit] {
    guard let bytes = source.byteRange(of: element.tokens) else { return [] }
    let runs = "_runs(\(element.number))"
    guard element.handle != nil, let equals = source.equals(in: element.tokens),
      let sign = source.byteRange(of: equals..<equals + 1)
    else {
      return [
        .open(at: bytes.lowerBound, "if \(runs) { "), .close(at: bytes.upperBound, " }"),
      ]
    }
    return [.replace(sign, ": TestStoreTask! = !\(runs) ? nil :")]
  }

  // Scoped imports, because the test's file may use another library with the same names.
  private static let imports =
    "@_spi(SourceMutants) import func FocusedTestStore._sourceMutant; "
    + "import struct FocusedTestStore.Exhaustivity; "

  private static let functions = """

    nonisolated private func _runs(_ element: Int) -> Bool {
      _sourceMutant(among: element..<element + 1) == nil
    }

    nonisolated private func _exhaustivity(_ original: Exhaustivity) -> Exhaustivity {
      switch _sourceMutant(among: 0..<4) {
      case 0: .off
      case 1: .on(checking: .receivedActions)
      case 2: .on(checking: .inFlightEffects)
      case 3: .on(checking: .stateChanges)
      default: original
      }
    }

    """
}

extension TestFunction {
  /// The name of a function that runs the test as a trial.
  func nameOfTrial(_ number: Int) -> String {
    framework == .xcTest ? "testFocusTrial\(number)" : "focusTrial\(number)"
  }

  /// The functions that run the test as trials. Each is a test with the original's attributes.
  fileprivate var trials: String {
    let name = declaration.signature.lowerBound
    let head = declaration.tokens.lowerBound..<(declaration.body?.lowerBound ?? name) - 1
    let words = declaration.signature.map(source.text)
    let effects = [words.contains("throws") ? "try " : "", words.contains("async") ? "await " : ""]
    let call = effects.joined() + source.text(name) + "(\(arguments.joined(separator: ", ")))"
    return (0..<SwitchedTest.trialCount).map { number in
      source.text(head, replacing: [(name..<name + 1, nameOfTrial(number))]) + " { \(call) }"
    }.joined(separator: "; ")
  }

  /// The arguments that pass on the test's own parameters.
  private var arguments: [String] {
    parameters.map { $0.label == "_" ? $0.name : "\($0.label): \($0.name)" }
  }

  /// The labels and the names of the test's parameters.
  var parameters: [(label: String, name: String)] {
    let open = declaration.signature.first { source.text($0) == "(" }
    return (open.flatMap(source.inside).map(source.arguments) ?? []).map { parameter in
      let words = parameter.prefix { source.text($0) != ":" }.map(source.text)
      return (words[0], words[words.count - 1])
    }
  }
}
