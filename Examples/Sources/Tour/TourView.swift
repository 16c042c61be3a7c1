#if canImport(SwiftUI)
  import AgeGuess
  import CharacterSearch
  import Core
  import Home
  import Profile
  import SignIn
  import SwiftUI

  /// The five features as one app: a tab per screen, after signing in.
  public struct TourView: View {
    private let store: StoreOf<Tour>

    public init(store: StoreOf<Tour>) {
      self.store = store
    }

    public var body: some View {
      SessionView(store: store.scope(state: \.session, action: { .session($0) })) { signedIn in
        TabView(selection: store.binding(\.screen, send: { $0.map { .opened($0) } ?? .closed })) {
          List { SignedInView(store: signedIn) }
            .tabItem { Label("Session", systemImage: "person") }
            .tag(Tour.Screen?.none)
          NavigationStack {
            ProfileView(store: store.scope(state: \.profile, action: { .profile($0) }))
          }
          .tabItem { Label("Profile", systemImage: "face.smiling") }
          .tag(Tour.Screen?.some(.profile))
          NavigationStack {
            HomeView(store: store.scope(state: \.home, action: { .home($0) }))
          }
          .tabItem { Label("Dates", systemImage: "calendar") }
          .tag(Tour.Screen?.some(.home))
          NavigationStack {
            CharacterSearchView(
              store: store.scope(state: \.characterSearch, action: { .characterSearch($0) }))
          }
          .tabItem { Label("Characters", systemImage: "film") }
          .tag(Tour.Screen?.some(.characterSearch))
          AgeGuessesView(store: store.scope(state: \.ageGuesses, action: { .ageGuesses($0) }))
            .tabItem { Label("Ages", systemImage: "birthday.cake") }
            .tag(Tour.Screen?.some(.ageGuesses))
        }
      }
    }
  }
#endif
