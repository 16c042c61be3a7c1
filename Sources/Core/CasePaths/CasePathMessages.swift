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
  /// The name of the case in messages: `.child(.loaded)`. `nil` if it is unknown without a value.
  var caseName: String? {
    if let void { return SourceRendering.brief(embed(void)) }
    // A constant may look like one argument, but not like all of them.
    let candidates = arguments.map { Set(names(of: $0)) }
    let common = candidates.dropFirst().reduce(candidates.first ?? []) { $0.intersection($1) }
    return common.count == 1 ? common.first : nil
  }

  /// The reason why no value can be found, if the inspected roots and samples show one.
  var unsupportedReason: String? {
    let findings = findings
    if let obstacle = findings.obstacle { return CasePathMessages.reason(obstacle) }
    guard Value.self != Void.self, !arguments.isEmpty else { return nil }
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
    // The parts don't keep the whole alive.
    return withExtendedLifetime(whole) {
      whole.places(of: argument).compactMap { place in
        let cases = place.path.dropLast().filter { !($0.value is any OptionalValue) }
        return SourceRendering.nested(cases.compactMap(\.caseName?.text))
      }
    }
  }
}

extension Part {
  /// The outermost parts that are like another part.
  fileprivate func places(of argument: Part) -> [Part] {
    if (try? isLike(argument)) == true { return [self] }
    return (parts ?? []).flatMap { $0.places(of: argument) }
  }
}
