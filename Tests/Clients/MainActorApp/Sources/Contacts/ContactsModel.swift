import Core

/// The model of a view of the contacts.
final class ContactsModel {
  let store = Store(initialState: Contacts.State()) { Contacts() }

  /// The starred contacts. They are computed again only when a row changes.
  var starred: [String] { store.select(starredNames) }
}

let rows = StateSelector<Contacts.State, IdentifiedArrayOf<Row.State>>(\.rows)
let starredNames = StateSelector(rows) { $0.filter(\.isStarred).map(\.name) }
