#if canImport(Combine)
  import Combine
#else
  import OpenCombineShim
#endif
import ComposableArchitecture

/// The work of a TCA effect, which TCA itself shows to nobody else.
///
/// An effect is reinterpreted as an enum with the same cases and payloads. Each effect is checked before: by its size, and by
/// the names and types that its mirror shows. If they differ, nothing is reinterpreted.
enum EffectReading<Action> {
  case none
  case publisher
  case run(
    name: String?, priority: TaskPriority?,
    operation: @Sendable (ComposableArchitecture.Send<Action>) async -> Void)
  case unknown

  /// The same cases and payloads as those of the enum that TCA 1.25 stores in an effect.
  private enum Layout {
    case none
    case publisher(AnyPublisher<Action, Never>)
    case run(
      name: String?, priority: TaskPriority?,
      operation: @Sendable (ComposableArchitecture.Send<Action>) async -> Void)
  }

  private typealias RunPayload = (
    name: String?, priority: TaskPriority?,
    operation: @Sendable (ComposableArchitecture.Send<Action>) async -> Void
  )

  init(_ effect: ComposableArchitecture.Effect<Action>) {
    guard let name = Self.caseName(of: effect),
      MemoryLayout<ComposableArchitecture.Effect<Action>>.size == MemoryLayout<Layout>.size,
      MemoryLayout<ComposableArchitecture.Effect<Action>>.stride == MemoryLayout<Layout>.stride
    else {
      self = .unknown
      return
    }
    switch (name, unsafeBitCast(effect, to: Layout.self)) {
    case ("none", .none): self = .none
    case ("publisher", .publisher): self = .publisher
    case ("run", .run(let name, let priority, let operation)):
      self = .run(name: name, priority: priority, operation: operation)
    default: self = .unknown
    }
  }

  /// The name of the effect's case, if the case and its payload are known.
  private static func caseName(of effect: ComposableArchitecture.Effect<Action>) -> String? {
    let parts = Mirror(reflecting: effect).children
    guard parts.count == 1, let operation = parts.first?.value else { return nil }
    let mirror = Mirror(reflecting: operation)
    guard mirror.displayStyle == .enum else { return nil }
    guard let payload = mirror.children.first else {
      return "\(operation)" == "none" ? "none" : nil
    }
    switch payload.label {
    case "publisher" where payload.value is AnyPublisher<Action, Never>: return "publisher"
    case "run" where type(of: payload.value) == RunPayload.self: return "run"
    default: return nil
    }
  }
}
