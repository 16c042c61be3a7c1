/// Whether an assert closure holds, by S14 alone.
///
/// The first version was written before its author read the implementation. Where S14 leaves a choice, the oracle then
/// followed the tests: a list with added, removed, or moved elements is one field, and so is a set; merging keeps the
/// elements that existed before the step; adding an element twice adds it once.
enum VerdictOracle {
  enum Verdict: Equatable {
    case holds
    case fails
    /// S14 doesn't guarantee that the closure can run.
    case traps
  }

  typealias Closure = (inout LockerReading) throws -> Void

  /// The verdict by S14, for a closure of `send` or `receive` in `.off`.
  static func verdict(
    before: LockerModel, actual: LockerModel, freshIDs: [Int], namesPositions: Bool,
    closure: Closure
  ) -> Verdict {
    let target = LockerReading.Target.actual(rowsBeforeStep: before.rows.map(\.id))
    guard let onActual = try? apply(closure, to: actual, target, freshIDs) else { return .traps }
    if onActual.claimsSomethingMissing { return .fails }
    if differences(from: actual, to: onActual.model).isEmpty { return .holds }

    let onBefore = try? apply(closure, to: before, .production, freshIDs)
    // If the step removed something, the closure first runs on the state before, which must be possible. If the closure
    // finds nothing more to remove in the actual state, it can't trap on its own result for lack of elements.
    let removesMore =
      actual.rows != onActual.model.rows
      || removedSomething(from: actual, to: onActual.model, by: onActual.model)
    if onBefore == nil, removedSomething(from: before, to: actual, by: actual) { return .traps }
    if let onBefore, removesMore,
      removedSomething(from: before, to: actual, by: onBefore.model)
    {
      guard
        let again = try? apply(closure, to: onBefore.model, .production, freshIDs)
      else { return .traps }
      // A closure that uses positions may still trap on its own result.
      if namesPositions, (try? apply(closure, to: onActual.model, .production, freshIDs)) == nil {
        return .traps
      }
      // If a closure states values, running it on its own result changes nothing.
      let onItsResult = try? apply(closure, to: onActual.model, .production, freshIDs)
      let isChange =
        !differences(from: onBefore.model, to: again.model).isEmpty
        || onItsResult.map { !differences(from: onActual.model, to: $0.model).isEmpty } == true
      return isChange
        && describesChange(before, actual, onBefore.model, onActual: onActual.model)
        ? .holds : .fails
    }
    guard let onItsResult = try? apply(closure, to: onActual.model, .production, freshIDs) else {
      return .traps
    }
    if differences(from: onActual.model, to: onItsResult.model).isEmpty { return .fails }
    guard let onBefore else { return .traps }
    return describesChange(before, actual, onBefore.model, onActual: onActual.model)
      ? .holds : .fails
  }

  /// The verdict on a closure of `assert`, which has no step: the state must already have the asserted values.
  static func verdict(current: LockerModel, freshIDs: [Int], closure: Closure) -> Verdict {
    let target = LockerReading.Target.actual(rowsBeforeStep: nil)
    guard let result = try? apply(closure, to: current, target, freshIDs) else { return .traps }
    if result.claimsSomethingMissing { return .fails }
    return differences(from: current, to: result.model).isEmpty ? .holds : .fails
  }

  /// The verdict by S1, for a closure in `.on`.
  static func exhaustiveVerdict(
    before: LockerModel, actual: LockerModel, freshIDs: [Int], closure: Closure
  ) -> Verdict {
    guard
      let result = try? apply(closure, to: before, .production, freshIDs)
    else { return .traps }
    if differences(from: before, to: result.model).isEmpty { return .fails }
    return differences(from: result.model, to: actual).isEmpty ? .holds : .fails
  }

  private static func apply(
    _ closure: Closure, to model: LockerModel, _ target: LockerReading.Target, _ freshIDs: [Int]
  ) throws -> LockerReading {
    var reading = LockerReading(model, target: target, freshIDs: freshIDs)
    try closure(&reading)
    reading.settle(with: model.rows)
    return reading
  }
}

// MARK: - A change

extension VerdictOracle {
  /// S14, step 3: every field that either application changes has the actual value, and the application
  /// to the actual state changes no other field.
  private static func describesChange(
    _ before: LockerModel, _ actual: LockerModel, _ onBefore: LockerModel, onActual: LockerModel
  ) -> Bool {
    var changed = differences(from: before, to: onBefore)
    // Moved elements without IDs are one field. Each position is a field as well, because the step may have changed
    // more.
    if before.tags != onBefore.tags, before.tags.sorted() == onBefore.tags.sorted(),
      onBefore.tags == actual.tags
    {
      changed.insert("tags")
    }
    let expected = parts(of: onBefore)
    let found = parts(of: actual)
    guard changed.allSatisfy({ expected[$0] == found[$0] }) else { return false }
    return differences(from: actual, to: onActual).allSatisfy { path in
      expected[path] == found[path]
        && changed.contains { contains($0, path) || contains(path, $0) }
    }
  }

  private static func contains(_ path: String, _ part: String) -> Bool {
    part == path || part.hasPrefix("\(path)[") || part.hasPrefix("\(path).")
  }

  /// Whether the closure removed something that existed before the step, but not after it. Setting a value to `nil` is
  /// not a removal.
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
      || lost(before.entries.map(\.id), actual.entries.map(\.id), result.entries.map(\.id))
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
      "entries.ids": .integers(model.entries.map(\.id)),
    ]
    if let note = model.note {
      parts["note"] = .integers([note.text, (note.stars ?? -1) ?? -2])
      parts["note.text"] = part(note.text)
      parts["note.stars"] = part(note.stars)
    }
    for (index, tag) in model.tags.enumerated() { parts["tags[\(index)]"] = part(tag) }
    for (key, price) in model.prices { parts["prices[\(key)]"] = part(price) }
    parts["rows"] = .integers(model.rows.flatMap { [$0.id, $0.value] })
    parts["path"] = .integers(model.path.flatMap { [$0.id, $0.value] })
    parts["entries"] = .integers(model.entries.flatMap { [$0.id, $0.value] })
    for (index, entry) in model.entries.enumerated() {
      parts["entries[\(index)]"] = part(entry.value)
    }
    for row in model.rows { parts["rows[\(row.id)]"] = part(row.value) }
    for page in model.path { parts["path[\(page.id)]"] = part(page.value) }
    return parts
  }

  /// The paths that an application changed: the whole collection if its elements changed, otherwise the changed part.
  private static func differences(from old: LockerModel, to new: LockerModel) -> Set<String> {
    let before = parts(of: old)
    let after = parts(of: new)
    var paths = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    let lists = ["rows", "path", "entries"]
    paths.subtract(lists)
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
    // A list with added, removed, or moved elements is compared as a whole.
    for list in lists where before["\(list).ids"] != after["\(list).ids"] {
      paths = paths.filter { !$0.hasPrefix("\(list)[") && $0 != "\(list).ids" }
      paths.insert(list)
    }
    return paths
  }
}
