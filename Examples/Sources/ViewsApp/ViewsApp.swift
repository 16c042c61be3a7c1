#if canImport(SwiftUI)
  import Core
  import Foundation
  import SwiftUI
  import Tour

  /// The tour in a window.
  @main
  struct ViewsApp: App {
    private let store = Store(initialState: Tour.State()) {
      Tour()
    } withDependencies: {
      let documents = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
      $0.useClients(dates: documents.appendingPathComponent("dates.json"))
    }

    var body: some Scene {
      WindowGroup {
        TourView(store: store)
      }
    }
  }
#else
  @main
  enum ViewsApp {
    static func main() {
      print("The views need SwiftUI. `swift run TourApp` shows the features in a terminal.")
    }
  }
#endif
