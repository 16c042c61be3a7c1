/// Whether an assert closure holds, by DESIGN S14 alone.
///
/// This file was written before its author read the implementation. Where the two differ, S14 decides.
enum VerdictOracle {
  enum Verdict: Equatable {
    case holds
    case fails
    /// S14 doesn't promise that the closure can be run.
    case traps
  }

  typealias Closure = (inout LockerReading) throws -> Void

  /// S14, for a closure of `send` or `receive` in `.off`.
  static func verdict(
    before: LockerModel, actual: LockerModel, closure: Closure
  ) -> Verdict {
    let target = LockerReading.Target.actual(rowsBeforeStep: before.rows.map(\.id))
    guard let onActual = try? apply(closure, to: actual, target, strangers) else { return .traps }
    if onActual.claimsSomethingMissing { return .fails }
    if differences(from: actual, to: onActual.model).isEmpty { return .holds }

    let onBefore = try? apply(closure, to: before, .production, newPages(before, actual))
    // Where the step removed something, the state before is read first, which must be possible.
    if onBefore == nil, removedSomething(from: before, to: actual, by: actual) { return .traps }
    if let onBefore, removedSomething(from: before, to: actual, by: onBefore.model) {
      guard
        let again = try? apply(closure, to: onBefore.model, .production, strangers)
      else { return .traps }
      // A closure that states values changes its own result no further.
      let isChange = !differences(from: onBefore.model, to: again.model).isEmpty
      return isChange
        && describesChange(before, actual, onBefore.model, onActual: onActual.model)
        ? .holds : .fails
    }
    guard let onItsResult = try? apply(closure, to: onActual.model, target, moreStrangers) else {
      return .traps
    }
    if differences(from: onActual.model, to: onItsResult.model).isEmpty { return .fails }
    guard let onBefore else { return .traps }
    return describesChange(before, actual, onBefore.model, onActual: onActual.model)
      ? .holds : .fails
  }

  /// A closure of `assert`, which has no step: what it states must be so already.
  static func verdict(current: LockerModel, closure: Closure) -> Verdict {
    let target = LockerReading.Target.actual(rowsBeforeStep: nil)
    guard let result = try? apply(closure, to: current, target, strangers) else { return .traps }
    if result.claimsSomethingMissing { return .fails }
    return differences(from: current, to: result.model).isEmpty ? .holds : .fails
  }

  /// S1, for a closure in `.on`.
  static func exhaustiveVerdict(
    before: LockerModel, actual: LockerModel, closure: Closure
  ) -> Verdict {
    guard
      let result = try? apply(closure, to: before, .production, newPages(before, actual))
    else { return .traps }
    if differences(from: before, to: result.model).isEmpty { return .fails }
    return differences(from: result.model, to: actual).isEmpty ? .holds : .fails
  }

  private static func apply(
    _ closure: Closure, to model: LockerModel, _ target: LockerReading.Target, _ freshIDs: [Int]
  ) throws -> LockerReading {
    var reading = LockerReading(model, target: target, freshIDs: freshIDs)
    try closure(&reading)
    return reading
  }

  // The IDs that new elements got in the reducer, and IDs that no element has.
  private static func newPages(_ before: LockerModel, _ actual: LockerModel) -> [Int] {
    let old = Set(before.path.map(\.id))
    return actual.path.map(\.id).filter { !old.contains($0) } + (-300 ..< -200)
  }
  private static let strangers = Array(-100..<0)
  private static let moreStrangers = Array(-200 ..< -100)
}

// MARK: - A change

extension VerdictOracle {
  /// S14, step 3: every field that either application changes has the actual value, and the application
  /// to the actual state changes no other field.
  private static func describesChange(
    _ before: LockerModel, _ actual: LockerModel, _ onBefore: LockerModel, onActual: LockerModel
  ) -> Bool {
    let changed = differences(from: before, to: onBefore)
    let expected = parts(of: onBefore)
    let found = parts(of: actual)
    guard changed.allSatisfy({ expected[$0] == found[$0] }) else { return false }
    return differences(from: actual, to: onActual).allSatisfy { path in
      changed.contains(path) || changed.contains { path.hasPrefix($0) && !$0.hasSuffix(".ids") }
        || isNewElement(path, in: actual)
    }
  }

  /// Whether the closure removed something that was there before the step, and is not there after it.
  private static func removedSomething(
    from before: LockerModel, to actual: LockerModel, by result: LockerModel
  ) -> Bool {
    func lost(_ all: [Int], _ left: [Int], _ other: [Int]) -> Bool {
      all.contains { element in
        let count = all.count { $0 == element }
        return left.count { $0 == element } < count && other.count { $0 == element } < count
      }
    }
    return lost(before.tags, actual.tags, result.tags)
      || lost(Array(before.marks), Array(actual.marks), Array(result.marks))
      || lost(Array(before.prices.keys), Array(actual.prices.keys), Array(result.prices.keys))
      || lost(before.rows.map(\.id), actual.rows.map(\.id), result.rows.map(\.id))
      || lost(before.path.map(\.id), actual.path.map(\.id), result.path.map(\.id))
      || (before.name != nil && actual.name == nil && result.name == nil)
      || (before.note != nil && actual.note == nil && result.note == nil)
      || (before.sheet != nil && actual.sheet == nil && result.sheet == nil)
  }
}

// MARK: - Fields

extension VerdictOracle {
  private enum Part: Equatable {
    case number(Double)
    case integers([Int])
    case nothing

    /// Equality in which NaN equals itself.
    static func == (first: Part, second: Part) -> Bool {
      switch (first, second) {
      case (.number(let a), .number(let b)): a == b || (a.isNaN && b.isNaN)
      case (.integers(let a), .integers(let b)): a == b
      case (.nothing, .nothing): true
      default: false
      }
    }
  }

  private static func part(_ value: Int?) -> Part { value.map { .integers([$0]) } ?? .nothing }
  private static func part(_ value: Int??) -> Part {
    switch value {
    case nil: .nothing
    case .some(nil): .integers([])
    case .some(.some(let value)): .integers([value])
    }
  }

  /// The value of every field, element, and order, by path.
  private static func parts(of model: LockerModel) -> [String: Part] {
    var parts: [String: Part] = [
      "count": part(model.count), "bonus": part(model.bonus), "ratio": .number(model.ratio),
      "isOn": part(model.isOn ? 1 : 0), "name": part(model.name), "sheet": part(model.sheet),
      "tags": .integers(model.tags), "marks": .integers(model.marks.sorted()),
      "rows.ids": .integers(model.rows.map(\.id)),
      "path.ids": .integers(model.path.map(\.id)), "note": .nothing,
    ]
    if let note = model.note {
      parts["note"] = .integers([note.text, (note.stars ?? -1) ?? -2])
      parts["note.text"] = part(note.text)
      parts["note.stars"] = part(note.stars)
    }
    for (index, tag) in model.tags.enumerated() { parts["tags[\(index)]"] = part(tag) }
    for (key, price) in model.prices { parts["prices[\(key)]"] = part(price) }
    for row in model.rows { parts["rows[\(row.id)]"] = part(row.value) }
    for page in model.path { parts["path[\(page.id)]"] = part(page.value) }
    return parts
  }

  /// The paths of what an application changed: the whole where its elements changed, otherwise the part.
  private static func differences(from old: LockerModel, to new: LockerModel) -> Set<String> {
    let before = parts(of: old)
    let after = parts(of: new)
    var paths = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    if old.tags.count == new.tags.count {
      paths.remove("tags")
    } else {
      paths = paths.filter { !$0.hasPrefix("tags[") }
    }
    if (old.note == nil) == (new.note == nil) {
      paths.remove("note")
    } else {
      paths = paths.filter { !$0.hasPrefix("note.") }
    }
    // An element that is gone is a matter of the order alone.
    for list in ["rows", "path"] {
      paths = paths.filter { !$0.hasPrefix("\(list)[") || after[$0] != nil }
    }
    return paths
  }

  /// Whether the path names an element of a list that the actual state lacks: a matter of the order.
  private static func isNewElement(_ path: String, in actual: LockerModel) -> Bool {
    (path.hasPrefix("rows[") || path.hasPrefix("path[")) && parts(of: actual)[path] == nil
  }
}
