import TestEvents
import SourceReading

/// The initializers that a package's types declare, by the names of the types.
///
/// A trace describes a value by all of its fields. Source in another module needs a public initializer, which may
/// have other or fewer parameters.
package struct Initializers: Sendable {
  fileprivate struct Parameter: Hashable {
    let label: String?
    let name: String
    /// The parameter's default value; `nil` if the argument is required.
    let defaultValue: String?
  }

  private struct TypeSource {
    /// The parameters of each initializer.
    var initializers: [[Parameter]] = []
    /// The initial values of the stored properties. They are the default arguments of the memberwise initializer.
    var defaults: [String: String] = [:]
    var declarationCount = 0
  }

  private var types: [String: TypeSource] = [:]

  /// The static constants of types, by their names, with the source of their values.
  private(set) var constants: [String: [(type: String, name: String, value: String)]] = [:]

  package init(_ sources: some Sequence<SwiftSource>) {
    for source in sources {
      for (name, type) in source.types() { read(type, named: name, in: source) }
    }
    // Only names with a single declaration are unambiguous.
    types = types.filter { $0.value.declarationCount == 1 }
  }

  private mutating func read(
    _ type: SwiftDeclaration, named name: String, in source: SwiftSource
  ) {
    if type.keyword != "extension" { types[name, default: TypeSource()].declarationCount += 1 }
    let members = source.members(of: type)
    for member in members where member.keyword == "let" && member.modifiers.contains("static") {
      guard member.names.count == 1, let equals = source.equals(in: member.tokens) else {
        continue
      }
      let value = source.text(equals + 1..<member.tokens.upperBound)
      constants[member.name, default: []].append((name, member.name, value))
    }
    types[name, default: TypeSource()].initializers +=
      members.filter { $0.keyword == "init" && !$0.isPrivate }
      .compactMap { source.parameters(of: $0) }
    if type.keyword == "struct" {
      types[name]?.defaults = members.reduce(into: [:]) { values, member in
        source.beginning(of: member).map { values[member.name] = $0 }
      }
    }
  }

  /// A value in which declared initializers replace memberwise initializers; `nil` if no declared initializer has
  /// enough arguments.
  ///
  /// Fields that correspond to no parameter are left out.
  package func respelling(_ literal: String) -> String? {
    let source = SwiftSource(literal)
    return text(of: source.tokens.indices, in: source)
  }

  private func text(of range: Range<Int>, in source: SwiftSource) -> String? {
    var parts: [(Range<Int>, String)] = []
    var index = range.lowerBound
    while index < range.upperBound {
      if source.text(index) == "(", let inside = source.inside(index), !inside.isEmpty {
        let type = source.text(source.startOfName(endingAt: index)..<index)
        guard let inner = arguments(source.callArguments(in: inside), of: type, in: source) else {
          return nil
        }
        parts.append((inside, inner))
        index = inside.upperBound
      } else {
        index += 1
      }
    }
    return source.text(range, replacing: parts)
  }

  private func arguments(
    _ spelled: [CallArgument], of type: String, in source: SwiftSource
  ) -> String? {
    let known = types[type]
    var arguments = spelled.map { argument in
      (argument.label, argument.value, argument.label.flatMap { known?.defaults[$0] })
    }
    if let declared = known?.initializers, !declared.isEmpty,
      spelled.allSatisfy({ $0.label != nil })
    {
      func value(_ parameter: Parameter) -> Range<Int>? {
        spelled.first { [parameter.label ?? parameter.name, parameter.name].contains($0.label) }?
          .value
      }
      let best = declared.filter { $0.allSatisfy { $0.defaultValue != nil || value($0) != nil } }
        .max { $0.count { value($0) != nil } < $1.count { value($0) != nil } }
      guard let best else { return nil }
      arguments = best.compactMap { parameter in
        value(parameter).map { (parameter.label, $0, parameter.defaultValue) }
      }
    }
    var parts: [String] = []
    for (label, value, defaultValue) in arguments {
      guard let text = text(of: value, in: source) else { return nil }
      if text.isDefault(defaultValue) { continue }
      parts.append((label.map { "\($0): " } ?? "") + text)
    }
    return parts.joined(separator: ", ")
  }
}

extension String {
  /// Whether a literal equals a default value. The default of an empty collection can be an initializer call.
  fileprivate func isDefault(_ value: String?) -> Bool {
    self == value || ["[]", "[:]"].contains(self) && value?.hasSuffix("()") == true
  }
}

extension SwiftSource {
  /// The parameters of an initializer; `nil` if the initializer is failable.
  fileprivate func parameters(of declaration: SwiftDeclaration) -> [Initializers.Parameter]? {
    guard let open = declaration.signature.first(where: { text($0) == "(" }),
      !["?", "!"].contains(text(open - 1)), let inside = inside(open)
    else { return nil }
    return arguments(in: inside).map { argument in
      let label = text(argument.lowerBound).withoutBackticks
      let hasName = text(argument.lowerBound + 1) != ":"
      return Initializers.Parameter(
        label: label == "_" ? nil : label,
        name: hasName ? text(argument.lowerBound + 1).withoutBackticks : label,
        defaultValue: equals(in: argument).map { text($0 + 1..<argument.upperBound) })
    }
  }

  /// The initial value of a stored variable, if it has one or is optional.
  fileprivate func beginning(of member: SwiftDeclaration) -> String? {
    guard member.keyword == "var", member.body == nil, member.names.count == 1,
      !member.modifiers.contains("static"), !member.modifiers.contains("lazy")
    else { return nil }
    // Declarations with several variables are skipped.
    if arguments(in: member.tokens).count > 1 { return nil }
    if let equals = equals(in: member.tokens) {
      return text(equals + 1..<member.tokens.upperBound)
    }
    return text(member.tokens.upperBound - 1).hasSuffix("?") ? "nil" : nil
  }
}

extension Trace {
  /// The trace with rewritten source for its values. Values that can't be rewritten are removed.
  func respelled(_ respelling: (String) -> String?) -> Trace {
    Trace(
      events.map { event in
        guard case .step(var step) = event else { return event }
        step.before = step.before?.map {
          TracedField(name: $0.name, value: $0.value.flatMap(respelling))
        }
        step.expectations = step.expectations?.compactMap(respelling)
        step.changes = step.changes.map { $0.respelled(respelling) }
        return .step(step)
      })
  }
}

extension TracedChange {
  /// The change with rewritten source for its assignments.
  func respelled(_ respelling: (String) -> String?) -> TracedChange {
    var change = self
    change.assignment = assignment.flatMap(respelling)
    change.inCase = inCase.flatMap { part in
      respelling(part.assignment).map { InCase(depth: part.depth, assignment: $0) }
    }
    return change
  }
}
