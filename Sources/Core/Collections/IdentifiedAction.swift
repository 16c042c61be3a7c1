/// An action of one element of an identified array.
///
/// ```swift
/// enum Action {
///   case rows(IdentifiedAction<Row.State.ID, Row.Action>)
/// }
/// ```
///
/// A view sends `.rows(.element(id: 3, action: .tapped))`.
public enum IdentifiedAction<ID: Hashable & Sendable, Action> {
  /// An action of the element with an id.
  case element(id: ID, action: Action)
}

extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}
extension IdentifiedAction: Sendable where Action: Sendable {}
extension IdentifiedAction: Encodable where ID: Encodable, Action: Encodable {}
extension IdentifiedAction: Decodable where ID: Decodable, Action: Decodable {}
