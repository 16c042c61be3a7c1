import AgeGuess
import FocusedTestStore
import Profile
import SignIn
import Testing
import Tour

/// Screens with numbers and texts of each size.
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
      expectKeys(state)
      #expect(state.text.hasPrefix(", \(number) years old, mood 5\n"))
      state.profile.age = 5
      state.profile.mood = number
      expectKeys(state)
      #expect(state.text.hasPrefix(", 5 years old, mood \(number)\n"))
      state = signedIn(nil)
      state.session = .signedIn(SignedIn.State(user: User(name: "Z"), minutes: number))
      #expect(state.text.hasPrefix("Hello, Z! You have been here for \(number) min.\n"))
    }
    for text in texts {
      var state = Tour.State(session: .signedOut(SignIn.State(name: text)))
      expectKeys(state)
      #expect(state.text.hasPrefix("Who are you? \(text)▏\n"))
      state = signedIn(.characterSearch)
      state.characterSearch.query = text
      expectKeys(state)
      #expect(state.text.hasPrefix("Find: \(text)▏\n"))
      state = signedIn(.ageGuesses)
      state.ageGuesses.path = StackState([.help, .guess(AgeGuess.State(name: text))])
      expectKeys(state)
      #expect(state.text.hasPrefix("Whose age? \(text)▏\n"))
      state.profile.name = text
      state.screen = .profile
      #expect(state.text.hasPrefix("\(text), 33 years old"))
    }
  }
}
