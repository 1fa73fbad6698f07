internal import Bulkcheck
internal import BulkcheckContracts
internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckProfile

/// A contract that was named on the command line and read.
struct ContractFile {
  /// An object of the contract that a run uses, and what it is checked against.
  struct Part {
    /// The position of the object in the contract.
    let object: Int
    var inputs: [String]
  }

  private(set) var contract: Contract
  /// The object that was asked for.
  private let name: String?
  private var tables: [String: String]
  /// The objects that a run does not check, by the one whose report says so.
  private var besides: [Int: [Int]] = [:]
  private let text: ContractText
  let path: String

  /// Throws ``DocumentMistakes``, or an ending if the file cannot be read.
  ///
  /// - Parameter arguments: with a contract.
  init(_ arguments: ContractArguments) throws {
    let choice = ContractChoice(arguments.contract ?? "")
    path = choice.path
    name = choice.name
    text = ContractText(try RuleFile.bytes(path, "contract"))
    tables = Dictionary(
      arguments.tables.map { ($0.name, $0.path) }, uniquingKeysWith: { first, _ in first })
    let folder = ReferenceLoader.folder(ofProfile: path)
    let loader = ReferenceLoader(folder: folder)
    contract = try Contract(
      text.bytes, fileName: path, tables: tables, folder: ContractFolder(folder)
    ) { file in
      let place = loader.path(of: file)
      guard FileIdentity.key(ofRegular: place) != nil else { return nil }
      return try? SystemCalls.contents(ofFile: place)
    }
    for table in arguments.tables where position(of: table.name) == nil {
      throw unknown(table.name)
    }
  }

  /// The contract that a command without inputs takes in the place of a profile; nil if the file is
  /// not one, or a pipe.
  ///
  /// - Parameter argument: a file, or a file and the name of an object.
  static func recognised(_ argument: String) throws -> ContractFile? {
    let path = ContractChoice(argument).path
    guard FileIdentity.size(ofRegular: path) != nil, isContract(try RuleFile.bytes(path), path)
    else { return nil }
    return try ContractFile(ContractArguments.of(argument))
  }

  /// Whether a document is a contract, and not a profile.
  static func isContract(_ bytes: [UInt8], _ path: String) -> Bool {
    let language = DocumentLanguage(fileName: path)
    let document = try? Document(SourceText(bytes), kind: Contract.documentKind, language: language)
    guard let root = document?.root, root["bulkcheck"] == nil else { return false }
    guard let kind = ContractKind(root) else { return false }
    // To be refused by its name.
    return kind.isContract || kind == .dataContractSpecification
  }

  // MARK: Objects

  /// The positions of the objects that a command without inputs is about: the one that was asked
  /// for, or all.
  func objects() throws(CommandEnding) -> [Int] {
    guard let name else { return Array(contract.translations.indices) }
    guard let position = position(of: name) else {
      throw contract.translations.isEmpty ? withoutObjects() : unknown(name)
    }
    return [position]
  }

  /// The objects to be checked, each with its inputs.
  ///
  /// - Parameter inputs: those of the command line; they take the place of the files that the
  ///   contract names for their objects.
  /// - Throws: an ending if there is none, or if the rules of one cannot be read.
  mutating func parts(_ inputs: [String]) throws(CommandEnding) -> [Part] {
    let parts = try chosenParts(inputs)
    for part in parts { try requireRules(of: part.object) }
    guard contract.kind == .dataPackage else { return parts }
    let checked = Set(parts.map(\.object))
    let unchecked = try objects().filter { !checked.contains($0) }
    if parts.isEmpty {
      let reasons = unchecked.flatMap { contract.translations[$0].leftovers }
      guard let reason = reasons.first(where: { !$0.isAboutFile }) else { return parts }
      throw .cannotJudge(
        "Missing input: \(place(reason.offset)): \(reason.sentence); name the files to check, "
          + "or - for standard input.")
    }
    // What is not checked is not enforced, which the report of the others says.
    if name == nil { besides = [parts[0].object: unchecked] }
    return parts
  }

  private func chosenParts(_ inputs: [String]) throws(CommandEnding) -> [Part] {
    let translations = contract.translations
    if name != nil || isUnnamed {
      let object = try objects()[0]
      let inputs = inputs.isEmpty ? try files(of: object) : inputs
      return inputs.isEmpty ? [] : [Part(object: object, inputs: inputs)]
    }
    var given: [Int: [String]] = [:]
    for input in inputs { given[try object(of: input), default: []].append(input) }
    var parts: [Part] = []
    for (object, translation) in translations.enumerated() {
      if let own = given[object] {
        parts.append(Part(object: object, inputs: own))
      } else if inputs.isEmpty || !translation.files.isEmpty {
        // Beside inputs, a file of --table is one that others refer to.
        let files = try files(of: object)
        if !files.isEmpty { parts.append(Part(object: object, inputs: files)) }
      }
    }
    return parts
  }

  /// Reads the contract once more, with inputs as the files of their objects, for the foreign keys
  /// and relationships that lead to them.
  ///
  /// Throws ``DocumentMistakes``, or an ending if an input belongs to no object.
  mutating func replaceFiles(by inputs: [String]) throws {
    guard name == nil, !isUnnamed else { return }
    var given: [Int: [String]] = [:]
    for input in inputs { given[try object(of: input), default: []].append(input) }
    for (object, files) in given where files.count == 1 {
      guard let name = contract.translations[object].name, tables[name] == nil else { continue }
      tables[name] = files[0]
    }
    guard !given.isEmpty else { return }
    let files = contract.files
    contract = try Contract(
      text.bytes, fileName: path, tables: tables, folder: contract.folder
    ) { files[$0] }
  }

  /// The object that all inputs belong to.
  func object(of inputs: [String]) throws(CommandEnding) -> Int {
    if name != nil || isUnnamed {
      return try objects()[0]
    }
    var found: Set<Int> = []
    for input in inputs { found.insert(try object(of: input)) }
    guard let object = found.first, found.count == 1 else {
      throw .cannotJudge("\(path): the inputs are of several objects: name one with #NAME")
    }
    return object
  }

  private func object(of input: String) throws(CommandEnding) -> Int {
    if let object = position(ofInput: input) { return object }
    if contract.translations.isEmpty { throw withoutObjects() }
    throw .cannotJudge(
      "\(path) has no object for \(input == "-" ? "standard input" : input): name one with "
        + "--contract \(path)#NAME; it has " + names)
  }

  /// Says what is left over of a contract without an object, of which nothing can be checked.
  private func withoutObjects() -> CommandEnding {
    contract.leftoverParts.map(Self.tell)
    return .cannotJudge(
      "\(path) has no objects, so it says nothing of the input; they are listed under "
        + (contract.kind == .dataPackage ? "`resources`" : "`schema`"))
  }

  /// The name of an object in sentences: the contract's file if it has none.
  func title(_ object: Int) -> String {
    contract.translations[object].name.map { "\(path)#\($0)" } ?? path
  }

  /// It is one object without a name, such as a Table Schema.
  private var isUnnamed: Bool {
    contract.translations.count == 1 && contract.translations[0].name == nil
  }

  private func position(of name: String) -> Int? {
    contract.translations.firstIndex { $0.name == name }
      ?? contract.translations.firstIndex { $0.physicalName == name }
  }

  /// By the stem of the file's name, or as the file that the contract names.
  private func position(ofInput input: String) -> Int? {
    if input == "-" { return nil }
    let same = contract.translations.firstIndex { translation in
      translation.files.contains { FileIdentity.same(located($0.path), input) }
    }
    return same ?? position(of: Self.stem(of: input))
  }

  private static func stem(of path: String) -> String {
    var name = path.split(separator: "/").last.map(String.init) ?? path
    for suffix in [".gz", ".zst", ".bgz"] where name.lowercased().hasSuffix(suffix) {
      name.removeLast(suffix.count)
    }
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }

  private func unknown(_ name: String) -> CommandEnding {
    let known = contract.translations.compactMap(\.name)
    let near = NearestWord.of(name, among: known)
    return .cannotJudge(
      "\(path) has no object \(name)"
        + (near.map { ": did you mean \($0)?" } ?? (known.isEmpty ? "" : "; it has " + names)))
  }

  private var names: String {
    let known = contract.translations.compactMap(\.name)
    let shown = known.prefix(20).joined(separator: ", ")
    return known.count > 20 ? shown + " and \(known.count - 20) more" : shown
  }

  // MARK: Files

  /// The files that the contract names for an object, as paths from where the command runs.
  private func files(of object: Int) throws(CommandEnding) -> [String] {
    let translation = contract.translations[object]
    if let given = translation.name.flatMap({ tables[$0] }) { return [given] }
    var paths: [String] = []
    for file in translation.files {
      let place = self.place(file.offset)
      if let fault = contract.folder.fault(file.path) {
        throw .cannotJudge("\(place): \(file.path) \(fault); name a file of your own instead")
      }
      let located = located(file.path)
      guard FileIdentity.key(ofRegular: located) != nil else {
        throw .cannotJudge(
          "\(place): no such file \(located); put it there, or name another one with --table "
            + "\(translation.name ?? "NAME")=FILE")
      }
      paths.append(located)
    }
    return paths
  }

  /// Ends if a file of the contract that has rules of an object cannot be read.
  private func requireRules(of object: Int) throws(CommandEnding) {
    let translation = contract.translations[object]
    let resources = contract.document.root["resources"]?.elements ?? []
    guard let schema = resources.first(where: { $0.offset == translation.offset })?["schema"],
      let fault = translation.leftovers.first(where: {
        $0.isAboutFile && $0.offset == schema.offset
      })
    else { return }
    throw .cannotJudge(
      "\(place(fault.offset)): \(fault.sentence); write the schema into the contract, or put its "
        + "file beside it")
  }

  /// A line of the contract.
  private func place(_ offset: Int) -> String {
    "\(path):\(contract.document.source.line(of: offset))"
  }

  private func located(_ file: String) -> String {
    ReferenceLoader(folder: ReferenceLoader.folder(ofProfile: path)).path(of: file)
  }

  // MARK: Leftovers

  /// Says on standard error what is not enforced, a line for each part.
  static func tell(_ leftovers: DocumentMistakes) {
    for line in lines(leftovers) { Diagnostics.writePlain(line) }
  }

  private static func lines(_ leftovers: DocumentMistakes) -> [String] {
    leftovers.mistakes.map { part in
      let file = TerminalText.escaped(PathText.shown(leftovers.fileName))
      let sentence = TerminalText.escaped(PathText.shown(part.sentence))
      return "\(file):\(part.line):\(part.column): note: \(sentence)"
    }
  }

  // MARK: Rules

  /// The rules of an object.
  ///
  /// - Parameter opensData: whether files are read that the object refers to.
  /// - Throws: ``ProfileMistakes``.
  func source(_ object: Int, opensData: Bool) throws -> RuleSource {
    return try RuleSource(
      contract, object: object, besides: besides[object] ?? [], tables, text,
      opensData: opensData, loadReference: opensData ? load : ReferenceLoader.unopened)
  }

  /// Reads a file that an object refers to, unless it is outside of the folder of the contract.
  private func load(_ request: ReferenceRequest) throws(ReferenceLoadingError) -> LoadedReference {
    let given = Array(tables.values)
    let loader = ReferenceLoader(
      folder: ReferenceLoader.folder(ofProfile: path), given: given)
    if !given.contains(request.file), contract.folder.isLinkedOut(request.file) {
      throw ReferenceLoadingError(
        path: loader.path(of: request.file),
        cause: .cannotOpen(
          "it leads out of the folder of the contract, through a symbolic link; "
            + "name the file with --table"))
    }
    return try loader.load(request)
  }
}
