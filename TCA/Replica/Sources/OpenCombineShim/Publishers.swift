// As much of Combine as an effect and its subscriber need.

public protocol Cancellable {
  func cancel()
}

/// Cancels once: when told to, or when it is released.
public final class AnyCancellable: Cancellable, @unchecked Sendable {
  private var action: (() -> Void)?

  public init(_ cancel: @escaping () -> Void) { action = cancel }

  deinit { action?() }

  public func cancel() {
    let action = action
    self.action = nil
    action?()
  }
}

public enum Subscribers {
  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }
}

public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error

  /// Starts the work, and returns how to cancel it.
  func subscribe(
    _ receiveValue: @escaping (Output) -> Void, _ complete: @escaping () -> Void
  ) -> AnyCancellable
}

extension Publisher where Failure == Never {
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Never>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    subscribe(receiveValue) { receiveCompletion(.finished) }
  }
}

public struct AnyPublisher<Output, Failure: Error>: Publisher, @unchecked Sendable {
  private let start: (@escaping (Output) -> Void, @escaping () -> Void) -> AnyCancellable

  public init(
    _ start: @escaping (@escaping (Output) -> Void, @escaping () -> Void) -> AnyCancellable
  ) {
    self.start = start
  }

  public func subscribe(
    _ receiveValue: @escaping (Output) -> Void, _ complete: @escaping () -> Void
  ) -> AnyCancellable {
    start(receiveValue, complete)
  }
}
