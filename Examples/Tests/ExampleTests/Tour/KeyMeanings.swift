import AgeGuess
import Foundation
import Home
import Profile
import SignIn
import Testing
import Tour

private let allKeys: [Key] =
  [.enter, .escape, .backspace] + "1234567890aAdDgGmMoOqQ+-?! xé👩‍👩‍👧<".map(Key.character)

/// Asserts the action of each key in a state.
func expectKeys(_ state: Tour.State, sourceLocation: SourceLocation = #_sourceLocation) {
  let others = allKeys.filter { state.action(for: $0) != meaning(of: $0, in: state) }
  #expect(others == [], sourceLocation: sourceLocation)
}

/// The expected action of a key, independent of the app's code.
private func meaning(of key: Key, in state: Tour.State) -> Tour.Action? {
  let letter: Character? = if case .character(let character) = key { character } else { nil }
  func typed(_ text: String) -> String? {
    if let letter { return text + [letter] }
    return key == .backspace ? String(text.dropLast()) : nil
  }
  if case .signedOut(let signIn) = state.session {
    if key == .enter { return .session(.signedOut(.signInTapped)) }
    return typed(signIn.name).map { .session(.signedOut(.nameChanged($0))) }
  }
  switch state.screen {
  case nil:
    let menu: [Character: Tour.Action] = [
      "1": .opened(.profile), "2": .opened(.home), "3": .opened(.characterSearch),
      "4": .opened(.ageGuesses), "o": .session(.signedIn(.signOutTapped)),
    ]
    return letter.flatMap { menu[$0] }
  case .profile:
    if key == .escape { return .closed }
    let (age, mood) = (state.profile.age, state.profile.mood)
    switch letter {
    case "+": return age == .max ? nil : .profile(.changeAge(age + 1))
    case "m": return mood == .max ? nil : .profile(.changeMood(mood + 1))
    case "a": return max(age, mood) == .max ? nil : .profile(.advanceAgeAndMoodAfterDelay)
    default: return nil
    }
  case .home:
    if let date = state.home.addDate?.date {
      if key == .enter { return .home(.addDate(.presented(.saveTapped))) }
      if key == .escape { return .home(.addDate(.presented(.cancelTapped))) }
      guard letter == "+" || letter == "-" else { return nil }
      let other = date.addingTimeInterval(letter == "+" ? 86_400 : -86_400)
      return .home(.addDate(.presented(.dateChanged(other))))
    }
    if key == .escape { return .closed }
    if letter == "a" { return .home(.addTapped) }
    guard letter == "d", let last = state.home.dates.last else { return nil }
    return .home(.removeTapped(last.id))
  case .characterSearch:
    if key == .escape { return .closed }
    return typed(state.characterSearch.query).map { .characterSearch(.queryChanged($0)) }
  case .ageGuesses:
    guard let id = state.ageGuesses.path.ids.last, let top = state.ageGuesses.path.last else {
      if key == .escape { return .closed }
      if letter == "g" { return .ageGuesses(.newGuessTapped) }
      return letter == "?" ? .ageGuesses(.helpTapped) : nil
    }
    if key == .escape { return .ageGuesses(.path(.popFrom(id: id))) }
    guard case .guess(let guess) = top else { return nil }
    let action: AgeGuess.Action? =
      key == .enter ? .guessTapped : typed(guess.name).map { .nameChanged($0) }
    return action.map { .ageGuesses(.path(.element(id: id, action: .guess($0)))) }
  }
}
