import FocusedTestStore
import Foundation

/// Somebody in a film, and the dates on which we saw them.
struct FilmCharacter: Equatable, Identifiable, Sendable {
  let id: Int
  var name: String
  var seenOn: [Date] = []
}

/// Where characters are kept. Its context belongs to the main actor, as those of databases often do.
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
