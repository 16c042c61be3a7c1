/// A line on the terminal that shows the progress of the work.
package struct ProgressLine {
  private let console: Console
  private let isPaced: Bool
  private let start: Duration
  private var shown: Duration?

  /// - Parameter isPaced: Whether the line comes after a second only, and changes ten times a second at most.
  ///   A line of phases shows each of them.
  package init(_ console: Console, isPaced: Bool = true) {
    self.console = console
    self.isPaced = isPaced
    start = console.now()
  }

  /// Shows the text in place of the last one.
  package mutating func show(_ text: String) {
    guard console.showsProgress else { return }
    let now = console.now()
    let isDue = now - start > .seconds(1) && shown.map { now - $0 >= .milliseconds(100) } ?? true
    guard isDue || !isPaced else { return }
    shown = now
    console.noteText("\r\u{1B}[K" + text)
  }

  /// Removes the line.
  package mutating func end() {
    if shown != nil { console.noteText("\r\u{1B}[K") }
    shown = nil
  }
}
