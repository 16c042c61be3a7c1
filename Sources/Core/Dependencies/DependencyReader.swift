/// The `@Dependency` that reads: its line, and the values it was created with.
package final class DependencyReader: Sendable {
  package enum Form: Sendable {
    case key
    case keyPath
  }

  package let form: Form
  package let callSite: CallSite
  package let captured: DependencyValues

  package init(form: Form, callSite: CallSite, captured: DependencyValues) {
    self.form = form
    self.callSite = callSite
    self.captured = captured
  }
}
