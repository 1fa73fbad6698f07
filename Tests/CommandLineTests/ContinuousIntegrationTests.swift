import Foundation
import Testing

/// The files of the repository that CI uses: the action's scripts, completions, the source of the
/// manual.
@Suite("For continuous integration", .waitsForCommands)
struct ContinuousIntegrationTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  private static let environment = """
    export BULKCHECK_COMMAND='\(Tool.path)' RUNNER_TEMP="$PWD" GITHUB_OUTPUT="$PWD/output"
    export GITHUB_STEP_SUMMARY="$PWD/summary.md" BULKCHECK_PROFILE=max.json
    printf '{"bulkcheck":1,"fields":{"a":{"const":{"id":"m","value":1}}}}' > max.json
    printf '{"a":1}\\n' > 'data 1.jsonl'; printf '{"a":"::set-output name=x::y"}\\n' > 'data 2.jsonl'
    """

  private func check(_ variables: String, _ body: (Tool.Result) throws -> Void) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let command = "\(variables) '\(Self.package)/action/check'; code=$?; cat output; exit $code"
    try body(try Tool.run("\(Self.environment)\n\(command)", in: folder))
  }

  @Test("the action expands patterns, prints values where the runner obeys nothing, and annotates")
  func action() throws {
    try check("BULKCHECK_INPUTS=$'data *.jsonl\n' BULKCHECK_ARGUMENTS=$'--samples=2\n--strict'") {
      result in
      #expect(result.exitCode == 1)
      let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
      let start = try #require(lines.first)
      #expect(start.hasPrefix("::stop-commands::"))
      let token = "::" + start.dropFirst("::stop-commands::".count) + "::"
      #expect(token.count > 30)
      let end = try #require(lines.firstIndex { $0 == token })
      #expect(lines[..<end].contains { $0.contains("data 2.jsonl") && $0.contains("set-output") })
      let commands = lines[(end + 1)...].filter { $0.hasPrefix("::") }
      #expect(commands.count == 1)
      #expect(commands.allSatisfy { $0.hasPrefix("::error file=data 2.jsonl,line=1,title=m::") })
      #expect(result.output.contains("exit-code=1\nreport="))
    }
  }

  @Test(
    "the action takes its inputs as text, and fails where there is nothing to check",
    arguments: [
      ("BULKCHECK_INPUTS='none*.jsonl'", "the shell expands patterns"),
      ("BULKCHECK_INPUTS='$(touch pwned)'", "$(touch pwned)"),
      ("BULKCHECK_INPUTS=''", "Missing input"),
      ("BULKCHECK_INPUTS=a.jsonl BULKCHECK_ARGUMENTS='--bogus; touch pwned'", "--bogus"),
      ("BULKCHECK_INPUTS=a.jsonl BULKCHECK_BASELINE=none.json", "cannot read the baseline"),
    ])
  func mistakes(variables: String, words: String) throws {
    try check(variables) { result in
      #expect(result.exitCode == 2)
      #expect(result.output.contains(words), "\(result.output)")
      #expect(result.output.contains("exit-code=2"))
    }
  }

  @Test("packaging names all that it lacks before it builds anything")
  func packaging() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      """
      mkdir bin; for tool in bash dirname uname; do ln -s "$(command -v $tool)" bin; done
      PATH="$PWD/bin" "$PWD/bin/bash" '\(Self.package)/scripts/package'
      """, in: folder)
    #expect(result.exitCode == 1)
    #expect(result.output == "")
    let words = ["Swift 6.3", "apt-get install -y python3 binutils", " make ", " libisal-dev "]
    for word in words { #expect(result.diagnostics.contains(word), "\(result.diagnostics)") }
  }

  @Test("the action uses the command that is there")
  func command() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let install = "BULKCHECK_FOLDER=\"$PWD/x\" '\(Self.package)/action/install'"
    let result = try Tool.run(
      """
      \(Self.environment)
      \(install) && PATH="$(dirname '\(Tool.path)'):$PATH" env -u BULKCHECK_COMMAND \(install)
      cat output
      """, in: folder)
    #expect(result.output == "command=\(Tool.path)\ncommand=\(Tool.path)\n")
  }

  @Test(
    "the action installs a package whose checksum is right, and refuses any other",
    .enabled(if: isLinux, "skipped: packages are for Linux"),
    arguments: [
      ("", 0, "command=here/x/bin/bulkcheck"),
      ("BULKCHECK_PACKAGE=file://$PWD/v/other.tar.gz BULKCHECK_SHA256=$sum", 0, "command=here/x/"),
      ("BULKCHECK_SHA256=0000", 2, "and should have 0000"),
      ("BULKCHECK_PACKAGE=file://$PWD/v/other.tar.gz", 2, "and should have one"),
      ("BULKCHECK_PACKAGE=file://$PWD/v/none.tar.gz", 2, ""),
      ("BULKCHECK_RELEASES=file://$PWD/none", 0, "There is no package of version"),
    ])
  func package(variables: String, code: Int32, words: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      """
      unset -f bulkcheck; version=$('\(Tool.path)' --version); ln -s v v$version
      name=bulkcheck-$version-linux-$(uname -m); mkdir -p $name/bin v
      echo 'echo it runs' > $name/bin/bulkcheck; chmod +x $name/bin/bulkcheck
      tar -czf v/$name.tar.gz $name; (cd v && sha256sum *.gz > SHA256SUMS)
      cp v/$name.tar.gz v/other.tar.gz; sum=$(cut -d ' ' -f 1 v/SHA256SUMS)
      export GITHUB_OUTPUT="$PWD/output" BULKCHECK_FOLDER="$PWD/x" BULKCHECK_RELEASES="file://$PWD"
      touch output; \(variables) '\(Self.package)/action/install' 2>&1; code=$?
      sed "s|$PWD|here|" output; exit $code
      """, in: folder)
    #expect(result.exitCode == code, "\(result.output)\(result.diagnostics)")
    #expect(words.isEmpty || result.output.contains(words), "\(result.output)")
    #expect(result.output.contains("command=") == words.hasPrefix("command="))
  }

  private static var isLinux: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }

  @Test("the script of the template for GitLab checks, and leaves its artifacts")
  func gitlab() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let template = try String(
      contentsOfFile: Self.package + "/gitlab/bulkcheck.yml", encoding: .utf8)
    let script = try #require(template.firstMatch(of: #/ - (bulkcheck check .*)/#)?.output.1)
    let result = try Tool.run(
      """
      \(Self.environment)
      BULKCHECK_INPUTS='data*.jsonl' BULKCHECK_ARGUMENTS=--strict; IFS=' '
      mv 'data 1.jsonl' data1.jsonl; mv 'data 2.jsonl' data2.jsonl
      \(script); code=$?; tail -n 1 bulkcheck.prom; ls bulkcheck.xml bulkcheck.html; exit $code
      """, in: folder)
    #expect(result.exitCode == 1, "\(result.diagnostics)")
    #expect(result.output.hasSuffix("# EOF\nbulkcheck.html\nbulkcheck.xml\n"), "\(result.output)")
  }

  @Test("the action builds again when its sources change, and only then")
  func cacheKey() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      """
      for copy in one two; do
        mkdir -p $copy/Sources/A; cp -r '\(Self.package)/action' '\(Self.package)/Package.swift' $copy
        echo 'let a = 1' > $copy/Sources/A/a.swift
      done
      key() { GITHUB_OUTPUT="$PWD/output" "$1/action/key" && sort output && rm output; }
      swift() { echo "Swift version ${swift:-6.3}"; }; export -f swift
      key one; key two; (cd two && git init -q . && key .); swift=6.4 key two
      echo 'let a = 2' > two/Sources/A/a.swift; key two
      mv one/Sources/A/a.swift one/Sources/A/b.swift; key one
      """, in: folder)
    let keys = result.output.split(separator: "\n")
    let text = "\(result.output)\(result.diagnostics)"
    #expect(keys.allSatisfy { $0.wholeMatch(of: /key=[0-9a-f]{64}/) != nil }, "\(text)")
    try #require(keys.count == 6, "\(text)")
    #expect(Set(keys[0...2]).count == 1, "\(text)")
    #expect(Set(keys[2...]).count == 4, "\(text)")
  }

  @Test("the action caches what it builds under that key")
  func cacheStep() throws {
    let text = try String(contentsOfFile: Self.package + "/action.yml", encoding: .utf8)
    let keys = text.split(separator: "\n").filter { $0.contains(" key: ") }
    #expect(keys == ["        key: bulkcheck-${{ steps.sources.outputs.key }}"])
    #expect(!text.contains("action_ref"))
    for script in try FileManager.default.contentsOfDirectory(atPath: Self.package + "/action") {
      #expect(text.contains("\"$GITHUB_ACTION_PATH/action/\(script)\""), "\(script)")
    }
  }

  @Test(
    "the action installs the libraries of the runner's system, unless there is a command",
    arguments: [
      ("macOS", "", "brew install pcre2 zstd lz4 libyaml pkgconf"),
      ("Linux", "", "sudo apt-get install -y --no-install-recommends zlib1g-dev libpcre2-dev"),
      ("macOS", "bulkcheck", ""), ("Linux", "bulkcheck", ""),
    ])
  func libraries(system: String, command: String, words: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      """
      mkdir bin; ln -s "$(command -v env)" "$(command -v bash)" bin/; unset -f bulkcheck
      for name in brew sudo \(command); do
        printf '#!/usr/bin/env bash\\necho \(#"${0##*/}"#) "$@"\\n' > bin/$name
      done
      chmod +x bin/*; RUNNER_OS=\(system) PATH="$PWD/bin" '\(Self.package)/action/libraries'
      """, in: folder)
    #expect(result.exitCode == 0, "\(result.diagnostics)")
    #expect(words.isEmpty ? result.output.isEmpty : result.output.contains(words))
  }

  @Test(
    "completions are scripts of their shells",
    arguments: [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")])
  func completions(shell: String, option: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      """
      command -v \(shell) > /dev/null || exit 99
      bulkcheck --generate-completion-script \(shell) > script && \(shell) \(option) script
      """, in: folder)
    // 99: the shell is not installed.
    #expect(result.exitCode == 0 || result.exitCode == 99, "\(result.diagnostics)")
  }

  @Test("bash completes options, and values that are words")
  func completing() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run(
      """
      source <('\(Tool.path)' --generate-completion-script bash)
      complete_words() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
        COMPREPLY=(); _bulkcheck "$1" "${@: -1}" "${@: -2:1}" 2> /dev/null; printf '%s ' "${COMPREPLY[@]}"; echo; }
      complete_words bulkcheck check --write
      complete_words bulkcheck check --fail-on w
      complete_words bulkcheck li
      """, in: folder)
    let lines = result.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(lines == ["--write-baseline", "warning", "lint"])
  }

  @Test("the manual is made from a description that names every command")
  func manual() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run("bulkcheck --experimental-dump-help", in: folder)
    #expect(result.exitCode == 0)
    let root = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    let command = try #require(root?["command"] as? [String: Any])
    let names = (command["subcommands"] as? [[String: Any]])?.compactMap {
      $0["commandName"] as? String
    }
    for name in ["check", "lint", "test", "expand", "schema"] {
      #expect(names?.contains(name) == true, "\(name)")
    }
  }
}
