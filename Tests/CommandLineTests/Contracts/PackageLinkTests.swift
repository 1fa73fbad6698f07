import Foundation
import Testing

/// Symbolic links among the files of a Data Package.
@Suite("Links in a package", .waitsForCommands)
struct PackageLinkTests {
  @Test(
    "no file of a package may be a link that leads out of its folder",
    arguments: [
      ("ln -s ../out.csv p/a.csv", "p/p.json:1: a.csv leads out of the folder", "a"),
      ("ln -s .. p/up; ln -s up/out.csv p/a.csv", "a.csv leads out of the folder", "a"),
      ("cp out.csv p/a.csv; ln -s ../out.json p/s.json", "`schema` of b: s.json leads out", "b"),
      ("cp out.json p/s.json; ln -s ../out.csv p/c.csv", "c.csv: it leads", "d"),
    ])
  func links(setting: String, message: String, object: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let package = """
      {"resources": [{"name": "a", "path": "a.csv", "schema": {"fields": [{"name": "v"}]}},
        {"name": "b", "path": "a.csv", "schema": "s.json"},
        {"name": "c", "path": "c.csv", "schema": {"fields": [{"name": "v"}]}},
        {"name": "d", "path": "d.csv", "schema": {"fields": [{"name": "v"}], "foreignKeys": [
          {"fields": "v", "reference": {"resource": "c", "fields": "v"}}]}}]}
      """
    try Data(package.utf8).write(to: folder.appending(path: "p.json"))
    let result = try Tool.run(
      """
      mkdir p; mv p.json p; printf 'v\n1\n' > out.csv; cp out.csv p/d.csv
      echo '{"fields": [{"name": "v"}]}' > out.json; \(setting)
      bulkcheck --contract p/p.json#\(object)
      """, in: folder)
    #expect(result.exitCode == 2, "\(result.output)")
    #expect(result.diagnostics.contains(message), "\(result.diagnostics)")
    #expect(result.diagnostics.contains("through a symbolic link"), "\(result.diagnostics)")
  }

  @Test("links within the folder of a package are followed, and so are those to it")
  func innerLinks() throws {
    try Tool.expect(
      """
      mkdir -p p/data; printf 'v\\n1\\n' > p/data/b.csv; ln -s data/b.csv p/a.csv; ln -s p q
      echo '{"resources": [{"name": "a", "path": "a.csv", "schema":
        {"fields": [{"name": "v", "constraints": {"maximum": 0}, "type": "integer"}]}}]}' > p/p.json
      printf 'v\\n7\\n' > out.csv; mkdir r; cp p/p.json r; ln -s ../out.csv r/a.csv
      bulkcheck --contract q/p.json | grep -c 'FAIL  v.maximum  1'
      bulkcheck --contract r/p.json --table a=out.csv | grep -c 'FAIL  v.maximum  1'
      """, prints: "1\n1\n")
  }
}
