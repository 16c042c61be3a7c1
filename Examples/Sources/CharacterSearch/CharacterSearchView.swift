#if canImport(SwiftUI)
  import Core
  import SwiftUI

  /// A list of the characters that match a search field.
  public struct CharacterSearchView: View {
    private let store: StoreOf<CharacterSearch>

    public init(store: StoreOf<CharacterSearch>) {
      self.store = store
    }

    public var body: some View {
      List {
        ForEach(store.characters) { character in
          Text(character.name)
        }
      }
      .navigationTitle("Characters")
      .searchable(text: store.binding(\.query, send: { .queryChanged($0) }))
      .overlay {
        if store.isSearching {
          ProgressView()
        } else if store.hasFailed {
          Text("The search failed.")
        }
      }
    }
  }
#endif
