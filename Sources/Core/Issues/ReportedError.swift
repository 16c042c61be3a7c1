/// An error whose cause an issue has already reported, so that throwing it is no further issue.
package protocol ReportedError: Error {}
