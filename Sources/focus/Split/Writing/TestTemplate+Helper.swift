import SourceReading
import TestEvents

// The function that creates the store for several tests.

extension TestTemplate {
  /// A function that creates the store for several tests.
  struct Helper {
    let name: String
    /// The declarations in the helper, and those among them whose values it returns.
    let locals: [Int]
    let returned: [Int]
    /// The default initial state.
    let start: String?
    /// Whether some tests pass another initial state.
    let takesState: Bool
  }

  /// The helper for some tests; `nil` if it would not shorten them, or if the type of a returned constant is unknown.
  func helper(of tests: [FocusedTest]) -> Helper? {
    guard allowsHelper, let creation, tests.count > 1,
      test.units[creation.unit].declared.count == 1
    else { return nil }
    let locals = declarationsOfCreation
    let lineCount = (locals.map { test.units[$0].tokens } + [creation.expression])
      .reduce(0) { $0 + source.lineRange(of: $1).count }
    guard lineCount > 1 else { return nil }
    let mentioned = tests.reduce(into: Set<String>()) { $0.formUnion(mentions(of: $1.candidate)) }
    let later = Set(needed(by: mentioned, beside: locals))
    let returned = locals.filter(later.contains)
    // A helper can't return a local function, or a variable that changes later.
    guard
      returned.allSatisfy({ unit in
        test.units[unit].declared.allSatisfy { name in
          types[name] != nil && (isConstant(unit) || isOnlyRead(name))
        }
      })
    else { return nil }
    let starts = tests.map(\.candidate.start)
    let start = mostCommon(starts)
    return Helper(
      name: helperName, locals: locals, returned: returned, start: start,
      takesState: starts.contains { $0 != start })
  }

  private func names(returnedBy helper: Helper) -> [String] {
    helper.returned.flatMap { test.units[$0].declared }.uniqued
  }

  private func isConstant(_ unit: Int) -> Bool {
    source.text(test.units[unit].tokens.lowerBound) == "let"
  }

  /// Whether a variable has its final value when the store is created: neither the store's closures nor later
  /// statements change it.
  private func isOnlyRead(_ name: String) -> Bool {
    test.units.indices.allSatisfy { unit in
      if unit < creation?.unit ?? 0, test.units[unit].declared.contains(name) { return true }
      return test.units[unit].tokens.allSatisfy { index in
        guard let use = source.use(of: name, at: index) else { return true }
        return !use.changes
          && (unit != creation?.unit || creation?.initialState?.contains(index) == true)
      }
    }
  }

  /// The initial state that most tests use; that of the original, if a test could not name the state.
  private func mostCommon(_ starts: [String?]) -> String? {
    guard creation?.initialState.map(isConstant) == true else { return nil }
    let counts = starts.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    let most = starts.uniqued.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? nil
    return starts.count { $0 == nil } >= counts[most, default: 0] ? nil : most
  }

  /// The helper's name: `webStore` for the tests `web` and `testWeb`.
  private var helperName: String {
    var name = test.function.name.function
    if name.hasPrefix("test"), name.count > 4 { name = String(name.dropFirst(4)) }
    let isName =
      name.first?.isNumber == false
      && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    let base = isName ? name.prefix(1).lowercased() + name.dropFirst() + "Store" : "focusedStore"
    let names = source.names
    let choices = [base] + (2...99).map { "\(base)\($0)" }
    return choices.first { !names.contains($0) } ?? base + "ForSplit"
  }
}

// MARK: - Calls

extension TestTemplate {
  /// The lines of a test that calls the helper.
  ///
  /// - Parameters:
  ///   - used: The names that the test mentions.
  ///   - rest: The lines after the call. If the only use of the store is a `scope` call in the first of them, the test
  ///     needs no constant for the store.
  func lines(
    calling helper: Helper, from start: String?, for used: Set<String>, before rest: [String]
  ) -> [String] {
    let state = start == helper.start ? "" : text(of: start)
    var call = "\(effects)\(helper.name)(\(state))"
    let returned = names(returnedBy: helper)
    if !used.isDisjoint(with: returned) {
      let names = [test.storeName] + returned.map { used.contains($0) ? $0 : "_" }
      return ["let (\(names.joined(separator: ", "))) = \(call)"] + rest
    }
    if !returned.isEmpty { call += ".\(test.storeName)" }
    let scope = "= \(test.storeName).scope("
    if let first = rest.first, let use = first.firstRange(of: scope),
      !SwiftSource(rest.dropFirst().joined(separator: "\n")).names.contains(test.storeName),
      case let line = first[..<use.lowerBound] + "= \(call).scope(" + first[use.upperBound...],
      line.count <= Self.lineLength
    {
      return [String(line)] + rest.dropFirst()
    }
    return ["let \(test.storeName) = \(call)"] + rest
  }
}

// MARK: - The function

extension TestTemplate {
  func lines(of helper: Helper) -> [String] {
    guard let creation else { return [] }
    let state = test.function.inScope(test.store.stateType)
    let isConstant = creation.initialState.map(isConstant) == true
    let value = text(of: helper.start)
    let parameter =
      !helper.takesState
      ? "" : isConstant ? "_ state: \(state) = \(value)" : "_ state: \(state)? = nil"
    let effects = Set(creation.effects)
    let suffix =
      (effects.contains("await") ? " async" : "") + (effects.contains("try") ? " throws" : "")
    let names = names(returnedBy: helper)
    let elements = names.map { "\($0): \(types[$0] ?? "Any")" }
    let start =
      !helper.takesState
      ? helper.start : isConstant ? "state" : "state ?? \(value)"
    let isOff = creation.offEdit != nil
    let isReturned = names.isEmpty && isOff
    var body = helper.locals.flatMap { source.lines(test.units[$0].tokens) }
    let head = !isReturned ? "let \(test.storeName) = " : body.isEmpty ? "" : "return "
    let expression = lines(creation.expression, startingFrom: start)
    body += [head + (expression.first ?? "")] + expression.dropFirst()
    if !isOff { body.append("\(test.storeName).exhaustivity = .off") }
    if !isReturned {
      let list = ([test.storeName] + names).joined(separator: ", ")
      body.append("return " + (names.isEmpty ? list : "(\(list))"))
    }
    let attributes = otherAttributes.filter { $0 != "@objc" }
    return attributes
      + signature(
        "private \(modifiers)func \(helper.name)", parameter, suffix + " -> ",
        returning: names.isEmpty
          ? [storeType] : ["\(test.storeName): \(storeType)"] + elements)
      + indented(body.separated.withoutWarnings) + ["}"]
  }

  /// The lines of a helper's signature. If it doesn't fit on one line, the elements of its lists have separate lines.
  private func signature(
    _ head: String, _ parameter: String, _ suffix: String, returning types: [String]
  ) -> [String] {
    func lines(areBroken: Bool) -> [String] {
      func list(_ elements: [String]) -> String {
        areBroken && !elements.isEmpty
          ? "(\n" + indented(elements).joined(separator: ",\n") + "\n)"
          : "(" + elements.joined(separator: ", ") + ")"
      }
      let parameters = list(parameter.isEmpty ? [] : [parameter])
      return (head + parameters + suffix + (types.count > 1 ? list(types) : types[0]) + " {")
        .components(separatedBy: "\n")
    }
    let line = lines(areBroken: false)
    let limit = Self.lineLength - indentation.count + 8
    return line.allSatisfy { $0.count <= limit } ? line : lines(areBroken: true)
  }

  /// Whether an expression mentions only names that a default argument can use.
  private func isConstant(_ expression: Range<Int>) -> Bool {
    let members = test.function.members.filter { !$0.isType && !$0.modifiers.contains("static") }
    let names = (members.flatMap(\.names) + test.units.flatMap(\.declared)).filter { name in
      !lifted.contains { test.units[$0].declared.contains(name) }
    }
    return source.names(in: expression, withMembers: false).isDisjoint(with: names)
  }

  /// The modifiers of the test that its helper needs, too.
  private var modifiers: String {
    test.function.declaration.modifiers.filter { ["nonisolated", "static"].contains($0) }
      .map { $0 + " " }.joined()
  }
}
