/// The messages of issues about case paths.
enum CasePathMessages {
  static let nowhere = "the case path does not store its argument where reflection can find it"

  static func reason(_ obstacle: CaseObstacle) -> String {
    switch obstacle {
    case .closed(let type):
      "\(type) has no reflection metadata, or has a custom mirror"
    case .uncopyable(let type):
      "its payload of type \(type) is stored in a form that reflection cannot read"
    }
  }

  /// - Parameter name: The name of the case, if the case path has determined it.
  static func notInCase<Root>(_ root: Root, named name: String?, value: Any.Type) -> String {
    """
    Expected the value to be in \(name ?? "the case that holds \(TypeName.of(value))"), but it is \
    \(SourceRendering.caseName(root)).
    Nothing was changed.

    To change the value only in that case, check it by `is` first.
    """
  }

  static func unreadable(_ value: Any.Type, in root: Any.Type, _ obstacle: CaseObstacle) -> String {
    """
    Expected to look for a value of type \(value) in a value of type \(root), but reflection \
    cannot: \(reason(obstacle)).
    It counts as not found, even if it exists.

    Provide both closures: CasePath(embed: { … }, extract: { if case … = $0 { … } else { nil } })
    """
  }
}

extension CaseExtractor {
  /// The name of the case in messages: `.child(.loaded)`, `.row(3, .tapped)`. `nil` if it is unknown without
  /// a value.
  var caseName: String? {
    if let void { return Part(embed(void)).text(without: nil) }
    if let name = SourceRendering.nested(findings.chain.map(\.caseName.text)) { return name }
    // A constant may look like one argument, but not like all of them.
    let candidates = arguments.map { Set(names(of: $0)) }
    let common = candidates.dropFirst().reduce(candidates.first ?? []) { $0.intersection($1) }
    return common.count == 1 ? common.first : nil
  }

  /// The reason why no value can be found, if the inspected roots and samples show one.
  var unsupportedReason: String? {
    let findings = findings
    if let obstacle = findings.obstacle { return CasePathMessages.reason(obstacle) }
    guard findings.chain.isEmpty, Value.self != Void.self, !arguments.isEmpty else { return nil }
    return arguments.allSatisfy { names(of: $0).isEmpty } ? CasePathMessages.nowhere : nil
  }

  /// Arguments to try `embed` with.
  private var arguments: [Part] {
    let samples = sampleValues(of: Value.self).map { Part($0) }
    return samples.isEmpty ? [findings.example].compactMap { $0.map { Part($0) } } : samples
  }

  /// The possible names of the case: one for each part that equals the argument.
  private func names(of argument: Part) -> [String] {
    guard let value = argument.value as? Value else { return [] }
    let whole = Part(embed(value))
    return whole.places(of: argument).compactMap { whole.text(without: $0) }
  }
}

extension Part {
  /// The outermost parts that are like another part.
  fileprivate func places(of argument: Part) -> [Part] {
    if (try? isLike(argument)) == true { return [self] }
    return (parts ?? []).flatMap { $0.places(of: argument) }
  }

  /// The value as source code, with one part left out. `nil` if the code would be too long.
  fileprivate func text(without argument: Part?) -> String? {
    if self === argument { return nil }
    if value is any ExpressibleByNilLiteral, let parts {
      return parts.isEmpty ? "nil" : parts[0].text(without: argument)
    }
    if let caseName {
      guard let payload = parts?.first, !(payload.value is Void), !payload.isOnly(argument) else {
        return ".\(caseName.text)"
      }
      return ".\(caseName.text)(\(payload.text(without: argument) ?? "_"))"
    }
    if let parts, !parts.isEmpty {
      return parts.map { part in
        let text = part.text(without: argument) ?? "_"
        // A mirror labels an element without a label `.0`.
        return part.label.map { $0.hasPrefix(".") ? text : "\($0): \(text)" } ?? text
      }
      .joined(separator: ", ")
    }
    // Swift prints other types with their modules, or at great length.
    guard value is any CustomDebugStringConvertible || value is any LosslessStringConvertible else {
      return nil
    }
    let text = String(reflecting: value)
    return text.count <= 40 ? text : nil
  }

  /// Whether the argument is the whole payload. A payload with a label is a tuple of one element.
  private func isOnly(_ argument: Part?) -> Bool {
    self === argument || parts?.count == 1 && caseName == nil && parts?[0] === argument
  }
}
