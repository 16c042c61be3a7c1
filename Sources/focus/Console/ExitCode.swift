/// What the tool tells the shell.
package enum ExitCode: Int32, Sendable {
  /// All is as it was asked to be.
  case asRequested = 0

  /// Less is asserted than was asked.
  case belowRequest = 1

  /// The arguments or the input are wrong, and the question has no answer.
  case wrongUsage = 2
}
