/// A line on the terminal that shows the progress of work.
package struct ProgressLine {
  private let console: Console
  private let isPaced: Bool
  private let start: Duration
  private var shown: Duration?

  /// - Parameter isPaced: Whether the line appears only after a second and changes at most ten times per second.
  ///   Otherwise, it shows each text.
  package init(_ console: Console, isPaced: Bool = true) {
    self.console = console
    self.isPaced = isPaced
    start = console.now()
  }

  /// Replaces the text of the line.
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
