/// A line on the terminal that says how far the work is, once it takes longer than a second.
package struct ProgressLine {
  private let console: Console
  private let start: Duration
  private var shown: Duration?

  package init(_ console: Console) {
    self.console = console
    start = console.now()
  }

  /// Shows the text in place of the last one, at most ten times a second.
  package mutating func show(_ text: String) {
    guard console.showsProgress else { return }
    let now = console.now()
    guard now - start > .seconds(1), shown.map({ now - $0 >= .milliseconds(100) }) ?? true else {
      return
    }
    shown = now
    console.noteText("\r\u{1B}[K" + text)
  }

  /// Removes the line.
  package mutating func end() {
    if shown != nil { console.noteText("\r\u{1B}[K") }
    shown = nil
  }
}
