import FocusedTestStore
import Testing

/// Random closures on random steps. The store and an oracle, which knows the assertions of each closure, judge them.
struct RandomClosureTests {
  @Test(arguments: 0..<8)
  func aClosureIsJudgedAsWhatItSays(_ seed: UInt64) async {
    var random = SeededRandom(seed: seed)
    var counts: [Bool: Int] = [:]
    for _ in 0..<150 {
      let before = Board.random(using: &random)
      let after = Board.random(near: before, using: &random)
      let claims = Claim.random(using: &random)
      // Without a child, the assertion is empty.
      if claims.contains(.childCounts), before.child == nil || after.child == nil { continue }
      let isTrue = claims.allSatisfy { $0.isTrue(from: before, to: after) }
      let verdicts = await Board.verdicts(before, after) { board in
        for claim in claims { claim.apply(to: &board) }
      }
      let expected = isTrue ? [0, 0] : [1, 1]
      counts[isTrue, default: 0] += 1
      #expect(verdicts.map(\.count) == expected, "\(claims)\n\(before)\n\(after)\n\(verdicts)")
    }
    // Both passing and failing closures must be frequent.
    #expect(counts.values.allSatisfy { $0 > 20 } && counts.count == 2, "\(counts)")
  }
}

/// An assertion about one field, so that the oracle can judge each field separately.
private enum Claim: CaseIterable {
  // Values.
  case xIsOne, textIsA, rowsAreOneAndTwo, isOn, childCountsOne, noChild, lastDoneIsOne,
    selectedIsRead
  case readOnesAreCounted
  // Changes.
  case yGrows, livesShrink, rowsGrow, rowsLoseFirst, textGrows, textLosesLast, isOnToggles,
    childCounts
  case optionalCounts

  /// The asserted field. A closure contains at most one assertion about each field.
  var field: String {
    switch self {
    case .xIsOne: "x"
    case .yGrows: "y"
    case .textIsA, .textGrows, .textLosesLast: "text"
    case .rowsAreOneAndTwo, .rowsGrow, .rowsLoseFirst: "rows"
    case .isOn, .isOnToggles: "isOn"
    case .childCountsOne, .noChild, .childCounts: "child"
    case .lastDoneIsOne: "done"
    case .selectedIsRead, .readOnesAreCounted: "messages"
    case .livesShrink: "lives"
    case .optionalCounts: "optional"
    }
  }

  var isChange: Bool {
    switch self {
    case .yGrows, .livesShrink, .rowsGrow, .rowsLoseFirst, .textGrows, .textLosesLast, .isOnToggles,
      .childCounts, .optionalCounts:
      true
    default: false
    }
  }

  func apply(to board: inout Board) {
    switch self {
    case .xIsOne: board.x = 1
    case .textIsA: board.text = "a"
    case .rowsAreOneAndTwo: board.rows = [1, 2]
    case .isOn: board.isOn = true
    case .childCountsOne: board.child = .init(count: 1)
    case .noChild: board.child = nil
    case .lastDoneIsOne: board.done[board.done.count - 1] = 1
    case .selectedIsRead: board.messages[board.selected].isRead = true
    case .readOnesAreCounted:
      for index in board.messages.indices where board.messages[index].isRead {
        board.messages[index].count = 1
      }
    case .yGrows: board.y += 1
    case .livesShrink: board.lives -= 1
    case .rowsGrow: board.rows.append(9)
    case .rowsLoseFirst: board.rows.removeFirst()
    case .textGrows: board.text += "z"
    case .textLosesLast: board.text.removeLast()
    case .isOnToggles: board.isOn.toggle()
    case .childCounts: board.child?.count += 1
    case .optionalCounts: board.optional = (board.optional ?? 0) + 1
    }
  }

  /// Whether the assertion holds for a step: values are compared with the state after it, changes with both states.
  func isTrue(from before: Board, to after: Board) -> Bool {
    switch self {
    case .xIsOne: return after.x == 1
    case .textIsA: return after.text == "a"
    case .rowsAreOneAndTwo: return after.rows == [1, 2]
    case .isOn: return after.isOn
    case .childCountsOne: return after.child == .init(count: 1)
    case .noChild: return after.child == nil
    case .lastDoneIsOne: return after.done.last == 1
    case .selectedIsRead: return after.messages[after.selected].isRead
    case .readOnesAreCounted: return after.messages.allSatisfy { !$0.isRead || $0.count == 1 }
    case .yGrows: return after.y == before.y + 1
    case .livesShrink: return after.lives + 1 == before.lives
    case .rowsGrow: return after.rows == before.rows + [9]
    case .rowsLoseFirst: return after.rows == Array(before.rows.dropFirst())
    case .textGrows: return after.text == before.text + "z"
    case .textLosesLast: return after.text == String(before.text.dropLast())
    case .isOnToggles: return after.isOn != before.isOn
    case .childCounts:
      return after.child?.count == before.child.map { $0.count + 1 }
    case .optionalCounts: return after.optional == (before.optional ?? 0) + 1
    }
  }

  /// Up to three assertions about different fields. An assertion whose target depends on the state is never combined
  /// with changes.
  static func random(using random: inout SeededRandom) -> [Claim] {
    var claims: [Claim] = []
    for claim in allCases.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
    where !claims.contains(where: { $0.field == claim.field }) {
      claims.append(claim)
    }
    let isRelative = claims.contains { ["done", "messages"].contains($0.field) }
    return isRelative && claims.contains(where: \.isChange) ? [claims[0]] : claims
  }
}

extension Board {
  /// Small values, so that random assertions often hold, and enough elements that each closure can remove one before
  /// and after the step.
  fileprivate static func random(using random: inout SeededRandom) -> Board {
    var board = Board()
    board.x = Int.random(in: 0...2, using: &random)
    board.y = Int.random(in: 0...2, using: &random)
    board.text = ["a", "b", "az", "bz"].randomElement(using: &random)!
    board.rows = [[1, 2], [2], [1, 2, 9], [2, 9], [9], [1]].randomElement(using: &random)!
    board.done = [[1], [1, 2], [2, 1]].randomElement(using: &random)!
    board.isOn = Bool.random(using: &random)
    board.child = [nil, .init(count: 0), .init(count: 1), .init(count: 2)].randomElement(
      using: &random)!
    board.optional = [nil, 1, 2].randomElement(using: &random)!
    board.lives = UInt.random(in: 1...3, using: &random)
    board.messages = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      .init(isRead: .random(using: &random), count: .random(in: 0...1, using: &random))
    }
    board.selected = Int.random(in: board.messages.indices, using: &random)
    return board
  }

  /// A step that makes some random changes.
  fileprivate static func random(near board: Board, using random: inout SeededRandom) -> Board {
    var result = Board.random(using: &random)
    if Bool.random(using: &random) { result.y = board.y + 1 }
    if Bool.random(using: &random) { result.rows = board.rows }
    if Bool.random(using: &random) { result.rows.append(9) }
    if board.rows.count > 1, Bool.random(using: &random) {
      result.rows = Array(board.rows.dropFirst())
    }
    if board.text.count > 1, Bool.random(using: &random) {
      result.text = String(board.text.dropLast())
    }
    if board.lives > 1, Bool.random(using: &random) { result.lives = board.lives - 1 }
    if Bool.random(using: &random) { result.child = board.child.map { .init(count: $0.count + 1) } }
    if Bool.random(using: &random) { result.optional = (board.optional ?? 0) + 1 }
    return result
  }
}
