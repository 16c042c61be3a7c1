import TestEvents
import SourceReading

extension TracedTest {
  /// A behavior that the test exercises, with each location where an assertion is possible, whether the test has one
  /// there or not.
  package func exercised(_ behavior: Behavior) -> AssertedBehavior {
    var result = AssertedBehavior(behavior: behavior, kind: "", occurrences: [])
    let receivers = statementsThatReceive
    let starting = Set(
      units.flatMap(\.outcomes).filter { $0.behavior == behavior }.map(\.step))
    func add(_ unit: Int, _ step: Int, _ form: AssertedBehavior.Occurrence.Form) {
      guard let root = root(of: step), result.occurrences.count < Self.occurrenceLimit else {
        return
      }
      if result.occurrences.isEmpty {
        result = AssertedBehavior(
          behavior: behavior, kind: kind(of: form, step), occurrences: [])
      }
      result.occurrences.append(.init(unit: unit, root: root, form: form))
    }
    // A store that is created in a block can't be used after the block.
    let hasStore =
      units.contains { $0.kind == .creation }
      || function.members.flatMap(\.names).contains(storeName)
    for (index, unit) in units.enumerated() where hasStore || unit.kind != .block {
      for step in unit.steps {
        let change = step.changes.first { $0.behavior == behavior }
        let isSign =
          step.sent == behavior
          || behavior.outcome.kind == .starts && step.cause.map(starting.contains) == true
        guard change != nil || isSign else { continue }
        if let change, step.cause == nil, unit.isSend {
          add(index, step.step, .sent(change))
        } else if let receiver = receivers[step.step] {
          add(receiver, step.step, change.map { .received($0) } ?? .action)
        } else {
          add(index, step.step, .unreceived(step.expectations ?? [], change))
        }
      }
    }
    if behavior.outcome.kind == .cancels, let last = units.indices.last {
      for step in starting.sorted() { add(last, step, .end) }
    }
    return result
  }

  /// The maximum number of locations to try.
  private static let occurrenceLimit = 8

  /// The statements that receive an action, by the number of the action's step.
  private var statementsThatReceive: [Int: Int] {
    units.indices.reduce(into: [:]) { receivers, index in
      guard units[index].isReceive else { return }
      for case let step? in units[index].assertions.map(\.step) { receivers[step] = index }
    }
  }

  /// The scoped stores, from the outside in, that can receive an expected action.
  func parts(expecting expectation: String?) -> [StorePart] {
    guard let expectation else { return [] }
    let source = SwiftSource("await \(storeName).receive(\(expectation))")
    let paths = Set(units.flatMap(\.steps).flatMap(\.changes).map(\.path))
    return source.storeCall(source.tokens.indices, on: storeName)
      .flatMap { StorePart($0, in: source, changes: paths, taken: takenNames) }?
      .way(taken: takenNames) ?? []
  }
}
