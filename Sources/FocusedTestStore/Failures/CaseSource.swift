import Core

/// Names the case of `receive(case: { .loaded($0) })` by what the test says there.
///
/// A closure tells its case only when it is called with a payload. Where none is to be had, its source is
/// all there is.
enum CaseSource {
  static func name(at callSite: CallSite) -> String? {
    name(in: SourceStatement.text(at: callSite))
  }

  /// The name in a statement: `.loaded`, `.child(.loaded)`; `nil` if the statement gives no case.
  static func name(in statement: String) -> String? {
    if let closure = statement.firstMatch(of: /\(\s*case:\s*\{\s*(\.[^{}]*\$0[^{}]*?)\s*\}/) {
      return String(closure.1).replacing("($0)", with: "").replacing("$0", with: "_")
    }
    // A constructor: `case: Profile.Action.loaded`.
    return statement.firstMatch(of: /\(\s*case:\s*(?:\w+\.)+(\w+)\s*[,)]/).map { ".\($0.1)" }
  }
}
