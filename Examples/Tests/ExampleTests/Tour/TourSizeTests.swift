import AgeGuess
import CharacterSearch
import FocusedTestStore
import Foundation
import Home
import Profile
import SignIn
import Testing
import Tour

/// Screens with numbers, texts, and lists of each size.
struct TourSizeTests {
  private let numbers = Array(-3...130) + [.min, 1_000, .max - 1, .max]
  private let texts = (0...40).map {
    String("Zoë Ålesund-van der Meer y Ibáñez, née O’Hara".prefix($0))
  }

  private func signedIn(_ screen: Tour.Screen?) -> Tour.State {
    Tour.State(session: .signedIn(SignedIn.State(user: User(name: "Zoe"))), screen: screen)
  }

  @Test func `keys add one to each number, and a letter to each text`() {
    for number in numbers {
      var state = signedIn(.profile)
      state.profile.age = number
      state.profile.mood = 5
      keysMean(state)
      #expect(state.text.hasPrefix(", \(number) years old, mood 5\n"))
      state.profile.age = 5
      state.profile.mood = number
      keysMean(state)
      #expect(state.text.hasPrefix(", 5 years old, mood \(number)\n"))
      state = signedIn(nil)
      state.session = .signedIn(SignedIn.State(user: User(name: "Z"), minutes: number))
      #expect(state.text.hasPrefix("Hello, Z! You have been here for \(number) min.\n"))
    }
    for text in texts {
      var state = Tour.State(session: .signedOut(SignIn.State(name: text)))
      keysMean(state)
      #expect(state.text.hasPrefix("Who are you? \(text)▏\n"))
      state = signedIn(.characterSearch)
      state.characterSearch.query = text
      keysMean(state)
      #expect(state.text.hasPrefix("Find: \(text)▏\n"))
      state = signedIn(.ageGuesses)
      state.ageGuesses.path = StackState([.help, .guess(AgeGuess.State(name: text))])
      keysMean(state)
      #expect(state.text.hasPrefix("Whose age? \(text)▏\n"))
      state.profile.name = text
      state.screen = .profile
      #expect(state.text.hasPrefix("\(text), 33 years old"))
    }
  }

  @Test func `lists have a line for each`() {
    for count in 1...40 {
      let names = (0..<count).map { "n\(100 + $0)" }
      var state = signedIn(.characterSearch)
      state.characterSearch.characters = IdentifiedArray(
        uniqueElements: names.enumerated().map { FilmCharacter(id: -$0, name: $1) })
      #expect(state.text == "Find: ▏\n" + names.joined(separator: "\n") + "\n[esc] back")
      state.screen = .ageGuesses
      state.ageGuesses.ages = Dictionary(uniqueKeysWithValues: names.map { ($0, $0.count) })
      #expect(state.text.hasPrefix(names.map { "\($0): 4\n" }.joined() + "\n[g]"))
      state.screen = .home
      state.home.dates = IdentifiedArray(
        uniqueElements: names.indices.map {
          SavedDate(id: UUID($0), date: .day(1 + $0 * 7 % 31))
        })
      let days = names.indices.map { index in
        let number = 1 + index * 7 % 31
        return "1970-01-\(number < 10 ? "0" : "")\(number)\n"
      }
      #expect(state.text.hasPrefix(days.joined() + "\n[a]"))
      keysMean(state)
    }
  }

  @Test func `keys move the date by a day`() {
    for number in -400...400 {
      var state = signedIn(.home)
      state.home.addDate = AddDate.State(date: .day(number).addingTimeInterval(86_399.5))
      keysMean(state)
    }
  }
}
