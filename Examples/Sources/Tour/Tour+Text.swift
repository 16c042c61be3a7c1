import AgeGuess
import CharacterSearch
import Foundation
import Home
import Profile
import SignIn

extension Tour.State {
  /// The screen as lines of text.
  public var text: String {
    switch session {
    case .signedOut(let signIn): return signIn.text
    case .signedIn(let session):
      switch screen {
      case nil: return menu(of: session)
      case .profile: return profile.text
      case .home: return home.text
      case .characterSearch: return characterSearch.text
      case .ageGuesses: return ageGuesses.text
      }
    }
  }

  private func menu(of session: SignedIn.State) -> String {
    """
    Hello, \(session.user.name)! You have been here for \(session.minutes) min.

    1  Profile
    2  Dates
    3  Characters
    4  Ages

    [1–4] open   [o] sign out   [q] quit
    """
  }
}

extension SignIn.State {
  fileprivate var text: String {
    let note = isSigningIn ? "Signing in …" : isRejected ? "No one of that name is known." : ""
    return """
      Who are you? \(name)▏
      \(note)
      [enter] sign in
      """
  }
}

extension Profile.State {
  fileprivate var text: String {
    """
    \(name), \(age) years old, mood \(mood)

    [+] older   [m] merrier   [a] both, in a second   [esc] back
    """
  }
}

extension Home.State {
  fileprivate var text: String {
    if let addDate {
      return """
        Add \(addDate.date.day)

        [-] [+] another day   [enter] save   [esc] cancel
        """
    }
    let list = dates.isEmpty ? "No dates yet." : dates.map(\.date.day).joined(separator: "\n")
    return """
      \(hasFailed ? "The file cannot be read or written." : list)

      [a] add   [d] delete the last   [esc] back
      """
  }
}

extension CharacterSearch.State {
  fileprivate var text: String {
    let result =
      hasFailed
      ? "The search has failed."
      : isSearching ? "Searching …" : characters.map(\.name).joined(separator: "\n")
    return """
      Find: \(query)▏
      \(result)
      [esc] back
      """
  }
}

extension AgeGuesses.State {
  fileprivate var text: String {
    switch path.last {
    case .guess(let guess):
      let result =
        guess.isGuessing
        ? "Guessing …"
        : guess.failure != nil ? "No guess." : guess.age.map { "\($0) years old" } ?? ""
      return """
        Whose age? \(guess.name)▏
        \(result)
        [enter] guess   [esc] back
        """
    case .help:
      return """
        A service guesses the age that goes with a name. It has its favorites.

        [esc] back
        """
    case nil:
      let list = ages.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      return """
        \(list.isEmpty ? "No guesses yet." : list.joined(separator: "\n"))

        [g] guess   [?] help   [esc] back
        """
    }
  }
}

extension Date {
  fileprivate var day: String { formatted(.iso8601.year().month().day()) }
}
