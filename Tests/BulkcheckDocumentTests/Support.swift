import BulkcheckDocument

let list = Document.Kind("list", content: "a list", nestingMaximum: 128)

/// Reads a document; its mistake, if it is not one.
func read(
  _ bytes: [UInt8], kind: Document.Kind = list, _ language: DocumentLanguage = .json
) -> Result<Document, DocumentMistakes> {
  let source = SourceText(bytes)
  do throws(DocumentFault) {
    return .success(try Document(source, kind: kind, language: language, keepsLayout: true))
  } catch {
    return .failure(DocumentMistakes(fileName: "d.json", source: source, error))
  }
}

func read(
  _ text: String, _ language: DocumentLanguage = .json
) -> Result<Document, DocumentMistakes> {
  read(Array(text.utf8), language)
}

extension Result<Document, DocumentMistakes> {
  var mistake: Mistake? {
    if case .failure(let mistakes) = self { mistakes.mistakes.first } else { nil }
  }
}

extension DocumentNode {
  /// The value as JSON without blanks, its texts unescaped.
  var written: String {
    switch kind {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .number(let digits): digits
    case .text(let text): "'\(text)'"
    case .array(let elements): "[" + elements.map(\.written).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "'\($0.name)':\($0.value.written)" }.joined(separator: ",") + "}"
    }
  }
}
