/// An error whose cause has already been reported. Throwing it reports nothing.
package protocol ReportedError: Error {}
