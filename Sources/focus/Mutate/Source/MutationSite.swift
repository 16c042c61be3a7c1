import SourceReading

/// A possible fault at a location in a source, and the switch that causes it.
///
/// Ranges are ranges of bytes. The switch adds no lines, so that all line numbers stay.
package struct MutationSite: Hashable, Sendable {
  package let `operator`: MutationOperator

  /// The edit that a person would have to make.
  package let range: Range<Int>
  package let replacement: String

  /// The edits that add the switch. `@` stands for the number of the fault.
  let edits: [SourceEdit]

  /// The first bytes of the code that the switch's edits touch.
  package var places: [Int] {
    edits.map { $0.kind == .close ? $0.range.lowerBound - 1 : $0.range.lowerBound }
  }
}

extension MutationSite {
  /// Creates a switch around the bytes that the fault replaces.
  init(
    _ fault: MutationOperator, around range: Range<Int>, replacement: String = "",
    _ opening: String, _ closing: String
  ) {
    self.init(
      operator: fault, range: range, replacement: replacement,
      edits: [.open(at: range.lowerBound, opening), .close(at: range.upperBound, closing)])
  }
}

extension SwiftSource {
  /// The source with switches at some locations.
  ///
  /// - Parameters:
  ///   - sites: The sites, each with the number of its fault.
  ///   - switches: The functions that the switches call, if this file must declare them.
  package func text(
    switching sites: [(number: Int, site: MutationSite)], adding switches: MutationSwitches? = nil
  ) -> EditedSource {
    EditedSource(
      self,
      sites.map { number, site in
        site.edits.map { edit in
          var edit = edit
          edit.text = edit.text.replacing("@", with: "\(number)")
          return edit
        }
      }, imports: switches?.imports ?? "", code: switches?.code ?? "")
  }
}
