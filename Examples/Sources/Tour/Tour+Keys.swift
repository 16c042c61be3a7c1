import AgeGuess
import Foundation
import Home
import SignIn

extension Tour.State {
  /// The action of a key on the current screen, or `nil` if the key has no action.
  public func action(for key: Key) -> Tour.Action? {
    guard case .signedIn = session else { return signInAction(for: key) }
    switch screen {
    case nil: return menuAction(for: key)
    case .profile: return profileAction(for: key)
    case .home: return homeAction(for: key)
    case .characterSearch: return searchAction(for: key)
    case .ageGuesses: return ageGuessesAction(for: key)
    }
  }

  private func signInAction(for key: Key) -> Tour.Action? {
    guard case .signedOut(let signIn) = session else { return nil }
    if key == .enter { return .session(.signedOut(.signInTapped)) }
    return signIn.name.typing(key).map { .session(.signedOut(.nameChanged($0))) }
  }

  private func menuAction(for key: Key) -> Tour.Action? {
    switch key {
    case .character("1"): .opened(.profile)
    case .character("2"): .opened(.home)
    case .character("3"): .opened(.characterSearch)
    case .character("4"): .opened(.ageGuesses)
    case .character("o"): .session(.signedIn(.signOutTapped))
    default: nil
    }
  }

  private func profileAction(for key: Key) -> Tour.Action? {
    switch key {
    case .character("+") where profile.age < .max: .profile(.changeAge(profile.age + 1))
    case .character("m") where profile.mood < .max: .profile(.changeMood(profile.mood + 1))
    case .character("a") where max(profile.age, profile.mood) < .max:
      .profile(.advanceAgeAndMoodAfterDelay)
    case .escape: .closed
    default: nil
    }
  }

  private func homeAction(for key: Key) -> Tour.Action? {
    if let sheet = home.addDate { return sheetAction(for: key, in: sheet) }
    switch key {
    case .character("a"): return .home(.addTapped)
    case .character("d"): return home.dates.last.map { .home(.removeTapped($0.id)) }
    case .escape: return .closed
    default: return nil
    }
  }

  private func sheetAction(for key: Key, in sheet: AddDate.State) -> Tour.Action? {
    let action: AddDate.Action? =
      switch key {
      case .character("-"): .dateChanged(sheet.date.addingTimeInterval(-secondsOfDay))
      case .character("+"): .dateChanged(sheet.date.addingTimeInterval(secondsOfDay))
      case .enter: .saveTapped
      case .escape: .cancelTapped
      default: nil
      }
    return action.map { .home(.addDate(.presented($0))) }
  }

  private func searchAction(for key: Key) -> Tour.Action? {
    if key == .escape { return .closed }
    return characterSearch.query.typing(key).map { .characterSearch(.queryChanged($0)) }
  }

  private func ageGuessesAction(for key: Key) -> Tour.Action? {
    guard let id = ageGuesses.path.ids.last else {
      switch key {
      case .character("g"): return .ageGuesses(.newGuessTapped)
      case .character("?"): return .ageGuesses(.helpTapped)
      case .escape: return .closed
      default: return nil
      }
    }
    if key == .escape { return .ageGuesses(.path(.popFrom(id: id))) }
    guard let guess = ageGuesses.path[id: id, case: { .guess($0) }] else { return nil }
    if key == .enter { return .ageGuesses(.path(.element(id: id, action: .guess(.guessTapped)))) }
    return guess.name.typing(key).map {
      .ageGuesses(.path(.element(id: id, action: .guess(.nameChanged($0)))))
    }
  }
}

private let secondsOfDay: TimeInterval = 24 * 60 * 60
