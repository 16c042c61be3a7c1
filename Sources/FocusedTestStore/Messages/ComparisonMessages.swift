/// The messages about fields that no comparison reaches.
extension FailureMessages {
  static func notCompared(_ fields: [String]) -> String {
    var message = MessageBuilder(
      "These fields cannot be compared, so `.on` does not notice if they change:")
    message.add(list(fields) { $0 })
    message.add("To assert one, use it in the test: call the function, and assert what follows.")
    return message.text
  }

  static func nothingToCompare(in type: Any.Type, _ fields: [String]) -> String {
    var message = MessageBuilder(
      "Expected to compare the state, but nothing of \(TypeName.of(type)) can be compared:")
    message.add(list(fields) { $0 })
    message.add("Use `.off`, and assert what the functions do: call them, and assert what follows.")
    return message.text
  }

  static func lineOfUncomparedFields(_ fields: [String]) -> String {
    let rest = fields.count > 4 ? ", and \(grouped(fields.count - 4)) more" : ""
    return "Not compared: \(fields.prefix(4).joined(separator: ", "))\(rest)"
  }
}
