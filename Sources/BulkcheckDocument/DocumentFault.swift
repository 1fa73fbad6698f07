/// Why a text is not a JSON document; reading ends there.
package struct DocumentFault: Error {
  package var offset: Int
  package var complaint: Complaint
}
