import FocusedTestStore
import Foundation

/// A character of a film, and the dates on which it was seen.
struct FilmCharacter: Equatable, Identifiable, Sendable {
  let id: Int
  var name: String
  var seenOn: [Date] = []
}

/// The database of the characters. Its context belongs to the main actor, like that of many databases.
struct CharacterDatabase: Sendable {
  var fetch: @MainActor @Sendable (_ name: String) throws -> [FilmCharacter]
}

extension CharacterDatabase: TestDependencyKey {
  static let testValue = CharacterDatabase(
    fetch: unimplemented("CharacterDatabase.fetch"))
}

extension DependencyValues {
  var characterDatabase: CharacterDatabase {
    get { self[CharacterDatabase.self] }
    set { self[CharacterDatabase.self] = newValue }
  }
}

extension FilmCharacter {
  static let ripley = FilmCharacter(id: 1, name: "Ripley")
}
