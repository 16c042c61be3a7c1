import Foundation

/// The runtime's function that names the case of an enum: the function behind `print(value)`.
///
/// It is looked up at run time instead of linked, so that an app can link with a runtime that lacks it.
enum EnumCaseNameFunction {
  private static let symbol = "swift_EnumCaseName"

  /// The function takes two pointers. Swift's calling convention passes them as C's does.
  private typealias Function =
    @convention(c) (_ value: UnsafeRawPointer, _ type: UnsafeRawPointer) -> UnsafePointer<CChar>?

  private static let function: Function? = dlsym(dlopen(nil, RTLD_LAZY), symbol)
    .map { unsafeBitCast($0, to: Function.self) }

  static var isMissing: Bool { function == nil }

  static func name<Value>(of value: Value) -> String? {
    guard let function else { return nil }
    let type = unsafeBitCast(Value.self as Any.Type, to: UnsafeRawPointer.self)
    return withUnsafePointer(to: value) { function($0, type) }.map { String(cString: $0) }
  }
}
