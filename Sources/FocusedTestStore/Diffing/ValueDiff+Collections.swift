extension DiffBuilder {
  mutating func compare(_ lists: ListPair, _ expected: Any, _ actual: Any, _ place: Place) {
    guard lists.old.count > 0, lists.new.count > 0 else { return replace(expected, actual, place) }
    compareElements(lists.old, lists.new, lists.ends, of: (expected, actual), place)
  }

  private mutating func compareElements(
    _ expected: ElementList, _ actual: ElementList, _ ends: (prefix: Int, suffix: Int),
    of values: (expected: Any, actual: Any), _ place: Place
  ) {
    let suffix = ends.suffix
    unlessEmpty("[", "]", of: values, place) { builder in
      let inner = Place(depth: place.depth + 1, comma: ",")
      var unchanged = ends.prefix
      let steps = ElementMatching.steps(expected, actual, prefix: ends.prefix, suffix: suffix)
      let moved = ElementMatching.countOfMoved(steps, expected, actual)
      if moved > 0 {
        builder.emit(.both, "// \(counted(moved, "element")) moved", depth: inner.depth)
      }
      for (index, step) in steps.enumerated() where !builder.isFull {
        if case .matched(let i, let j) = step, areEqual(expected[i], actual[j]) {
          unchanged += 1
          continue
        }
        builder.emitUnchanged(unchanged, inner)
        unchanged = 0
        let isLast = suffix == 0 && index == steps.count - 1
        builder.emit(step, expected, actual, isLast ? Place(depth: inner.depth) : inner)
      }
      builder.emitUnchanged(unchanged + suffix, Place(depth: inner.depth))
    }
  }

  private mutating func emit(
    _ step: ElementStep, _ expected: ElementList, _ actual: ElementList, _ place: Place
  ) {
    var place = place
    switch step {
    case .matched(let i, let j):
      place.label = name(of: j, in: actual)
      compare(expected[i], actual[j], place)
    case .removed(let i):
      place.label = name(of: i, in: expected)
      emitWhole(.expected, expected[i], place)
    case .added(let j):
      place.label = name(of: j, in: actual)
      emitWhole(.actual, actual[j], place)
    case .unmatched(let removed, let added):
      emit(.expected, "… \(counted(removed.count, "element")) removed", depth: place.depth)
      emit(.actual, "… \(counted(added.count, "element")) added", depth: place.depth)
    }
  }

  private func name(of offset: Int, in list: ElementList) -> String {
    guard list.isSubscriptedByID, let id = list.id(at: offset) else { return "[\(offset)]" }
    return "[id: \(String(dumpingOnOneLine: id.base))]"
  }

  mutating func compareDictionaries(
    _ expected: any KeyedElements, _ actual: any KeyedElements,
    of values: (expected: Any, actual: Any), _ place: Place
  ) {
    let changes = expected.changes(to: actual)
    let unchanged = expected.count - changes.count { $0.old != nil }
    unlessEmpty("[", "]", of: values, place) { builder in
      builder.emitUnchanged(unchanged, Place(depth: place.depth + 1, comma: ","))
      for (index, change) in changes.enumerated() where !builder.isFull {
        let inner = Place(
          depth: place.depth + 1, label: String(dumpingOnOneLine: change.key.base),
          comma: index < changes.count - 1 ? "," : "")
        switch (change.old, change.new) {
        case (let old?, let new?): builder.compare(old, new, inner)
        case (let old?, nil): builder.emitWhole(.expected, old, inner)
        case (nil, let new?): builder.emitWhole(.actual, new, inner)
        case (nil, nil): break
        }
      }
    }
  }

  mutating func compareSets(
    _ expected: any SetElements, _ actual: any SetElements,
    of values: (expected: Any, actual: Any), _ place: Place
  ) {
    let (removed, added) = expected.changes(to: actual)
    unlessEmpty("Set([", "])", of: values, place) { builder in
      let inner = Place(depth: place.depth + 1, comma: ",")
      builder.emitUnchanged(expected.count - removed.count, inner)
      let changes = removed.map { (Side.expected, $0) } + added.map { (Side.actual, $0) }
      for (index, (side, element)) in changes.enumerated() where !builder.isFull {
        let isLast = index == changes.count - 1
        builder.emitWhole(side, element, isLast ? Place(depth: inner.depth) : inner)
      }
    }
  }

  mutating func compareStrings(
    _ expected: String, _ actual: String, of values: (expected: Any, actual: Any), _ place: Place
  ) {
    let old = StringLines.of(expected)
    let new = StringLines.of(actual)
    if old.count > 1, new.count > 1 {
      compareLines(old, new, of: values, place)
    } else if expected.count > 200, actual.count > 200 {
      compareLongLines(expected, actual, place)
    } else {
      replace(values.expected, values.actual, place)
    }
  }

  private mutating func compareLines(
    _ expected: [String], _ actual: [String], of values: (expected: Any, actual: Any),
    _ place: Place
  ) {
    let (old, new) = (ElementList(expected), ElementList(actual))
    let (prefix, suffix) = old.commonEnds(with: new)
    unlessEmpty("\"\"\"", "\"\"\"", of: values, place) { builder in
      let inner = Place(depth: place.depth + 1)
      var unchanged = prefix
      let steps = ElementMatching.steps(old, new, prefix: prefix, suffix: suffix)
      for step in steps where !builder.isFull {
        if case .matched(let i, let j) = step, expected[i] == actual[j] {
          unchanged += 1
          continue
        }
        builder.emitUnchanged(unchanged, inner)
        unchanged = 0
        builder.emit(step, expected, actual, depth: inner.depth)
      }
      builder.emitUnchanged(unchanged + suffix, inner)
    }
  }

  private mutating func emit(
    _ step: ElementStep, _ expected: [String], _ actual: [String], depth: Int
  ) {
    switch step {
    case .matched(let i, let j):
      emit(.expected, shortened(expected[i]), depth: depth)
      emit(.actual, shortened(actual[j]), depth: depth)
    case .removed(let i): emit(.expected, shortened(expected[i]), depth: depth)
    case .added(let j): emit(.actual, shortened(actual[j]), depth: depth)
    case .unmatched(let removed, let added):
      emit(.expected, "… \(counted(removed.count, "line")) removed", depth: depth)
      emit(.actual, "… \(counted(added.count, "line")) added", depth: depth)
    }
  }

  private func shortened(_ line: String) -> String {
    line.count <= 500 ? line : "\(line.prefix(500))…"
  }

  /// Shows the part of two long lines that differs, with a little of what stands around it.
  private mutating func compareLongLines(_ expected: String, _ actual: String, _ place: Place) {
    let (old, new) = (Array(expected), Array(actual))
    let (prefix, suffix) = ElementList(old).commonEnds(with: ElementList(new))
    for (side, characters) in [(Side.expected, old), (.actual, new)] {
      let start = max(0, prefix - 20)
      let end = min(characters.count, characters.count - suffix + 20, start + 400)
      let text = String(characters[start..<end]).debugDescription
      let shown = "\(start > 0 ? "…" : "")\(text)\(end < characters.count ? "…" : "")\(place.comma)"
      emit(side, place.label.map { "\($0): \(shown)" } ?? shown, depth: place.depth)
    }
  }
}
