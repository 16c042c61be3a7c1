import ConcurrencyExtras
import Dependencies
import OpenCombineShim
import Testing

/// The place of a feature among presented features. Cancellation IDs are valid below it.
struct NavigationIDPath: Hashable, Sendable {
  var ids: [AnyID] = []

  struct AnyID: Hashable, @unchecked Sendable {
    let id: AnyHashable
  }

  var prefixes: [NavigationIDPath] {
    (0...ids.count).map { NavigationIDPath(ids: Array(ids.prefix($0))) }
  }

  func appending(_ id: AnyHashable) -> Self { Self(ids: ids + [AnyID(id: id)]) }
}

private enum NavigationIDPathKey: TestDependencyKey {
  static let testValue = NavigationIDPath()
}

extension DependencyValues {
  var navigationIDPath: NavigationIDPath {
    get { self[NavigationIDPathKey.self] }
    set { self[NavigationIDPathKey.self] = newValue }
  }
}

private struct CancelID: Hashable {
  let id: AnyHashable
  let path: NavigationIDPath
  /// Tests that run at the same time have separate IDs.
  let test = Test.current?.id
}

private let running = LockIsolated<[CancelID: [AnyCancellable]]>([:])

private func cancel(_ id: AnyHashable, at path: NavigationIDPath) {
  let cancelled = running.withValue { $0.removeValue(forKey: CancelID(id: id, path: path)) } ?? []
  for cancellable in cancelled { cancellable.cancel() }
}

private func register(_ cancellable: AnyCancellable, _ id: AnyHashable, at path: NavigationIDPath) {
  running.withValue { running in
    for prefix in path.prefixes {
      running[CancelID(id: id, path: prefix), default: []].append(cancellable)
    }
  }
}

private func unregister(
  _ cancellable: AnyCancellable, _ id: AnyHashable, at path: NavigationIDPath
) {
  running.withValue { running in
    for prefix in path.prefixes {
      running[CancelID(id: id, path: prefix)]?.removeAll { $0 === cancellable }
    }
  }
}

extension Effect {
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    let dependencies = DependencyValues._current
    switch operation {
    case .none: return .none
    case .run(let name, let priority, let operation):
      return Self(
        operation: .run(name: name, priority: priority) { send in
          await DependencyValues.$_current.withValue(dependencies) {
            await withTaskCancellation(id: id, cancelInFlight: cancelInFlight) {
              await operation(send)
            }
          }
        })
    case .publisher(let publisher):
      let path = dependencies.navigationIDPath
      return .publisher { receive, complete in
        if cancelInFlight { ComposableArchitecture.cancel(id, at: path) }
        let isOver = LockIsolated(false)
        let base = LockIsolated<AnyCancellable?>(nil)
        let own = AnyCancellable {
          if isOver.withValue({
            let was = $0; $0 = true; return was
          }) {
            return
          }
          base.value?.cancel()
          complete()
        }
        register(own, id, at: path)
        let subscription = publisher.subscribe(
          { if !isOver.value { receive($0) } },
          {
            unregister(own, id, at: path)
            if isOver.withValue({
              let was = $0; $0 = true; return was
            }) {
              return
            }
            complete()
          })
        base.setValue(subscription)
        return AnyCancellable { own.cancel() }
      }
    }
  }

  public static func cancel(id: some Hashable & Sendable) -> Self {
    let path = DependencyValues._current.navigationIDPath
    return .publisher { _, complete in
      ComposableArchitecture.cancel(id, at: path)
      complete()
      return AnyCancellable {}
    }
  }
}

public func withTaskCancellation<T: Sendable>(
  id: some Hashable & Sendable, cancelInFlight: Bool = false,
  operation: @escaping @Sendable () async -> T
) async -> T {
  let path = DependencyValues._current.navigationIDPath
  if cancelInFlight { cancel(id, at: path) }
  let task = Task { await operation() }
  let cancellable = AnyCancellable { task.cancel() }
  register(cancellable, id, at: path)
  defer { unregister(cancellable, id, at: path) }
  return await withTaskCancellationHandler {
    await task.value
  } onCancel: {
    task.cancel()
  }
}

extension Task<Never, Never> {
  public static func cancel(id: some Hashable & Sendable) {
    ComposableArchitecture.cancel(id, at: DependencyValues._current.navigationIDPath)
  }
}
