import FocusedTestStore

/// Uses a test store outside any test: the issue is printed to standard error, and the process fails.
@main struct Script {
  static func main() async {
    let store = TestStore<Int, Int>(.off, initialState: 0) {
      Reduce { state, action in
        state += action
        return .none
      }
    }
    await store.send(1) { $0 = CommandLine.arguments.contains("wrong") ? 2 : 1 }
    print("The script has run.")
  }
}
