import TestEvents
import SourceReading

/// A scoped store: a child feature's state and actions, as `scope` returns them.
package struct StorePart: Hashable, Sendable {
  /// One level of scoping, with the wrapping of the child's actions.
  package struct Link: Hashable, Sendable {
    enum Kind: Hashable {
      /// A case of an enum.
      case choice
      /// A property.
      case property
      /// An optional property that presents a child.
      case presented
      /// An element of a collection, with the source of its ID.
      case element(id: String)
    }

    let kind: Kind
    /// The name of the case or property.
    let name: String
  }

  package let links: [Link]

  /// The name of the scoped store in a test.
  package let name: String

  /// The number of path components of a change that lead to the scoped store.
  package var depth: Int { links.reduce(0) { $0 + $1.depth } }

  /// Whether the scoped store contains a field.
  func contains(_ path: [TracedChange.Part]) -> Bool {
    var rest = path[...]
    for link in links {
      guard link.leads(along: rest) else { return false }
      rest = rest.dropFirst(link.depth)
    }
    return !rest.isEmpty
  }

  /// The declaration of the scoped store in a test.
  func declaration(in store: String) -> String {
    "let \(name) = \(store)" + links.map(\.scope).joined()
  }
}

extension StorePart.Link {
  fileprivate var depth: Int { if case .element = kind { 2 } else { 1 } }

  /// The `scope` call for this level.
  fileprivate var scope: String {
    switch kind {
    case .choice: ".scope(state: { .\(name)($0) }, action: { .\(name)($0) })"
    case .property: ".scope(state: \\.\(name), action: { .\(name)($0) })"
    case .presented: ".scope(state: \\.\(name), action: { .\(name)(.presented($0)) })"
    case .element(let id):
      ".scope(state: \\.\(name)[id: \(id)], action: { .\(name)(.element(id: \(id), action: $0)) })"
    }
  }

  /// Whether the path of a change begins with this level.
  fileprivate func leads(along path: ArraySlice<TracedChange.Part>) -> Bool {
    guard let first = path.first, first.name == name else { return false }
    switch kind {
    case .choice: return first.kind == .payload && first.label == nil
    case .property, .presented: return first.kind == .field
    case .element(let id):
      guard first.kind == .field, let element = path.dropFirst().first, element.kind == .element
      else { return false }
      let isLiteral = id.allSatisfy(\.isNumber) || id.hasPrefix("\"")
      return !isLiteral || element.name == "id: \(id)"
    }
  }
}

// MARK: - Actions

extension SwiftSource {
  /// The cases around an action's expression, from the outside in, each with the expression inside.
  ///
  /// In `.login(.sheet(.presented(.saveTapped)))`, these are a choice and a presented property.
  func wrappers(of action: Range<Int>) -> [(link: StorePart.Link, inner: Range<Int>)] {
    var result: [(link: StorePart.Link, inner: Range<Int>)] = []
    var rest = action
    while rest.count > 4, text(rest.lowerBound) == ".", text(rest.lowerBound + 2) == "(",
      let inside = inside(rest.lowerBound + 2), inside.upperBound + 1 == rest.upperBound,
      text(inside.lowerBound) == ".", arguments(in: inside).count == 1
    {
      let name = text(rest.lowerBound + 1)
      var kind = StorePart.Link.Kind.choice
      rest = inside
      let open = inside.lowerBound + 2
      if let inner = self.inside(open), inner.upperBound + 1 == inside.upperBound {
        let arguments = callArguments(in: inner)
        switch text(inside.lowerBound + 1) {
        case "presented" where text(inner.lowerBound) == ".":
          (kind, rest) = (.presented, inner)
        case "element" where arguments.count == 2 && arguments[1].label == "action":
          let action = arguments[1].value
          guard text(action.lowerBound) == "." else { return result }
          (kind, rest) = (.element(id: text(arguments[0].value)), action)
        default: break
        }
      }
      result.append((StorePart.Link(kind: kind, name: name), rest))
    }
    return result
  }

  /// The expression of the action that a call sends or expects: the first argument, or the body of its `case`
  /// closure.
  func actionExpression(of arguments: Range<Int>) -> Range<Int>? {
    guard let first = callArguments(in: arguments).first, let label = first.label else {
      return self.arguments(in: arguments).first
    }
    let open = first.value.lowerBound
    return label == "case" && text(open) == "{" ? inside(open) : nil
  }
}

extension StorePart {
  /// The scoped stores that can handle the action of a call, from the outside in.
  ///
  /// An action can be wrapped in a case that belongs to no child, so the child's state must change somewhere.
  ///
  /// - Parameters:
  ///   - paths: The paths of the changes of the state.
  ///   - taken: The names that a scoped store cannot have.
  static func all(
    for call: StoreCallSource, in source: SwiftSource, changes paths: Set<[TracedChange.Part]>,
    taken: Set<String>
  ) -> [StorePart] {
    guard let action = source.actionExpression(of: call.arguments) else { return [] }
    var parts: [StorePart] = []
    var open = paths
    for (wrapper, _) in source.wrappers(of: action) {
      let depth = parts.last?.depth ?? 0
      var choices = [wrapper]
      if wrapper.kind == .choice { choices.append(Link(kind: .property, name: wrapper.name)) }
      let next = choices.lazy.map { link in
        (link, open.filter { $0.count > depth + link.depth && link.leads(along: $0[depth...]) })
      }.first { !$0.1.isEmpty }
      guard let (link, inside) = next else { break }
      parts.append(StorePart((parts.last?.links ?? []) + [link], taken))
      open = inside
    }
    return parts
  }

  private init(_ links: [Link], _ taken: Set<String>) {
    var name = links.last?.name ?? ""
    if case .element(let id)? = links.last?.kind {
      if name.hasSuffix("s") { name.removeLast() }
      if id.allSatisfy(\.isNumber) { name += id }
    }
    if taken.contains(name) || SwiftSource.reservedWords.contains(name) { name += "Part" }
    self.init(links: links, name: name)
  }

  /// A call of the store, rewritten as a call of the scoped store without the cases around the action.
  func call(_ lines: [String], of store: String) -> [String] {
    let source = SwiftSource(lines.joined(separator: "\n"))
    let receiver = source.tokens.indices.first {
      source.text($0) == store && source.text($0 + 1) == "."
    }
    guard let receiver else { return lines }
    var parts = [(receiver..<receiver + 1, name)]
    let call = source.storeCall(source.tokens.indices, on: store)
    if let action = call.flatMap({ source.actionExpression(of: $0.arguments) }) {
      let wrappers = source.wrappers(of: action)
      guard wrappers.count >= links.count else { return lines }
      parts.append((action, source.text(wrappers[links.count - 1].inner)))
    }
    return source.text(replacing: parts).components(separatedBy: "\n")
  }
}
