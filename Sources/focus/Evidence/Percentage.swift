/// A share in percent, rounded down to a tenth everywhere, so that a printed share never exceeds
/// the reached one.
package struct Percentage: Hashable, Sendable {
  /// The number next to the share, which is the one that the same share is written as: `1.1` for 33 of 3000.
  package let exact: Double

  /// In tenths of a percent.
  private let tenths: Int

  /// `nil` if the whole is 0.
  package init?(_ part: Int, of whole: Int) {
    if whole == 0 { return nil }
    exact = Double(part * 100) / Double(whole)
    tenths = part * 1000 / whole
  }

  package var rounded: Double { Double(tenths) / 10 }

  /// `94.7`, `95`.
  package var text: String { tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)" }
}
