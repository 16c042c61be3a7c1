import CasePaths
import Dependencies
import OpenCombineShim

public struct DismissEffect: Sendable {
  var action: (@MainActor @Sendable () -> Void)?

  public init(_ dismiss: @escaping @MainActor @Sendable () -> Void) { action = dismiss }

  init() {}

  @MainActor public func callAsFunction() async {
    guard let action else {
      return reportIssue("A feature that is not presented can't be dismissed.")
    }
    action()
  }
}

private enum DismissKey: TestDependencyKey {
  static let testValue = DismissEffect()
}

extension DependencyValues {
  public var dismiss: DismissEffect {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }
}

@propertyWrapper
public struct PresentationState<State> {
  public var wrappedValue: State?

  /// The feature that was presented by the last action.
  var presentedID: AnyHashable?

  public init(wrappedValue: State?) { self.wrappedValue = wrappedValue }

  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }
}

extension PresentationState: Equatable where State: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.wrappedValue == rhs.wrappedValue }
}

extension PresentationState: CustomReflectable {
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue as Any) }
}

public enum PresentationAction<Action> {
  case dismiss
  indirect case presented(Action)
}

extension PresentationAction: Equatable where Action: Equatable {}

struct OnFirstAppearID: Hashable, Sendable {}
struct PresentationDismissID: Hashable, Sendable {}
struct PresentedID: Hashable, Sendable {}

/// The effect that waits for a dismissal, and then sends an action.
private func waitForDismissal<Action>(at path: NavigationIDPath, then action: Action) -> Effect<
  Action
> {
  let isDismissed = Effect<Action>.publisher { _, _ in AnyCancellable {} }
  return at(path) {
    Effect.concatenate(isDismissed.cancellable(id: PresentationDismissID()), .send(action))
      .cancellable(id: PresentedID())
  }
  .cancellableAtRoot(id: OnFirstAppearID())
}

private func at<R>(_ path: NavigationIDPath, _ operation: () -> R) -> R {
  withDependencies {
    $0.navigationIDPath = path
  } operation: {
    operation()
  }
}

extension Effect {
  fileprivate func cancellableAtRoot(id: some Hashable & Sendable) -> Self {
    at(NavigationIDPath()) { cancellable(id: id) }
  }
}

/// The dependencies of a presented feature.
private func presented<R>(at path: NavigationIDPath, _ operation: () -> R) -> R {
  withDependencies {
    $0.navigationIDPath = path
    $0.dismiss = DismissEffect {
      at(path) { Task<Never, Never>.cancel(id: PresentationDismissID()) }
    }
  } operation: {
    operation()
  }
}

private func identity(of state: some Any, _ keyPath: AnyKeyPath) -> AnyHashable {
  func id(_ value: some Identifiable) -> AnyHashable { AnyHashable(value.id) }
  let own = (state as? any Identifiable).map { id($0) }
  return [AnyHashable(keyPath), own ?? AnyHashable(0)] as [AnyHashable]
}

extension Reducer {
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ toState: WritableKeyPath<State, PresentationState<ChildState>>,
    action toAction: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> destination: () -> Child
  ) -> some Reducer<State, Action> where Action: CasePathable {
    let (base, child) = (self, destination())
    return Reduce<State, Action> { state, action in
      let parent = DependencyValues._current.navigationIDPath
      func path(_ child: ChildState) -> NavigationIDPath {
        parent.appending(identity(of: child, toState))
      }
      let before = state[keyPath: toState].wrappedValue
      var childEffect = Effect<Action>.none
      if case .presented(let childAction)? = action[case: toAction], let before {
        let embed: (ChildAction) -> Action = { toAction(.presented($0)) }
        childEffect = presented(at: path(before)) {
          child._reduce(into: &state[keyPath: toState].wrappedValue!, action: childAction)
            .map(embed).cancellable(id: PresentedID())
        }
      }
      let baseEffect = base._reduce(into: &state, action: action)
      if case .dismiss? = action[case: toAction] { state[keyPath: toState].wrappedValue = nil }
      let presentedID = state[keyPath: toState].wrappedValue.map { AnyHashable(path($0)) }
      let previousID = state[keyPath: toState].presentedID
      state[keyPath: toState].presentedID = presentedID
      var (leave, enter) = (Effect<Action>.none, Effect<Action>.none)
      if presentedID != previousID {
        if let before { leave = at(path(before)) { .cancel(id: PresentedID()) } }
        if let present = state[keyPath: toState].wrappedValue {
          enter = waitForDismissal(at: path(present), then: toAction(.dismiss))
        }
      }
      return .merge(childEffect, baseEffect, leave, enter)
    }
  }

  public func forEach<ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>>(
    _ toStack: WritableKeyPath<State, StackState<ElementState>>,
    action toAction: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> destination: () -> Element
  ) -> some Reducer<State, Action> where Action: CasePathable {
    let (base, element) = (self, destination())
    return Reduce<State, Action> { state, action in
      let parent = DependencyValues._current.navigationIDPath
      func path(_ id: StackElementID) -> NavigationIDPath { parent.appending(AnyHashable(id)) }
      let before = state[keyPath: toStack].ids
      var effects: [Effect<Action>] = []
      switch action[case: toAction] {
      case .element(let id, let elementAction)? where state[keyPath: toStack][id: id] != nil:
        let embed: (ElementAction) -> Action = { toAction(.element(id: id, action: $0)) }
        effects.append(
          presented(at: path(id)) {
            element._reduce(into: &state[keyPath: toStack][id: id]!, action: elementAction)
              .map(embed).cancellable(id: PresentedID())
          })
      case .popFrom(let id)?: state[keyPath: toStack].pop(from: id)
      case .push(let id, let pushed)?: state[keyPath: toStack][id: id] = pushed
      default: break
      }
      effects.append(base._reduce(into: &state, action: action))
      let after = state[keyPath: toStack].ids
      for id in before where !after.contains(id) {
        effects.append(at(path(id)) { .cancel(id: PresentedID()) })
      }
      for id in after where !state[keyPath: toStack].presented.contains(id) {
        effects.append(waitForDismissal(at: path(id), then: toAction(.popFrom(id: id))))
      }
      state[keyPath: toStack].presented = Set(after)
      return effects.reduce(.none) { .merge($0, $1) }
    }
  }
}

public struct StackElementID: Hashable, Sendable, ExpressibleByIntegerLiteral {
  @_spi(Internals) public let generation: Int

  public init(integerLiteral value: Int) { generation = value }
}

/// Numbers the elements of all stacks of a test.
@_spi(Internals) public struct StackElementIDGenerator: TestDependencyKey, Sendable {
  public let next: @Sendable () -> StackElementID
  public let peek: @Sendable () -> StackElementID

  public static var testValue: Self {
    let number = LockIsolated(0)
    return Self(
      next: {
        number.withValue { number in
          defer { number += 1 }
          return StackElementID(integerLiteral: number)
        }
      },
      peek: { StackElementID(integerLiteral: number.value) })
  }
}

extension DependencyValues {
  @_spi(Internals) public var stackElementID: StackElementIDGenerator {
    get { self[StackElementIDGenerator.self] }
    set { self[StackElementIDGenerator.self] = newValue }
  }
}

/// The elements of a stack of features.
public struct StackState<Element>: RandomAccessCollection {
  public private(set) var ids: [StackElementID] = []
  private var elements: [StackElementID: Element] = [:]
  var presented: Set<StackElementID> = []

  public init() {}

  public var startIndex: Int { 0 }
  public var endIndex: Int { ids.count }
  public subscript(position: Int) -> Element { elements[ids[position]]! }

  public subscript(id id: StackElementID) -> Element? {
    get { elements[id] }
    set {
      if newValue != nil, elements[id] == nil { ids.append(id) }
      if newValue == nil { ids.removeAll { $0 == id } }
      elements[id] = newValue
    }
  }

  public mutating func append(_ element: Element) {
    self[id: DependencyValues._current.stackElementID.next()] = element
  }

  public mutating func pop(from id: StackElementID) {
    guard let index = ids.firstIndex(of: id) else { return }
    for id in ids[index...] { elements[id] = nil }
    ids.removeSubrange(index...)
  }
}

extension StackState: Equatable where Element: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.ids == rhs.ids && lhs.elements == rhs.elements
  }
}

public enum IdentifiedAction<ID: Hashable & Sendable, Action> {
  case element(id: ID, action: Action)
}

public enum StackAction<State, Action> {
  indirect case element(id: StackElementID, action: Action)
  indirect case push(id: StackElementID, state: State)
  case popFrom(id: StackElementID)
}

extension StackAction: Equatable where State: Equatable, Action: Equatable {}

/// A state without a reducer, such as an alert.
public protocol _EphemeralState {}
