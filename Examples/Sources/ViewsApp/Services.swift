#if canImport(SwiftUI)
  import AgeGuess
  import CharacterSearch
  import Core
  import Foundation
  import Home
  import SignIn

  extension DependencyValues {
    /// Sets a database in a file, and fakes of the services, which answer after a delay.
    mutating func useServices() {
      let documents = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
      dateDatabase = .file(at: documents.appendingPathComponent("dates.json"))
      account = AccountClient(
        signIn: { name in
          try await Task.sleep(for: .milliseconds(300))
          guard !name.isEmpty else { throw Unknown() }
          return User(name: name)
        },
        signOut: {})
      characterClient = CharacterClient { query in
        try await Task.sleep(for: .milliseconds(200))
        return characters.enumerated()
          .filter { $0.element.localizedCaseInsensitiveContains(query) }
          .map { FilmCharacter(id: $0.offset, name: $0.element) }
      }
      ageGuessClient = AgeGuessClient(
        guess: { name in
          try await Task.sleep(for: .milliseconds(400))
          guard !name.isEmpty else { throw Unknown() }
          return 20 + name.unicodeScalars.reduce(0) { ($0 + Int($1.value)) % 60 }
        },
        correct: { _, _ in })
    }
  }

  private struct Unknown: Error {}

  private let characters = [
    "Ellen Ripley", "Rick Deckard", "Sarah Connor", "Marty McFly", "Indiana Jones",
    "Amélie Poulain", "Vito Corleone", "Leeloo", "Totoro", "Furiosa",
  ]
#endif
