@_exported import CasePaths
@_exported import Clocks
@_exported import CombineSchedulers
@_exported import ConcurrencyExtras
@_exported import CustomDump
@_exported import Dependencies
@_exported import Sharing

public protocol Reducer<State, Action> {
  associatedtype State
  associatedtype Action
  associatedtype Body

  func _reduce(into state: inout State, action: Action) -> Effect<Action>
  @ReducerBuilder<State, Action> var body: Body { get }
}

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  public func _reduce(into state: inout State, action: Action) -> Effect<Action> {
    body._reduce(into: &state, action: action)
  }
}

extension Reducer where Body == Never {
  public var body: Never { fatalError("\(Self.self) has no body") }
}

@resultBuilder
public enum ReducerBuilder<State, Action> {
  public static func buildExpression<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }
  public static func buildBlock<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }
}

public struct Reduce<State, Action>: Reducer {
  public typealias Body = Never

  private let function: (inout State, Action) -> Effect<Action>

  public init(_ function: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    self.function = function
  }

  public func _reduce(into state: inout State, action: Action) -> Effect<Action> {
    function(&state, action)
  }
}

public struct EmptyReducer<State, Action>: Reducer {
  public typealias Body = Never

  public init() {}

  public func _reduce(into _: inout State, action _: Action) -> Effect<Action> { .none }
}
