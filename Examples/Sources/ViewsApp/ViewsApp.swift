#if canImport(SwiftUI)
  import AgeGuess
  import CharacterSearch
  import Core
  import Home
  import Profile
  import SignIn
  import SwiftUI

  /// The views of the five features: a tab per screen, after signing in. Each screen has its own store.
  @main
  struct ViewsApp: App {
    private let session = Store(initialState: Session.State.signedOut(SignIn.State())) {
      Session()
    } withDependencies: {
      $0.useServices()
    }
    private let profile = Store(initialState: Profile.State()) { Profile() }
    private let home = Store(initialState: Home.State()) {
      Home()
    } withDependencies: {
      $0.useServices()
    }
    private let characterSearch = Store(initialState: CharacterSearch.State()) {
      CharacterSearch()
    } withDependencies: {
      $0.useServices()
    }
    private let ageGuesses = Store(initialState: AgeGuesses.State()) {
      AgeGuesses()
    } withDependencies: {
      $0.useServices()
    }

    var body: some Scene {
      WindowGroup {
        SessionView(store: session) { signedIn in
          TabView {
            List { SignedInView(store: signedIn) }
              .tabItem { Label("Session", systemImage: "person") }
            NavigationStack { ProfileView(store: profile) }
              .tabItem { Label("Profile", systemImage: "face.smiling") }
            NavigationStack { HomeView(store: home) }
              .tabItem { Label("Dates", systemImage: "calendar") }
            NavigationStack { CharacterSearchView(store: characterSearch) }
              .tabItem { Label("Characters", systemImage: "film") }
            AgeGuessesView(store: ageGuesses)
              .tabItem { Label("Ages", systemImage: "birthday.cake") }
          }
        }
      }
    }
  }
#else
  @main
  enum ViewsApp {
    static func main() {
      print("The views need SwiftUI.")
    }
  }
#endif
