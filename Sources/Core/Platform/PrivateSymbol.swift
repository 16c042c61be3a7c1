/// A symbol of the runtime or the standard library that is not public API.
///
/// A test compares the table with the sources, and with the article that shows it.
package struct PrivateSymbol: Sendable {
  package let name: String
  /// The module that refers to it. Apps ship `Core`.
  package let module: String
  package let purpose: String
  /// The result with a toolchain that doesn't have it.
  package let withoutIt: String

  package static let all = [
    PrivateSymbol(
      name: EnumCaseNameFunction.symbol, module: "Core",
      purpose: "the case that an enum is in, for case paths",
      withoutIt: """
        It is looked up when a program runs. Where it is missing, a mirror shows the case, which takes \
        longer. A case without a payload, of an enum that describes itself, can't be read then. An \
        enum with a mirror of its own counts as a value without cases.
        """),
    PrivateSymbol(
      name: "_isPOD", module: "Core",
      purpose: "rules out payloads that can't hold the value, and states without collections",
      withoutIt: "`Core` doesn't compile. A program that is compiled has no reference to it."),
    PrivateSymbol(
      name: "ObservableMacro", module: "Core",
      purpose: """
        declares the attributes of other libraries, such as `@Reducer`, as unavailable macros
        """,
      withoutIt: """
        `Core` compiles with a warning. Such an attribute, which a program can't have, is a second \
        error beside the one that shows what to write.
        """),
    PrivateSymbol(
      name: "_forEachFieldWithKeyPath", module: "ReducerDebugging",
      purpose: "single fields of a state: for messages, mutants, and explorations",
      withoutIt: """
        A program with `ReducerDebugging` or `FocusedTestStore` doesn't link. Where it does something \
        else than expected, a field is only restored if it is all that changed around it.
        """),
    PrivateSymbol(
      name: "swift_task_getJobTaskId", module: "FocusedTestStore",
      purpose: "tells the jobs of tasks from those of actors",
      withoutIt: "Tests with `FocusedTestStore` don't link."),
    PrivateSymbol(
      name: "swift_task_getJobFlags", module: "FocusedTestStore",
      purpose: "tells the child tasks of an effect from its own task",
      withoutIt: "Tests with `FocusedTestStore` don't link."),
    PrivateSymbol(
      name: "swift_retainCount", module: "FocusedTestStore",
      purpose: "counts the tasks that an effect starts with `Task {}`",
      withoutIt: "Tests with `FocusedTestStore` don't link."),
    PrivateSymbol(
      name: "unsafeBitCast(_:to:)", module: "FocusedTestStore",
      purpose: "the address in an `UnownedJob` and an `UnsafeCurrentTask`: a task's identity",
      withoutIt: "If either is no longer one pointer, the first effect of a test ends the process."),
  ]
}
