import TestEvents

extension TestStory {
  /// The timeline with repeated rows shown once, as in `tick × 98`.
  package func collapsed() -> TestStory {
    var hidden: [HiddenRows] = []
    var index = 0
    while index < rows.count {
      guard let (length, count) = repetition(at: index) else {
        index += 1
        continue
      }
      let rest = (index + length)..<(index + length * count)
      hidden.append((rest, summary(of: rest, length: length, count: count - 1)))
      index = rest.upperBound
    }
    return hiding(hidden)
  }

  /// The timeline with at most a number of rows. The beginning, the end, and the rows around the first failure stay.
  package func shortened(to limit: Int = 600) -> TestStory {
    guard rows.count > limit else { return self }
    let failure = firstFailure ?? 0
    let part = limit / 3
    let kept = rows.indices.filter { row in
      row < part || row >= rows.count - part || abs(row - failure) < part / 2
    }
    let hidden = zip(kept, kept.dropFirst()).filter { $1 > $0 + 1 }.map { last, next in
      let count = next - last - 1
      let text = "\(count) \(count == 1 ? "row is" : "rows are") omitted"
      return (last + 1..<next, Row(kind: .leftOut, actor: .outside, text: text, key: "left out"))
    }
    return hiding(hidden)
  }

  /// Some rows, and the row in their place.
  private typealias HiddenRows = (rows: Range<Int>, summary: Row)

  /// The timeline with one row in place of others, which are in order.
  private func hiding(_ hidden: [HiddenRows]) -> TestStory {
    var kept: [Row] = []
    // The row that now represents each row.
    var positions: [Int] = []
    var next = 0
    func show(_ range: Range<Int>) {
      positions += kept.count..<kept.count + range.count
      kept += rows[range]
    }
    for (range, summary) in hidden {
      show(next..<range.lowerBound)
      positions += repeatElement(kept.count, count: range.count)
      kept.append(summary)
      next = range.upperBound
    }
    show(next..<rows.count)
    func moved(_ row: Int) -> Int { positions.indices.contains(row) ? positions[row] : kept.count }
    var story = self
    story.rows = kept
    for index in effects.indices {
      story.effects[index].start = moved(effects[index].start)
      story.effects[index].cause = effects[index].cause.map(moved)
      story.effects[index].end = effects[index].end.map(moved)
      for wait in effects[index].waits.indices {
        story.effects[index].waits[wait].start = moved(effects[index].waits[wait].start)
        story.effects[index].waits[wait].end = effects[index].waits[wait].end.map(moved)
      }
    }
    story.assignColumns()
    return story
  }

  /// The repetition that begins at a row, if it is long enough to be shown once.
  private func repetition(at start: Int) -> (length: Int, count: Int)? {
    for length in 1...8 {
      guard start + 3 * length <= rows.count else { return nil }
      let block = rows[start..<(start + length)]
      guard !block.contains(where: \.mustStand) else { return nil }
      var count = 1
      while true {
        let next = start + count * length
        guard next + length <= rows.count,
          zip(block, rows[next...]).allSatisfy({ $0.key == $1.key && $0.place == $1.place })
        else { break }
        count += 1
      }
      guard count >= 3, (count - 1) * length >= 4 else { continue }
      let hidden = (start + length)..<(start + count * length)
      // The start of an effect that outlives the repetition stays visible, unless there are too many columns.
      let goesOn = effects.contains {
        hidden.contains($0.start) && $0.end.map { !hidden.contains($0) } ?? true
      }
      let isToBeSeen = goesOn || block.contains { $0.kind == .inFlight }
      if !isToBeSeen || count > Self.columnLimit { return (length, count) }
    }
    return nil
  }

  private func summary(of range: Range<Int>, length: Int, count: Int) -> Row {
    var changes: [TracedChange.Shown] = []
    for row in rows[range] {
      for change in row.changes {
        if let known = changes.firstIndex(where: { $0.field == change.field }) {
          changes[known].new = change.new
        } else {
          changes.append(.init(field: change.field, old: change.old, new: change.new))
        }
      }
    }
    let (first, last) = (rows[range.lowerBound], rows[range.upperBound - 1])
    let isOfMany = first.kind == .start || first.kind == .inFlight
    let who = isOfMany ? effect(of: first).map { "\(effects[$0].name) " } ?? "" : ""
    let text =
      length == 1 ? "\(who)\(first.text) × \(count)" : "the \(length) rows above × \(count)"
    return Row(
      kind: .repeated, actor: first.actor, target: first.target, text: text,
      notes: last.kind == .wait ? [last.text] : last.notes, changes: changes, depth: first.depth,
      key: "repeated \(first.key)")
  }
}

extension TestStory.Row {
  /// Whether the row stays visible, even in a repetition.
  fileprivate var mustStand: Bool { [.failure, .repeated, .leftOut, .store].contains(kind) }
}
