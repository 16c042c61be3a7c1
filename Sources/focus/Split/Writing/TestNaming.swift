import BehaviorLedger

/// The names of focused tests: what is done, and what comes of it.
///
/// `Profile · .saveTapped → isSaving` is `savingSetsIsSaving`. Names are distinct: where two behaviors
/// would have the same one, the feature, the way to the field or a number tells them apart.
package struct TestNaming: Sendable {
  private var taken: Set<String>
  /// The behavior that each name is about.
  private var behaviors: [String: Behavior] = [:]
  private let style: Style

  package enum Style: Sendable {
    /// `testSavingSetsIsSaving`
    case xcTest
    /// `savingSetsIsSaving`
    case swiftTesting
    /// `` `saving sets isSaving` ``
    case sentences
  }

  package init(_ style: Style, taken: Set<String> = []) {
    self.style = style
    self.taken = taken
  }

  /// Names in the style of a test's own.
  package init(like test: TestFunction, taken: [String] = []) {
    let isRaw = test.name.function.contains { !$0.isLetter && !$0.isNumber && $0 != "_" }
    self.init(
      test.framework == .xcTest ? .xcTest : isRaw ? .sentences : .swiftTesting,
      taken: Set(taken))
  }

  /// The name of a test of a behavior.
  ///
  /// - Parameters:
  ///   - assigned: The value that the test asserts, if its closure assigns one.
  ///   - isChange: Whether the closure describes a change instead.
  ///   - isAddition: Whether a list keeps what it has, and gets more.
  ///   - isReceived: Whether the test is about what an effect sends: it has been started, then.
  ///   - detail: The case that the action carries, which tells it from others of its name.
  package mutating func name(
    of behavior: Behavior, assigned: String?, isChange: Bool = false, isAddition: Bool = false,
    isReceived: Bool = false, detail: String? = nil
  ) -> String {
    var effect = Self.effect(behavior, assigned: isChange ? "" : assigned)
    if isAddition { effect = ["adds", "to"] + effect.dropFirst() }
    if isReceived, behavior.outcome.kind == .starts {
      effect = ["starts"] + (effect.count > 1 ? effect.dropFirst() : ["its", "effect"])
    }
    let doing = Self.doing(behavior.action)
    let words = doing + effect
    // `load` and `loaded` are both loading.
    let exact =
      behavior.action.split(separator: ".").filter { $0 != "presented" }
      .flatMap { Self.camelWords(String($0)) } + effect
    let other = behaviors[spelled(words)]
    let isOfFeature = other?.feature == behavior.feature
    let detailed = detail.map { detail -> [String] in
      if behavior.outcome.kind == .sends { return words + Self.camelWords(detail) }
      return Self.camelWords(detail) + words
    }
    // Two fields of one name differ in the way to them: likes of a row, likes of the sheet.
    let way = Self.wayToField(behavior)
    let onWay = effect.dropLast() + way + effect.suffix(1)
    var choices = [words]
    if isOfFeature {
      if other?.outcome.name != behavior.outcome.name, !way.isEmpty {
        choices.append(doing + onWay)
      }
      choices += [detailed].compactMap(\.self) + [exact]
    } else {
      let inFeature = doing + ["in", behavior.feature]
      choices += [inFeature + effect, inFeature + onWay]
    }
    let name = distinct(choices)
    behaviors[name] = behavior
    return name
  }

  /// The name of a test that keeps an expectation of what does not come.
  package mutating func name(ofAbsenceOf action: String, after previous: String?) -> String {
    let what = Self.camelWords(action) + ["does", "not", "come"]
    return distinct([what, what + (previous.map { ["after"] + Self.doing($0) } ?? [])])
  }

  /// The name of a test that keeps an expectation of the original.
  package mutating func name(ofExpectationAbout subject: [String], after action: String?) -> String
  {
    let what = subject.isEmpty ? ["the", "state", "holds"] : ["the", "expected"] + subject
    return distinct([what + (action.map { ["after"] + Self.doing($0) } ?? []), what])
  }

  /// The first name that is free, or the first of all with a number.
  private mutating func distinct(_ choices: [[String]]) -> String {
    for words in choices {
      let name = spelled(words)
      if taken.insert(name).inserted { return name }
    }
    var number = 2
    while true {
      let name = spelled(choices[0] + [String(number)])
      if taken.insert(name).inserted { return name }
      number += 1
    }
  }

  private func spelled(_ words: [String]) -> String {
    if style == .sentences { return "`\(words.joined(separator: " "))`" }
    let parts = words.flatMap { $0.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) }
    let joined = parts.map(\.capitalizedFirst).joined()
    return style == .xcTest ? "test" + joined : joined.prefix(1).lowercased() + joined.dropFirst()
  }
}

// MARK: - Words

extension TestNaming {
  /// What is done, from an action's name: `saveTapped` → `saving`, `nameChanged` → `changing name`.
  package static func doing(_ action: String) -> [String] {
    // Which wrapper an action comes in is no matter.
    var parts = action.split(separator: ".").map(String.init).filter { $0 != "presented" }
    let isFailure = parts.last == "failure"
    if parts.count > 1, ["success", "failure"].contains(parts.last) { parts.removeLast() }
    let isDelegate = parts.count > 1 && parts.first == "delegate"
    let last = parts.popLast() ?? action
    var words = Self.camelWords(last)
    if isFailure, let verb = words.last.flatMap(EnglishVerb.gerund(ofParticiple:)) {
      return ["failed"] + words.dropLast() + [verb]
    }
    let gestures = ["tapped", "pressed", "clicked", "selected", "chosen", "toggled"]
    if words.count > 1, gestures.contains(words[words.count - 1]) {
      let gesture = words.removeLast()
      if words.count > 1, words.last == "button" { words.removeLast() }
      if EnglishVerb.known.contains(words[0]),
        words.count > 1 || !EnglishVerb.nouns.contains(words[0])
      {
        return [EnglishVerb.gerund(of: words[0])] + words.dropFirst()
      }
      return [EnglishVerb.gerund(ofParticiple: gesture) ?? gesture] + words
    }
    let outer = isDelegate ? [] : parts.flatMap(Self.camelWords)
    if let gerund = EnglishVerb.gerund(ofParticiple: words[words.count - 1]) {
      let rest = words.dropLast()
      if EnglishVerb.intransitive.contains(gerund), gerund != "changing" {
        return rest + [gerund] + outer
      }
      return [gerund] + rest + outer
    }
    if words.count > 1, let gerund = EnglishVerb.gerund(ofParticiple: words[0]) {
      return [gerund] + words.dropFirst() + outer
    }
    if EnglishVerb.known.contains(words[0]) {
      var rest = Array(words.dropFirst())
      if ["from", "to"].contains(rest.last) { rest.removeLast() }
      return [EnglishVerb.gerund(of: words[0])] + rest + outer
    }
    if parts == ["binding"] { return ["changing"] + words }
    // A name that is no verb stands for what happens: a tick.
    return outer + words
  }

  private static func effect(_ behavior: Behavior, assigned: String?) -> [String] {
    let name = behavior.outcome.name ?? ""
    switch behavior.outcome.kind {
    case .field:
      let components = name.replacing("[]", with: "").split(separator: ".").map(String.init)
      let field = components.last ?? name
      let verb =
        switch assigned {
        case "nil", "[]", "[:]", "\"\"": "clears"
        case "false": "resets"
        case "": "changes"
        default: "sets"
        }
      return [verb, field == "state" ? "the" : "", field].filter { !$0.isEmpty }
    case .sends:
      let parts = name.split(separator: ".").map(String.init)
      if parts.contains("delegate") { return ["sends", "the", "delegate", "action"] }
      // The feature of the action is not the test's matter.
      return ["sends"] + parts.drop { $0.first?.isUppercase == true }
    case .starts:
      return name.hasPrefix("effect") ? ["ends"] : ["ends", effectName(name)]
    case .cancels:
      return name.hasPrefix("effect")
        ? ["cancels", "its", "effect"] : ["cancels", effectName(name)]
    case .dismisses: return ["dismisses"]
    case .nothing: return ["changes", "nothing"]
    }
  }

  /// The names before a field's own: `detail`, `post` of `detail.post.likes`.
  private static func wayToField(_ behavior: Behavior) -> [String] {
    guard behavior.outcome.kind == .field, let name = behavior.outcome.name else { return [] }
    return name.replacing("[]", with: "").split(separator: ".").dropLast().map(String.init)
  }

  /// `CancelID.undo` → `undo`.
  private static func effectName(_ name: String) -> String {
    name.split(separator: ".").last.map(String.init) ?? name
  }

  /// `ageAndMood` → `age`, `and`, `mood`.
  static func camelWords(_ name: String) -> [String] {
    var words: [String] = []
    let letters = Array(name)
    for (index, character) in letters.enumerated() {
      // Initials stay together, up to the last one before a small letter: `URL`, `ASecond`.
      let follows = index > 0 && letters[index - 1].isUppercase
      let leads = index + 1 < letters.count && letters[index + 1].isLowercase
      if index == 0 || character.isUppercase && (!follows || leads) {
        words.append(String(character))
      } else {
        words[words.count - 1].append(character)
      }
    }
    return words.map { $0.count > 1 && $0.allSatisfy(\.isUppercase) ? $0 : $0.lowercased() }
  }
}
