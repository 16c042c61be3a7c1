import Foundation

/// The state before the running step, for what reads the store meanwhile: analytics, a feature flag.
///
/// While it is kept, a step copies each collection that it changes: 0.2 ms for 10,000 structs with
/// strings, where the step itself takes 15 µs. So a live store with large collections keeps it for
/// one step of many, until something reads it.
final class EarlierState<State> {
  private static var largest: Int { 200 }
  private static var interval: Int { 256 }

  private var state: State?
  /// How many steps ago that was the state.
  private var age = 0
  private var isSparing: Bool
  private var isLarge = false
  private var stepCount = 0

  init(isSparing: Bool) {
    self.isSparing = isSparing && !_isPOD(State.self)
  }

  func stepBegins(in current: State) {
    if isSparing, stepCount % Self.interval == 0 {
      isLarge = holdsCollection(current, largerThan: Self.largest)
      state = nil
    }
    stepCount &+= 1
    if isLarge, isSparing, state != nil {
      age += 1
    } else {
      state = current
      age = 0
    }
  }

  func stepEnds() {
    if !isLarge || !isSparing { state = nil }
  }

  /// The state before the running step, if it is kept.
  var exact: State? { age == 0 ? state : nil }

  /// The state before the running step, or an earlier one and an issue.
  func read() -> State {
    guard let state else {
      preconditionFailure("A step keeps an earlier state (was at \(stepCount))")
    }
    if age > 0, isSparing {
      // A property brings no call site along.
      Issues.report(
        EffectMessages.earlierState(State.self, age: age, largest: Self.largest),
        at: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
    }
    isSparing = false
    return state
  }
}

/// Whether a collection or a text among the fields of a value, and of what is in it, has more elements.
///
/// Of a collection, the first elements stand for all.
private func holdsCollection(_ value: Any, largerThan limit: Int) -> Bool {
  var unread = [value]
  // A mirror can go on and on.
  for _ in 0..<200 {
    guard let value = unread.popLast() else { break }
    // What a mirror shows of a metatype must not be looked at.
    if value is Any.Type { continue }
    if let size = (value as? String)?.utf8.count ?? (value as? Data)?.count {
      if size > 16 * limit { return true }
      continue
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection, .dictionary, .set:
      if mirror.children.count > limit { return true }
      unread += mirror.children.prefix(4).map(\.value)
    case .struct, .enum, .optional, .tuple: unread += mirror.children.prefix(limit).map(\.value)
    default: break
    }
  }
  return false
}
