import SourceReading

/// A location in a source with one or several possible faults, and the switch that causes them.
///
/// Ranges are ranges of bytes. The switch adds no lines, so that all line numbers stay.
package struct MutationSite: Hashable, Sendable {
  /// A fault, as the edit that a person would have to make.
  package struct Fault: Hashable, Sendable {
    package let `operator`: MutationOperator
    package let range: Range<Int>
    package let replacement: String
  }

  /// The faults. Their numbers are consecutive.
  package let faults: [Fault]
  /// The edits that add the switch. `@` stands for the number of the first fault.
  let edits: [SourceEdit]

  /// The first bytes of the code that the switch's edits touch.
  package var places: [Int] {
    edits.map { $0.kind == .close ? $0.range.lowerBound - 1 : $0.range.lowerBound }
  }
}

extension MutationSite {
  /// Creates a switch for one fault, which replaces some bytes.
  ///
  /// - Parameter edits: The edits that add the switch.
  init(
    _ fault: MutationOperator, _ range: Range<Int>, replacement: String = "", edits: SourceEdit...
  ) {
    self.init(
      faults: [Fault(operator: fault, range: range, replacement: replacement)], edits: edits)
  }

  /// Creates a switch for one fault around the bytes that the fault replaces.
  init(
    _ fault: MutationOperator, around range: Range<Int>, replacement: String = "",
    _ opening: String, _ closing: String
  ) {
    self.init(
      fault, range, replacement: replacement,
      edits: .open(at: range.lowerBound, opening), .close(at: range.upperBound, closing))
  }
}

extension SwiftSource {
  /// The source with switches at some locations.
  ///
  /// - Parameters:
  ///   - sites: The sites, each with the number of its first fault.
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

/// A kind of fault. The raw value is its name in reports.
package enum MutationOperator: String, CaseIterable, Hashable, Sendable {
  case callRemoved = "call removed"
  case conditionNegated = "condition negated"
  case conditionAlways = "condition always met"
  case conditionNever = "condition never met"
  case termRemoved = "part of condition removed"
  case boundaryMoved = "boundary moved"
  case numberChanged = "number off by one"
}
