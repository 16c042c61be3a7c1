/// The command-line tool.
@main
package enum Focus {
  package static func main() {
    print("focus")
  }
}
