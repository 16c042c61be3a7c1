/// An action of a feature that its parent presents, or the end of the presentation.
///
/// ```swift
/// case .editor(.presented(.delegate(.saved(let text)))):
///   state.text = text
///   return .none
/// case .editor(.dismiss):
///   return .none
/// ```
public enum PresentationAction<Action> {
  /// An action of the presented feature.
  case presented(Action)
  /// The feature is dismissed, by itself or by the user. Its state is still there when the parent
  /// reduces this action, and is then set to `nil`.
  case dismiss
}

extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
extension PresentationAction: Sendable where Action: Sendable {}
extension PresentationAction: Encodable where Action: Encodable {}
extension PresentationAction: Decodable where Action: Decodable {}

/// The actions of a presented feature, as its parent has them: `case editor(PresentationActionOf<Editor>)`.
public typealias PresentationActionOf<R: Reducer> = PresentationAction<R.Action>

extension PresentationAction: PartsProviding {
  var parts: [Part] {
    switch self {
    case .presented(let action): [Part(action)]
    case .dismiss: []
    }
  }
}
