import BulkcheckCore
import BulkcheckDocument
import BulkcheckProfile

/// Any bytes are YAML or have a mistake; what has none can be written in each language, and has the
/// same values then.
enum YAMLTarget {
  private static let kind = Document.Kind("document", content: "a value", nestingMaximum: 64)

  static func finding(in input: inout FuzzBytes) -> String? {
    let bytes = input.rest()
    let source = SourceText(bytes)
    let document: Document
    do throws(DocumentFault) {
      document = try Document(source, kind: kind, language: .yaml, keepsLayout: true)
    } catch {
      let mistakes = DocumentMistakes(fileName: "d.yaml", source: source, error)
      return mistakes.mistakes.count == 1 && !mistakes.description.isEmpty
        ? nil : "not one mistake in words"
    }
    for language in DocumentLanguage.allCases {
      if let finding = finding(document, language) { return finding }
    }
    _ = try? ParsedProfile.read(bytes, fileName: "p.yaml")
    return nil
  }

  private static func finding(_ document: Document, _ language: DocumentLanguage) -> String? {
    let text = DocumentWriter.text(document, as: language)
    let source = SourceText(Array(text.utf8))
    guard let back = try? Document(source, kind: kind, language: language, keepsLayout: true) else {
      return "what is written as \(language) has a mistake"
    }
    guard back.root.literal.description == document.root.literal.description else {
      return "what is written as \(language) has other values"
    }
    return nil
  }
}
