import SourceReading

/// A test with its elements, and the places that set the exhaustivity of its stores.
package struct SplitTest: Sendable {
  package let function: TestFunction
  package private(set) var elements: [TestElement]
  /// The arguments of each call that creates a store.
  let creations: [Range<Int>]
  /// The token after the setup: after the statement that creates the store.
  let setupEnd: Int
  /// The store that the test uses but does not create.
  let foreignStore: String?

  var source: SwiftSource { function.source }
  var body: Range<Int> { function.declaration.body ?? 0..<0 }

  package init(_ function: TestFunction) {
    self.function = function
    let source = function.source
    let body = function.declaration.body ?? 0..<0
    let calls = body.filter { source.storeArguments(ofCallAt: $0) != nil }
    creations = calls.compactMap(source.storeArguments)
    if let first = calls.first {
      setupEnd = source.statement(creatingStoreAt: first)?.upperBound ?? body.lowerBound
      foreignStore = nil
    } else {
      let store = source.storeSendingFirst(in: body)
      foreignStore = store
      let name = body.first { index in
        source.text(index) == store && ["let", "var"].contains(source.text(index - 1))
      }
      setupEnd = name.flatMap { source.statement(around: $0) }?.upperBound ?? body.lowerBound
    }
    elements = ElementReader(function.statements, after: setupEnd, in: source).elements
  }

  /// The test without some elements, whose switches do not compile. Each choice keeps their statements.
  package func keeping(_ rejected: Set<Int>) -> SplitTest {
    var test = self
    test.elements.removeAll { rejected.contains($0.number) }
    for index in test.elements.indices {
      while let parent = test.elements[index].parent, rejected.contains(parent) {
        test.elements[index].parent = self[parent].parent
      }
      test.elements[index].needs.removeAll(where: rejected.contains)
    }
    return test
  }

  subscript(_ number: Int) -> TestElement {
    guard let element = elements.first(where: { $0.number == number }) else {
      preconditionFailure("The number of an element (was \(number))")
    }
    return element
  }

  /// The line of an element in the test's file.
  func line(of number: Int) -> Int { source.lineRange(of: self[number].tokens).lowerBound }

  /// The edits that set the exhaustivity of each store.
  ///
  /// - Parameters:
  ///   - separator: The text between two statements.
  ///   - value: Returns the new exhaustivity. Its argument is the original's.
  func exhaustivityEdits(
    separator: String = "; ", _ value: (String) -> String
  ) -> [SourceEdit] {
    let edits = creations.compactMap { arguments -> SourceEdit? in
      guard let bytes = source.byteRange(of: arguments) else { return nil }
      let first = source.callArguments(in: arguments).first
      guard let first, first.label == nil, let place = source.byteRange(of: first.value) else {
        return .open(at: bytes.lowerBound, value(".current") + ", ")
      }
      return .replace(place, value(source.text(first.value)))
    }
    guard let foreignStore, let place = source.byteRange(of: setupEnd - 1..<setupEnd)?.upperBound
    else { return edits }
    let property = "\(foreignStore).exhaustivity"
    let text = "\(property) = \(value(property))"
    // After the brace, because a deletion of the first statement begins there.
    guard setupEnd == body.lowerBound else { return [.close(at: place, separator + text)] }
    let end = source.tokens[setupEnd].startsLine ? "" : ";"
    return [.close(at: place, (separator == "; " ? " " : separator) + text + end)]
  }
}

extension SwiftSource {
  /// The arguments of a `TestStore` initializer call that begins at a token.
  fileprivate func storeArguments(ofCallAt index: Int) -> Range<Int>? {
    guard ["TestStore", "TestStoreOf"].contains(text(index)) else { return nil }
    // Only generic arguments and `.init` may precede the parenthesis. In `store: TestStoreOf<Home> = makeStore()`,
    // another name does.
    var open = index + 1
    if text(open) == "<" {
      open = tokens.indices[open...].first { text($0) == "(" } ?? open
      guard text(open - 1).hasSuffix(">") || text(open - 1) == "init" else { return nil }
    }
    return text(open) == "(" ? inside(open) : nil
  }

  /// The innermost statement that creates a store, or the declaration whose closure returns it.
  fileprivate func statement(creatingStoreAt index: Int) -> Range<Int>? {
    guard let inner = statement(around: index) else { return nil }
    let brace = block(around: inner.lowerBound).lowerBound - 1
    guard brace >= 0, let outer = statement(around: brace), let owner = declaration(outer),
      ["let", "var"].contains(owner.keyword)
    else { return inner }
    return outer
  }

  /// The store to which some code first sends an action. For a scoped store, its owner.
  fileprivate func storeSendingFirst(in body: Range<Int>) -> String? {
    let send = body.first { text($0) == "send" && text($0 - 1) == "." && text($0 + 1) == "(" }
    guard var name = send.map({ text($0 - 2) }) else { return nil }
    let scopes = body.filter { text($0) == "scope" && text($0 - 1) == "." }
    while let scope = scopes.first(where: { variable(holding: $0)?.name == name }),
      case let owner = text(scope - 2), owner != name
    {
      name = owner
    }
    return name
  }
}
