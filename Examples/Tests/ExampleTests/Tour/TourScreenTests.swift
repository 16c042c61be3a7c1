import AgeGuess
import CharacterSearch
import FocusedTestStore
import Foundation
import Home
import Profile
import SignIn
import Testing
import Tour

/// The text of each screen in each of its states, and the action of each key.
struct TourScreenTests {
  @Test(arguments: [
    (SignIn.State(), "Who are you? ▏\n\n[enter] sign in"),
    (SignIn.State(name: "Ada"), "Who are you? Ada▏\n\n[enter] sign in"),
    (
      SignIn.State(name: "Ada", isSigningIn: true),
      "Who are you? Ada▏\nSigning in …\n[enter] sign in"
    ),
    (
      SignIn.State(name: "A", isRejected: true),
      "Who are you? A▏\nNo one of that name is known.\n[enter] sign in"
    ),
  ])
  func `signing in`(_ state: SignIn.State, _ text: String) {
    expectScreen(Tour.State(session: .signedOut(state)), text)
    // The previously open screen isn't visible.
    for screen in Tour.Screen.allCases {
      expectScreen(Tour.State(session: .signedOut(state), screen: screen), text)
    }
  }

  @Test(arguments: [("Ada", 0), ("", 1), ("Marie", 75)])
  func menu(_ name: String, _ minutes: Int) {
    let session = SignedIn.State(user: User(name: name), minutes: minutes)
    expectScreen(
      Tour.State(session: .signedIn(session), profile: Profile.State(name: "Other", age: 9)),
      """
      Hello, \(name)! You have been here for \(minutes) min.

      1  Profile
      2  Dates
      3  Characters
      4  Ages

      [1–4] open   [o] sign out   [q] quit
      """)
  }

  @Test(arguments: [
    (Profile.State(name: "Ada"), "Ada, 33 years old, mood 0"),
    (Profile.State(name: "", surname: "Curie", age: 0, mood: -2), ", 0 years old, mood -2"),
    (Profile.State(name: "M", age: -1, mood: 5), "M, -1 years old, mood 5"),
  ])
  func profile(_ profile: Profile.State, _ line: String) {
    var state = signedIn(.profile)
    state.profile = profile
    expectScreen(state, line + "\n\n[+] older   [m] merrier   [a] both, in a second   [esc] back")
  }

  @Test func dates() {
    let keys = "\n\n[a] add   [d] delete the last   [esc] back"
    var state = signedIn(.home)
    expectScreen(state, "No dates yet." + keys)
    state.home.dates = [.second, .first, SavedDate(id: UUID(9), date: .day(31))]
    expectScreen(state, "1970-01-02\n1970-01-01\n1970-01-31" + keys)
    state.home.hasFailed = true
    expectScreen(state, "The file cannot be read or written." + keys)
    state.home.dates = []
    expectScreen(state, "The file cannot be read or written." + keys)
    for hasFailed in [true, false] {
      for (date, text) in [
        (Date.day(1), "1970-01-01"), (.day(0), "1969-12-31"), (.day(60), "1970-03-01"),
      ] {
        state.home.hasFailed = hasFailed
        state.home.addDate = AddDate.State(date: date)
        expectScreen(state, "Add \(text)\n\n[-] [+] another day   [enter] save   [esc] cancel")
      }
    }
  }

  @Test func characters() {
    var state = signedIn(.characterSearch)
    expectScreen(state, "Find: ▏\n\n[esc] back")
    state.characterSearch.query = "ri"
    expectScreen(state, "Find: ri▏\n\n[esc] back")
    state.characterSearch.characters = [
      FilmCharacter(id: 7, name: "Rick"), FilmCharacter(id: 2, name: "Marie"),
    ]
    expectScreen(state, "Find: ri▏\nRick\nMarie\n[esc] back")
    state.characterSearch.isSearching = true
    expectScreen(state, "Find: ri▏\nSearching …\n[esc] back")
    state.characterSearch.isSearching = false
    state.characterSearch.hasFailed = true
    expectScreen(state, "Find: ri▏\nThe search has failed.\n[esc] back")
  }

  @Test func ages() {
    let keys = "\n\n[g] guess   [?] help   [esc] back"
    var state = signedIn(.ageGuesses)
    expectScreen(state, "No guesses yet." + keys)
    state.ageGuesses.ages = ["b": 1, "a": 20, "": 3, "c": 0]
    expectScreen(state, ": 3\na: 20\nb: 1\nc: 0" + keys)
    let guesses: [(AgeGuess.State, String)] = [
      (.init(), "▏\n"), (.init(name: "Ada"), "Ada▏\n"),
      (.init(name: "Ada", age: 0), "Ada▏\n0 years old"),
      (.init(name: "Ada", age: 7, isGuessing: true, failure: .noGuess), "Ada▏\nGuessing …"),
      (.init(name: "Ada", isGuessing: true), "Ada▏\nGuessing …"),
      (.init(name: "Ada", failure: .noGuess), "Ada▏\nNo guess."),
    ]
    for (guess, text) in guesses {
      state.ageGuesses.path = StackState([
        .help, .guess(AgeGuess.State(name: "under")), .guess(guess),
      ])
      expectScreen(state, "Whose age? " + text + "\n[enter] guess   [esc] back")
    }
    state.ageGuesses.path = StackState([.guess(AgeGuess.State(name: "under")), .help])
    expectScreen(
      state, "A service guesses the age that goes with a name. It has its favorites.\n\n[esc] back")
  }

  @Test func `keys act on the open screen`() {
    var state = signedIn(nil)
    state.home.addDate = AddDate.State(date: .day(3))
    state.home.dates = [.first, .second]
    state.characterSearch.query = "né👩‍👩‍👧"
    state.ageGuesses.path = StackState([
      .guess(.init(name: "under")), .help, .guess(.init(name: "top")),
    ])
    for screen in [nil] + Tour.Screen.allCases.map(Optional.some) {
      state.screen = screen
      expectKeys(state)
    }
    state.home.addDate = nil
    state.screen = .home
    expectKeys(state)
    state.ageGuesses.path = StackState([.guess(.init(name: "under")), .help])
    state.screen = .ageGuesses
    expectKeys(state)
  }

  @Test func `scripts are keys and waits`() throws {
    func steps(_ text: String) throws -> [Script.Step] { try Script(text).steps }
    #expect(try steps("") == [])
    #expect(try steps("Aé👩‍👩‍👧 ") == "Aé👩‍👩‍👧 ".map { .press(.character($0)) })
    #expect(
      try steps("<esc><back><enter><enter>") == [
        .press(.escape), .press(.backspace), .press(.enter), .press(.enter),
      ])
    #expect(
      try steps("<until Hello, Marie>1<until x>")
        == [.until("Hello, Marie"), .press(.character("1")), .until("x")])
    #expect(try steps("<until >") == [.until("")])
    #expect(try steps("a<b") == "a<b".map { .press(.character($0)) })
    #expect(try steps("a>") == "a>".map { .press(.character($0)) })
    for name in ["", "tab", "until", "Enter", "escape"] {
      do {
        _ = try Script("ab<\(name)>")
        Issue.record("<\(name)> is no key")
      } catch {
        #expect("\(error)" == "Expected <enter>, <esc>, <back> or <until TEXT>, found <\(name)>.")
      }
    }
  }

  private func signedIn(_ screen: Tour.Screen?) -> Tour.State {
    Tour.State(
      session: .signedIn(SignedIn.State(user: User(name: "Zoe"), minutes: 5)), screen: screen)
  }

  private func expectScreen(
    _ state: Tour.State, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(state.text == text, sourceLocation: sourceLocation)
    expectKeys(state, sourceLocation: sourceLocation)
  }
}
