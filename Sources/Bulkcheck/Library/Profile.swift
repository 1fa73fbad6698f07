internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckInput
internal import BulkcheckProfile

/// Reads a profile: the rules that data is checked against. A profile with mistakes is thrown as an
/// error.
///
/// ```swift
/// let profile = try Profile(contentsOfFile: "users.json")
/// print(profile.ruleIDs)
/// ```
///
/// A profile is a value. Read it once and use it for any number of runs, from any thread.
public struct Profile: Sendable {
  /// The name that the profile gives itself.
  public let name: String?
  /// SHA-256 in hexadecimal digits, as reports show it: of the profile's bytes, and of all profiles
  /// that it extends.
  public let sha256: String
  let ruleSet: RuleSet
  /// The bytes that it was read from.
  let source: [UInt8]
  /// `$key`, if the profile does not say where records are.
  let unplacedKeys: UnplacedKeys?

  /// Reads a profile file, and the other files that it names.
  ///
  /// - Parameters:
  ///   - path: the path of the profile.
  ///   - folder: the folder that paths in `references` are relative to; nil: the profile's.
  /// - Throws: ``ProfileError``, with every mistake of the profile, or with the reason why the file
  ///   cannot be read.
  public init(
    contentsOfFile path: String, referencesFrom folder: String? = nil
  ) throws(ProfileError) {
    let bytes: [UInt8]
    do throws(InputError) {
      bytes = try InputBytes.all(of: .file(path))
    } catch {
      throw ProfileError(code: .unreadable, text: "\(error)")
    }
    try self.init(
      bytes: bytes, fileName: path,
      referencesFrom: folder ?? ReferenceLoader.folder(ofProfile: path))
  }

  /// Reads the text of a profile.
  ///
  /// ```swift
  /// let profile = try Profile(text: """
  ///   {"bulkcheck": 1, "fields": {"id": {"required": true}}}
  ///   """)
  /// ```
  ///
  /// - Parameters:
  ///   - text: JSON with comments and trailing commas, or YAML.
  ///   - fileName: the name that mistakes are reported under. If it ends with `.yaml` or `.yml`,
  ///     the text is YAML.
  ///   - folder: the folder that paths in `references` are relative to.
  /// - Throws: ``ProfileError``, with every mistake of the profile.
  public init(
    text: String, fileName: String = "profile", referencesFrom folder: String = "."
  ) throws(ProfileError) {
    try self.init(bytes: text.utf8, fileName: fileName, referencesFrom: folder)
  }

  /// Reads the bytes of a profile, in UTF-8.
  ///
  /// - Parameters:
  ///   - bytes: JSON with comments and trailing commas, or YAML.
  ///   - fileName: the name that mistakes are reported under. If it ends with `.yaml` or `.yml`,
  ///     the bytes are YAML.
  ///   - folder: the folder that paths in `references` are relative to.
  /// - Throws: ``ProfileError``, with every mistake of the profile.
  public init(
    bytes: some Sequence<UInt8>, fileName: String = "profile", referencesFrom folder: String = "."
  ) throws(ProfileError) {
    do throws(ProfileMistakes) {
      let source = Array(bytes)
      let language = DocumentLanguage(fileName: fileName)
      let read = try ParsedProfile.read(
        source, fileName: fileName, language: language,
        loadReference: ReferenceLoader(folder: folder).load,
        loadProfile: ProfileLoader(folder: folder).load)
      let kept = KeptProfile(read, source: source, language)
      self.init(
        name: read.ruleSet.name, sha256: kept.sha256, ruleSet: read.ruleSet, source: kept.bytes,
        unplacedKeys: read.unplacedKeys)
    } catch {
      throw ProfileError(error)
    }
  }

  private init(
    name: String?, sha256: String, ruleSet: RuleSet, source: [UInt8], unplacedKeys: UnplacedKeys?
  ) {
    self.name = name
    self.sha256 = sha256
    self.ruleSet = ruleSet
    self.source = source
    self.unplacedKeys = unplacedKeys
  }

  /// The ids of the profile's own rules, in its order.
  public var ruleIDs: [String] { ruleSet.rules.map(\.id) }

  /// Turns rules off, and returns the new profile. These rules count nothing and are
  /// listed as `off`.
  ///
  /// ```swift
  /// let contact = try profile.selecting(only: ["label:contact"], skip: ["email-format"])
  /// ```
  ///
  /// - Parameters:
  ///   - only: ids or `label:NAME`; empty: all. Does not turn built-in rules off.
  ///   - skip: the same; wins over `only`.
  /// - Throws: ``ProfileError`` with ``ProfileError/Code/unknownRule`` if no rule has such a name.
  public func selecting(
    only: [String] = [], skip: [String] = []
  ) throws(ProfileError) -> Profile {
    do throws(SelectionError) {
      let selected = try ruleSet.selecting(only: only, skip: skip)
      return Profile(
        name: name, sha256: sha256, ruleSet: selected, source: source, unplacedKeys: unplacedKeys)
    } catch {
      throw ProfileError(code: .unknownRule, text: error.description)
    }
  }
}

/// Lists all mistakes of a profile at once.
///
/// `description` shows each mistake as a compiler does: place, sentence, the line, a caret.
public struct ProfileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  public let code: Code
  /// Every mistake in the order of their places; empty unless ``code`` is ``Code/mistakes``.
  public let mistakes: [Mistake]
  /// The message for people.
  public let description: String

  /// A kind of error. More may be added, so a `switch` needs a default.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    public let description: String

    /// The profile has mistakes; see ``ProfileError/mistakes``.
    public static let mistakes = Code(description: "mistakes")
    /// The profile file cannot be read.
    public static let unreadable = Code(description: "unreadable")
    /// A rule that was selected does not exist.
    public static let unknownRule = Code(description: "unknownRule")
    /// The rules cannot be compiled, for instance because there are too many.
    public static let cannotCompile = Code(description: "cannotCompile")
    /// An option of the validator cannot be read, such as the name of an encoding.
    public static let invalidOption = Code(description: "invalidOption")
  }

  /// One mistake and its place.
  public struct Mistake: Hashable, Sendable {
    /// The line, from 1.
    public let line: Int
    /// The column in characters, from 1.
    public let column: Int
    /// The fault, without a full stop.
    public let message: String
    /// The words or values that could be there.
    public let expected: String?
    /// The nearest word that could be there.
    public let suggestion: String?
  }

  init(code: Code, text: String) {
    self.code = code
    mistakes = []
    description = text
  }

  init(_ error: ProfileMistakes) {
    code = .mistakes
    mistakes = error.mistakes.map { mistake in
      Mistake(
        line: mistake.line, column: mistake.column, message: mistake.message,
        expected: mistake.expected, suggestion: mistake.suggestion)
    }
    description = error.description
  }
}
