import Foundation

/// A symbol of the runtime or the standard library that is not public API.
///
/// A test compares the table with the sources, and with the article that shows it.
package struct PrivateSymbol: Sendable {
  package let name: String
  /// The module that refers to the symbol. Apps ship `Core`.
  package let module: String
  package let purpose: String
  /// The behavior with a toolchain that doesn't have the symbol.
  package let withoutIt: String

  package static let all = [
    PrivateSymbol(
      name: EnumCaseNameFunction.symbol, module: "Core",
      purpose: "reads the case that an enum is in, for case paths",
      withoutIt: """
        `Core` looks it up at run time. If it is missing, a mirror shows the case, which takes longer. \
        In an enum with its own description, a case without a payload then can't be read. An enum with \
        a custom mirror counts as a value without cases.
        """),
    PrivateSymbol(
      name: "_isPOD", module: "Core",
      purpose: "rules out payloads that can't hold the value, and states without collections",
      withoutIt: "`Core` doesn't compile. A compiled program doesn't refer to it."),
    PrivateSymbol(
      name: "ObservableMacro", module: "Core",
      purpose: """
        declares the attributes of other libraries, such as `@Reducer`, as unavailable macros
        """,
      withoutIt: """
        `Core` compiles with a warning. A use of such an attribute then causes a second compiler error \
        beside the one that shows the replacement.
        """),
    PrivateSymbol(
      name: "_forEachFieldWithKeyPath", module: "ReducerDebugging",
      purpose: "accesses single fields of a state, for messages, mutants, and explorations",
      withoutIt: """
        A program with `ReducerDebugging` or `FocusedTestStore` doesn't link. If it works differently, \
        a field is restored only if the value around it has no other changes.
        """),
    PrivateSymbol(
      name: "swift_task_getJobTaskId", module: "FocusedTestStore",
      purpose: "distinguishes the jobs of tasks from those of actors",
      withoutIt: "Tests with `FocusedTestStore` don't link."),
    PrivateSymbol(
      name: "swift_task_getJobFlags", module: "FocusedTestStore",
      purpose: "distinguishes the child tasks of an effect from its own task",
      withoutIt: "Tests with `FocusedTestStore` don't link."),
    PrivateSymbol(
      name: "swift_retainCount", module: "FocusedTestStore",
      purpose: "counts the tasks that an effect starts with `Task {}`",
      withoutIt: "Tests with `FocusedTestStore` don't link."),
    PrivateSymbol(
      name: "unsafeBitCast(_:to:)", module: "FocusedTestStore",
      purpose: """
        reads the address in an `UnownedJob` and an `UnsafeCurrentTask`, which identifies a task
        """,
      withoutIt: "If either is no longer one pointer, the first effect of a test ends the process."),
  ]
}

/// The runtime's function that names the case of an enum: the function behind `print(value)`.
///
/// It is looked up at run time instead of linked, so that an app can link with a runtime that lacks it.
enum EnumCaseNameFunction {
  static let symbol = "swift_EnumCaseName"

  /// The function takes two pointers. Swift's calling convention passes them as C's does.
  private typealias Function =
    @convention(c) (_ value: UnsafeRawPointer, _ type: UnsafeRawPointer) -> UnsafePointer<CChar>?

  private static let function: Function? = dlsym(dlopen(nil, RTLD_LAZY), symbol)
    .map { unsafeBitCast($0, to: Function.self) }

  static var isMissing: Bool { function == nil }

  static func text<Value>(of value: Value) -> Text? {
    guard let function else { return nil }
    let type = unsafeBitCast(Value.self as Any.Type, to: UnsafeRawPointer.self)
    return withUnsafePointer(to: value) { function($0, type) }.map(Text.init)
  }

  /// A text of the runtime, which lives as long as the process.
  struct Text: Hashable, @unchecked Sendable {
    private let start: UnsafePointer<CChar>

    init(_ start: UnsafePointer<CChar>) { self.start = start }

    var string: String { String(cString: start) }
  }
}
