import Core

/// A character of a film.
public struct FilmCharacter: Equatable, Identifiable, Sendable {
  public let id: Int
  public var name: String

  public init(id: Int, name: String) {
    self.id = id
    self.name = name
  }
}

/// A service that finds characters by a part of their name.
public struct CharacterClient: Sendable {
  public var find: @Sendable (_ query: String) async throws -> [FilmCharacter]

  public init(find: @escaping @Sendable (_ query: String) async throws -> [FilmCharacter]) {
    self.find = find
  }
}

extension CharacterClient: TestDependencyKey {
  public static let testValue = CharacterClient(find: unimplemented("CharacterClient.find"))
}

extension DependencyValues {
  public var characterClient: CharacterClient {
    get { self[CharacterClient.self] }
    set { self[CharacterClient.self] = newValue }
  }
}
