import Core

/// The path from a value to one of its parts: `profile.address.city`, `rows[id: 3].title`.
package struct FieldPath: Hashable {
  package enum Component: Hashable {
    /// A stored property, or a part of a tuple or payload by its label or position.
    case field(String)
    /// An element by its position.
    case index(Int)
    /// An element by its ID.
    case id(AnyHashable)
    /// A value of a dictionary.
    case key(AnyHashable)
    /// The payload of an enum that has this case, or one of several parts of it.
    case payload(String, part: String?)
    /// The value in an optional that is not `nil`.
    case wrapped
  }

  package var components: [Component]

  package init(_ components: [Component] = []) { self.components = components }

  /// Whether the path refers to the value itself, or to the value in an optional, not to a part of it.
  package var isRoot: Bool { components.allSatisfy { $0 == .wrapped } }

  package func appending(_ component: Component) -> FieldPath {
    FieldPath(components + [component])
  }

  /// Whether this path is a prefix of the other path, or equal to it.
  package func contains(_ other: FieldPath) -> Bool { other.components.starts(with: components) }
}

/// Paths, with a lookup that doesn't compare a path with each of them.
///
/// A failing closure about a list of 10,000 elements has as many mismatches, so a search through all of them for each
/// one takes minutes (`make bench`, "failing send").
package struct FieldPathSet {
  private var paths: Set<FieldPath> = []
  /// The paths to the values that enclose a part with one of the paths.
  private var enclosing: Set<FieldPath> = []

  package init(_ paths: some Sequence<FieldPath> = []) {
    for path in paths { insert(path) }
  }

  /// Returns whether the path was not in the set.
  @discardableResult
  package mutating func insert(_ path: FieldPath) -> Bool {
    guard paths.insert(path).inserted else { return false }
    for depth in path.components.indices.reversed() {
      // The paths to the values that enclose a known one are known.
      guard enclosing.insert(path.prefix(depth)).inserted else { break }
    }
    return true
  }

  /// Whether a path in the set leads to a value that encloses the part at another path.
  package func encloses(_ path: FieldPath) -> Bool {
    path.components.indices.contains { paths.contains(path.prefix($0)) }
  }

  /// Whether a path in the set leads to the part at another path, or to a value that encloses it.
  package func contains(_ path: FieldPath) -> Bool { paths.contains(path) || encloses(path) }

  /// Whether a path in the set is a prefix of another path, or the other way around.
  package func overlaps(_ path: FieldPath) -> Bool {
    contains(path) || enclosing.contains(path)
  }
}

extension FieldPath: CustomStringConvertible {
  /// The path in messages. Empty for the value itself.
  package var description: String {
    components.reduce(into: "") { text, component in
      let isName = !component.description.hasPrefix("[") && component != .wrapped
      text += (isName && !text.isEmpty ? "." : "") + component.description
    }
  }
}

extension FieldPath.Component: CustomStringConvertible {
  /// The component without the rest of the path: `title`, `[2]`, `[id: 3]`.
  package var description: String {
    switch self {
    case .field(let name): name
    case .payload(let name, let part): part.map { "\(name).\($0)" } ?? name
    case .index(let index): "[\(index)]"
    case .id(let id): "[id: \(String(dumpingOnOneLine: id.base))]"
    case .key(let key): "[\(String(dumpingOnOneLine: key.base))]"
    case .wrapped: ""
    }
  }
}

extension FieldPath {
  /// The value of a dictionary for a missing key.
  package static var absent: Any { Any?.none as Any }

  /// The part of a value at the end of the path, or `nil` if the value has no such part: it is in
  /// another case, an optional is `nil`, or an element is missing.
  package func value(in root: Any) -> Any? {
    var value = root
    for component in components {
      guard let next = component.step(into: value) else { return nil }
      value = next
    }
    return .some(value)
  }
}

extension FieldPath.Component {
  fileprivate func step(into value: Any) -> Any? {
    if let next = step(into: value, ShownValue(of: value).structure) { return next }
    // The path to a reference leads through the value's own parts.
    return value is any DumpRepresentable ? step(into: value, ValueStructure(of: value)) : nil
  }

  private func step(into value: Any, _ structure: ValueStructure?) -> Any? {
    switch (self, structure) {
    case (.wrapped, .present(let wrapped)?): wrapped
    case (.field(let name), .composite(let whole)?) where whole.caseName == nil:
      whole.part(named: name)
    case (.payload(let name, let part), .composite(let choice)?) where choice.caseName == name:
      if let part { choice.part(named: part) } else { choice.onlyPayload }
    case (.index(let index), .list(let list)?):
      index < list.elementCount ? list.element(at: index) : nil
    case (.id(let id), .list(let list)?): list.offset(ofID: id).map { list.element(at: $0) }
    case (.key(let key), .keyed(let elements)?):
      elements.value(forKey: key) ?? FieldPath.absent
    default: nil
    }
  }
}

extension ValueStructure.Composite {
  fileprivate func part(named name: String) -> Any? {
    fields.enumerated().first { $1.name(at: $0) == name }?.element.value
  }
}

extension ValueStructure.Field {
  /// The name of the part in a path: its label, or else its position.
  func name(at offset: Int) -> String { label ?? String(offset) }
}

extension PartStep {
  /// The component of a path. `nil` for a member of a set, which no path leads to.
  package var component: FieldPath.Component? {
    switch self {
    case .wrapped: .wrapped
    case .field(let field, let offset, let whole): whole.component(of: field, at: offset)
    case .element(let offset, let list): list.component(at: offset)
    case .entry(let key): .key(key)
    case .memberOfSet: nil
    }
  }
}

extension FieldPath {
  /// The paths to the parts of a value that meet a condition, the shortest first.
  ///
  /// - Complexity: O(*n*), where *n* is the number of parts; it ends after `limit` of them.
  package static func paths(
    in root: Any, atMost limit: Int = 20_000, where isMatch: (Any) -> Bool
  ) -> [FieldPath] {
    var paths: [FieldPath] = []
    visitParts(
      of: root, at: FieldPath(), atMost: limit,
      appending: { path, step in step.component.map { path.appending($0) } }
    ) { path, value, _ in
      if isMatch(value) { paths.append(path) }
      return .enters
    }
    return paths
  }

  /// The path with only the first components, which leads to an enclosing value.
  package func prefix(_ depth: Int) -> FieldPath { FieldPath(Array(components.prefix(depth))) }
}
