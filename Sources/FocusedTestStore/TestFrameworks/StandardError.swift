import Foundation

/// Prints a line to standard error.
func printError(_ line: String) { FileHandle.standardError.write(Data("\(line)\n".utf8)) }
