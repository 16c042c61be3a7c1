/// An argument between parentheses: `initialState: Profile.State()`.
package struct CallArgument: Hashable, Sendable {
  package let label: String?
  package let value: Range<Int>
}

extension SwiftSource {
  /// The arguments of a call.
  package func callArguments(in range: Range<Int>) -> [CallArgument] {
    arguments(in: range).map { argument in
      argument.count > 2 && text(argument.lowerBound + 1) == ":"
        ? CallArgument(
          label: text(argument.lowerBound), value: argument.lowerBound + 2..<argument.upperBound)
        : CallArgument(label: nil, value: argument)
    }
  }

  /// The value of an argument with a label.
  package func value(of label: String, in arguments: Range<Int>) -> Range<Int>? {
    callArguments(in: arguments).first { $0.label == label }?.value
  }
}
