/// Why a profile is no JSON; reading ends there.
struct DocumentFault: Error {
  var offset: Int
  var complaint: Complaint
}
