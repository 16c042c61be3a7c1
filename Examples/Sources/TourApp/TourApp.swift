import Core
import Foundation
import Observation
import Tour

/// The tour in a terminal, controlled by the keyboard or by a script.
@main
@MainActor
struct TourApp {
  private static let help = """
    swift run TourApp [--script KEYS] [--dates FILE]

      --script KEYS  Presses these keys: Marie<enter><until Hello>1+<esc>
                     The screen is printed at each <until TEXT>, once it shows the text,
                     and at the end.
      --dates FILE   The file of the dates, by default dates.json.
    """

  let store: StoreOf<Tour>

  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let areValid = stride(from: 0, to: arguments.count, by: 2).allSatisfy { index in
      ["--script", "--dates"].contains(arguments[index]) && index + 1 < arguments.count
    }
    guard areValid else {
      print(help)
      exit(arguments == ["--help"] ? 0 : 2)
    }
    let file = value(of: "--dates", in: arguments) ?? "dates.json"
    let app = TourApp(
      store: Store(initialState: Tour.State()) {
        Tour()
      } withDependencies: {
        $0.useClients(dates: URL(fileURLWithPath: file))
      })
    guard let script = value(of: "--script", in: arguments) else {
      return await app.runInTerminal()
    }
    do {
      try await app.run(Script(script))
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(2)
    }
  }

  private static func value(of option: String, in arguments: [String]) -> String? {
    arguments.firstIndex(of: option).flatMap { arguments.dropFirst($0 + 1).first }
  }

  /// Draws the screen after each change, until `q` is pressed in the menu.
  private func runInTerminal() async {
    show()
    await Terminal.withKeys { keys in
      for await key in keys {
        if let action = store.state.action(for: key) {
          store.send(action)
        } else if key == .character("q") {
          break
        }
      }
    }
  }

  private func show() {
    let screen = withObservationTracking {
      store.state.text
    } onChange: {
      Task { @MainActor in show() }
    }
    Terminal.show(screen)
  }

  /// Prints the screen after each wait of the script, and at the end.
  private func run(_ script: Script) async throws {
    for step in script.steps {
      switch step {
      case .press(let key):
        if let action = store.state.action(for: key) { store.send(action) }
      case .until(let text):
        try await shows(text)
        print(store.state.text, "\n")
      }
    }
    print(store.state.text)
  }

  private func shows(_ text: String) async throws {
    let deadline = ContinuousClock.now.advanced(by: .seconds(10))
    while !store.state.text.contains(text) {
      guard ContinuousClock.now < deadline else {
        throw Missing(text: text, screen: store.state.text)
      }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  private struct Missing: Error, CustomStringConvertible {
    let text: String
    let screen: String

    var description: String {
      "Expected the screen to show \(text) within ten seconds. It shows:\n\n\(screen)"
    }
  }
}
