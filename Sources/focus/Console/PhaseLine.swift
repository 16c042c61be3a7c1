/// A line on the terminal that says what the tool is doing.
struct PhaseLine {
  private let console: Console
  private var isShown = false

  init(_ console: Console) { self.console = console }

  mutating func show(_ text: String) {
    guard console.showsProgress else { return }
    console.noteText("\r\u{1B}[K" + text)
    isShown = true
  }

  mutating func end() {
    if isShown { console.noteText("\r\u{1B}[K") }
    isShown = false
  }
}
