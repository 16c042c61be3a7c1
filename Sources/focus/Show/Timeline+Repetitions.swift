import TestEvents

extension Timeline {
  /// The timeline with repeated rows shown once, as in `tick × 98`.
  package func collapsed() -> Timeline {
    var collapsed = Timeline(lines: [])
    var index = 0
    while index < lines.count {
      guard let (length, count) = repetition(at: index) else {
        collapsed.lines.append(lines[index])
        index += 1
        continue
      }
      let next = index + length
      collapsed.lines += lines[index..<next]
      index += length * count
      collapsed.lines.append(summary(of: lines[next..<index], length: length, count: count - 1))
    }
    return collapsed
  }

  /// The timeline with at most a number of rows. The beginning, the end, and the rows around the first failure stay.
  package func shortened(to limit: Int = 600) -> Timeline {
    guard lines.count > limit else { return self }
    let (failure, part) = (firstFailure ?? 0, limit / 3)
    var shortened = Timeline(lines: [])
    var omitted = 0
    for (index, line) in lines.enumerated() {
      guard index < part || index >= lines.count - part || abs(index - failure) < part / 2 else {
        omitted += 1
        continue
      }
      if omitted > 0 {
        let text = "\(omitted) \(omitted == 1 ? "row is" : "rows are") omitted"
        shortened.lines.append(
          Line(row: TimelineRow(.leftOut, text), lanes: lines[index - 1].lanesBelow))
        omitted = 0
      }
      shortened.lines.append(line)
    }
    return shortened
  }

  /// The repetition that begins at a row, if it is long enough to be shown once.
  private func repetition(at start: Int) -> (length: Int, count: Int)? {
    for length in 1...8 {
      guard start + 3 * length <= lines.count else { return nil }
      let block = lines[start..<(start + length)].map(\.row)
      guard !block.contains(where: { $0.kind == .failure || $0.kind == .store }) else { return nil }
      let keys = block.map(\.key)
      var end = start + length
      while end + length <= lines.count, lines[end..<(end + length)].map(\.row.key) == keys {
        end += length
      }
      let count = (end - start) / length
      guard count >= 3, (count - 1) * length >= 4 else { continue }
      let hidden = lines[(start + length)..<end].map(\.row)
      let ends = Set(hidden.filter(\.endsEffect).map(\.effect))
      // The start of an effect that outlives the repetition stays visible, unless there are too many lanes.
      let isToBeSeen =
        hidden.contains { $0.kind == .start && !ends.contains($0.effect) }
        || block.contains { $0.kind == .inFlight }
      if !isToBeSeen || count > Self.laneLimit { return (length, count) }
    }
    return nil
  }

  private func summary(of hidden: ArraySlice<Line>, length: Int, count: Int) -> Line {
    var changes: [TimelineRow.Change] = []
    for change in hidden.flatMap(\.row.changes) {
      if let known = changes.firstIndex(where: { $0.field == change.field }) {
        changes[known].new = change.new
      } else {
        changes.append(.init(field: change.field, old: change.old, new: change.new))
      }
    }
    let (first, last) = (hidden[hidden.startIndex].row, hidden[hidden.endIndex - 1])
    let name = first.effect.map { "\($0.name) " } ?? ""
    let text = length == 1 ? "\(name)\(first.text)" : "the \(length) rows above"
    let row = TimelineRow(
      .repeated, "\(text) × \(count)", effect: first.effect, at: nil,
      notes: last.row.kind == .wait ? [last.row.text] : last.row.notes, changes: changes)
    return Line(row: row, lanes: last.lanesBelow)
  }
}

extension TimelineRow {
  /// The parts of the row that are equal in repetitions.
  fileprivate var key: String {
    "\(form) \(effect?.name ?? "") \(changes.map(\.field).joined(separator: ","))"
  }
}
