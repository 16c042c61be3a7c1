import ConcurrencyExtras
import Dependencies
import IssueReporting
import OpenCombineShim

public struct Effect<Action>: Sendable {
  enum Operation: Sendable {
    case none
    case publisher(AnyPublisher<Action, Never>)
    case run(
      name: String? = nil, priority: TaskPriority? = nil,
      operation: @Sendable (_ send: Send<Action>) async -> Void)
  }

  let operation: Operation

  public static var none: Self { Self(operation: .none) }

  public static func run(
    priority: TaskPriority? = nil, name: String? = nil,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@Sendable (any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Self {
    let dependencies = DependencyValues._current
    return Self(
      operation: .run(name: name, priority: priority) { send in
        await DependencyValues.$_current.withValue(dependencies) {
          do {
            try await operation(send)
          } catch is CancellationError {
          } catch {
            if let handler { return await handler(error, send) }
            if Task.isCancelled { return }
            reportIssue(
              "The effect at \(fileID):\(line) threw an unhandled error: \(error)",
              fileID: fileID, filePath: filePath, line: line, column: column)
          }
        }
      })
  }

  public static func send(_ action: Action) -> Self {
    publisher { receive, complete in
      receive(action)
      complete()
      return AnyCancellable {}
    }
  }

  static func publisher(
    _ start: @escaping (@escaping (Action) -> Void, @escaping () -> Void) -> AnyCancellable
  ) -> Self {
    Self(operation: .publisher(AnyPublisher(start)))
  }

  public static func merge(_ effects: Self...) -> Self {
    effects.reduce(.none) { $0.merged(with: $1) }
  }

  private func merged(with other: Self) -> Self {
    switch (operation, other.operation) {
    case (_, .none): self
    case (.none, _): other
    case (.run(_, _, let first), .run(_, _, let second)):
      Self(
        operation: .run { send in
          await withTaskGroup(of: Void.self) { group in
            group.addTask { await first(send) }
            group.addTask { await second(send) }
          }
        })
    default:
      .publisher { receive, complete in
        let remaining = LockIsolated(2)
        func end() {
          if remaining.withValue({
            $0 -= 1; return $0 == 0
          }) {
            complete()
          }
        }
        let all = [self, other].map { _EffectPublisher($0).subscribe(receive, end) }
        return AnyCancellable { all.forEach { $0.cancel() } }
      }
    }
  }

  public static func concatenate(_ effects: Self...) -> Self {
    guard let first = effects.first else { return .none }
    return effects.dropFirst().reduce(first) { $0.followed(by: $1) }
  }

  private func followed(by next: Self) -> Self {
    .publisher { receive, complete in
      let current = LockIsolated<AnyCancellable?>(nil)
      let isOver = LockIsolated(false)
      let first = _EffectPublisher(self).subscribe(receive) {
        if isOver.value { return }
        isOver.setValue(true)
        current.setValue(_EffectPublisher(next).subscribe(receive, complete))
      }
      if !isOver.value { current.setValue(first) }
      return AnyCancellable {
        isOver.setValue(true)
        current.value?.cancel()
      }
    }
  }

  func map<NewAction>(_ transform: @escaping (Action) -> NewAction) -> Effect<NewAction> {
    let transform = UncheckedSendable(transform)
    switch operation {
    case .none: return .none
    case .publisher(let publisher):
      return .publisher { receive, complete in
        publisher.subscribe({ receive(transform.value($0)) }, complete)
      }
    case .run(let name, let priority, let operation):
      return Effect<NewAction>(
        operation: .run(name: name, priority: priority) { send in
          await operation(Send { send(transform.value($0)) })
        })
    }
  }
}

/// Sends actions of an effect.
@MainActor
public struct Send<Action>: Sendable {
  private let send: @MainActor @Sendable (Action) -> Void

  public nonisolated init(send: @escaping @MainActor @Sendable (Action) -> Void) {
    self.send = send
  }

  public func callAsFunction(_ action: Action) {
    if !Task.isCancelled { send(action) }
  }
}

/// The actions of an effect as a publisher, which starts the effect.
public struct _EffectPublisher<Action>: Publisher {
  public typealias Output = Action
  public typealias Failure = Never

  private let effect: Effect<Action>

  public init(_ effect: Effect<Action>) { self.effect = effect }

  public func subscribe(
    _ receiveValue: @escaping (Action) -> Void, _ complete: @escaping () -> Void
  ) -> AnyCancellable {
    switch effect.operation {
    case .none:
      complete()
      return AnyCancellable {}
    case .publisher(let publisher): return publisher.subscribe(receiveValue, complete)
    case .run(_, let priority, let operation):
      let (receive, end) = (UncheckedSendable(receiveValue), UncheckedSendable(complete))
      let task = Task(priority: priority) { @MainActor in
        await operation(Send { receive.value($0) })
        end.value()
      }
      return AnyCancellable { task.cancel() }
    }
  }
}
