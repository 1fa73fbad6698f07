// A registration form in a terminal: each field is judged as soon as something is typed into it.
//
//   swift run RegistrationForm
//   printf 'an\nanna\n' | swift run RegistrationForm        the same from a script
internal import RegistrationRules
internal import Requirements

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

let questions: [RegistrationForm.Entry: String] = [
  .username: "Username", .email: "Email", .password: "Password (shown as you type)",
  .age: "Age", .agreedToTerms: "Do you agree to the terms? (yes, no)",
]

let isTerminal = isatty(STDIN_FILENO) == 1

/// A line that someone types; nil at the end of the input.
@MainActor
func ask(_ question: String) -> String? {
  print("\(question): ", terminator: "")
  // A prompt has no line feed that would send it.
  fflush(nil)
  let line = readLine()
  if !isTerminal || line == nil { print(line ?? "") }
  return line
}

/// Asks until the field has no errors. False at the end of the input.
@MainActor
func fill(_ entry: RegistrationForm.Entry, of form: RegistrationForm) async -> Bool {
  while let text = ask(questions[entry] ?? entry.rawValue) {
    form.type(text, into: entry)
    if await form.field(entry).validate() { return true }
    for error in form.field(entry).shownErrors { print("  - \(error.message)") }
  }
  return false
}

/// The exit code: 0 with a registration, 1 without.
@MainActor
func run() async -> Int32 {
  let form = RegistrationForm(isFree: Registration.isFree(taken: ["admin", "root"]))
  print("Registration. Ctrl-D gives up.")
  for entry in RegistrationForm.Entry.allCases {
    guard await fill(entry, of: form) else { break }
  }
  if let registration = await form.submit() {
    print("\nWelcome, \(registration.username).")
    return 0
  }
  print("\nNot registered:")
  for error in form.errors { print("  \(error)") }
  return 1
}

exit(await run())
