import Foundation

// Names of earlier versions, until 2.0.

extension Effect {
  @available(*, deprecated, renamed: "merged(with:)")
  public func merge(with other: Effect) -> Effect { merged(with: other) }

  @available(*, deprecated, renamed: "concatenated(with:)")
  public func concatenate(with other: Effect) -> Effect { concatenated(with: other) }
}

extension UUID {
  @available(*, deprecated, renamed: "init(incrementing:)")
  public init(_ number: Int) { self.init(incrementing: number) }
}

@available(*, deprecated, renamed: "_ReducerList")
public typealias ReducerList = _ReducerList

@available(*, deprecated, renamed: "_ReducerSequence")
public typealias ReducerSequence = _ReducerSequence

@available(*, deprecated, renamed: "_SourceFileName")
public typealias SourceFileName = _SourceFileName

@available(*, deprecated, renamed: "_EphemeralState")
public typealias EphemeralState = _EphemeralState
