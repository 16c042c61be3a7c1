/// The identity of one alert or dialog, which equality leaves out: an alert that takes the place of
/// another one stays, though both say the same.
package struct DialogIdentity: Hashable, Sendable {
  package let object = Identity()

  package static func == (lhs: DialogIdentity, rhs: DialogIdentity) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}

/// An alert or a dialog.
package protocol DialogState: _EphemeralState {
  var identity: DialogIdentity { get }
}

extension Store where State: DialogState {
  /// Dismisses a dialog, unless it has gone or another one has taken its place.
  package func dismiss<DialogAction>(_ identity: DialogIdentity)
  where Action == PresentationAction<DialogAction> {
    if backing.isStateThere, backing.state.identity.object == identity.object { send(.dismiss) }
  }
}
