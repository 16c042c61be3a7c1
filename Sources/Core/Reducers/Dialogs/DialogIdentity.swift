/// The identity of one alert or dialog, which equality leaves out: an alert that takes the place of
/// another one stays, though both say the same.
package final class DialogIdentity: Hashable, Sendable {
  package static func == (lhs: DialogIdentity, rhs: DialogIdentity) -> Bool { lhs === rhs }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// An alert or a dialog.
package protocol DialogState: _EphemeralState {
  var identity: DialogIdentity { get }
}
