import Foundation

/// The content of one line of a ledger's file.
package enum LedgerLine: Hashable, Sendable {
  case header(version: Int, run: LedgerRun)
  case fact(LedgerFact)
  case vacuous(VacuousAssertion)

  /// Parses a line without its line feed, or returns `nil` if it is damaged or not part of a ledger.
  package init?(_ data: Data) {
    guard let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else {
      return nil
    }
    if let version = object["ledger"] {
      guard let version = version as? Int, let run = LedgerRun(object) else { return nil }
      self = .header(version: version, run: run)
    } else if let assertion = VacuousAssertion(object) {
      self = .vacuous(assertion)
    } else if let fact = LedgerFact(object) {
      self = .fact(fact)
    } else {
      return nil
    }
  }
}

extension LedgerRun {
  fileprivate init?(_ header: [String: Any]) {
    guard let id = header["run"] else {
      self.init(id: nil)
      return
    }
    guard let id = id as? String, LedgerFormat.isRun(id) else { return nil }
    self.init(
      id: id, number: header["number"] as? Int ?? 1, start: header["start"] as? String ?? "")
  }
}

extension LedgerFact {
  fileprivate init?(_ object: [String: Any]) {
    guard
      let feature = object["feature"] as? String,
      let action = object["action"] as? String,
      let kind = (object["outcome"] as? String).flatMap(Behavior.Kind.init),
      let outcome = Behavior.Outcome(kind: kind, name: object["name"] as? String),
      let mark = (object["mark"] as? String).flatMap(Behavior.Mark.init),
      let test = object["test"] as? String,
      let file = object["file"] as? String,
      let line = object["line"] as? Int
    else { return nil }
    self.init(
      behavior: Behavior(
        module: object["module"] as? String ?? "", feature: feature, action: action,
        outcome: outcome),
      mark: mark,
      test: LedgerTest(name: test, file: file, line: line),
      assertedAt: (object["assertedAt"] as? Int).map {
        LedgerLocation(file: object["assertedIn"] as? String ?? file, line: $0)
      })
  }
}
