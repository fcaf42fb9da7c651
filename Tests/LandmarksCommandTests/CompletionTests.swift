import Foundation
import TestSupport
import Testing

/// Completion scripts, each run by its shell, and the manual, checked by the formatters that are installed.
@Suite struct CompletionTests {
  let runner = ProgramRunner()
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  static func tool(_ name: String) -> String? {
    ["/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + name }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  static func has(_ name: String) -> ConditionTrait { .enabled(if: tool(name) != nil, "needs \(name)") }

  /// Writes the script of a shell into a file and returns its path.
  func script(_ shell: String) throws -> String {
    let printed = try runner.run(["completions", shell])
    #expect(printed.status == 0 && printed.standardError == "")
    try printed.standardOutput.write(to: scratch.url.appendingPathComponent("completion.\(shell)"))
    return scratch.path("completion.\(shell)")
  }

  func run(_ tool: String, _ arguments: [String], input: String = "") throws -> (output: String, errors: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Self.tool(tool)))
    process.arguments = arguments
    process.environment = ["HOME": scratch.url.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "dumb"]
    process.currentDirectoryURL = scratch.url
    let (source, output, errors) = (Pipe(), Pipe(), Pipe())
    process.standardInput = source
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let (outputDrain, errorDrain) = (Drain(output.fileHandleForReading), Drain(errors.fileHandleForReading))
    try source.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try source.fileHandleForWriting.close()
    let (printed, said) = (outputDrain.wait(), errorDrain.wait())
    process.waitUntilExit()
    return (String(decoding: printed, as: UTF8.self), String(decoding: said, as: UTF8.self), process.terminationStatus)
  }

  /// What stands on the command line, with the word to complete last; what must be offered; what must not.
  static let cases: [(words: [String], offered: [String], refused: [String])] = [
    (["landmarks", ""], ["hand", "gesture", "face", "pose", "inspect", "bench", "completions", "man"], ["--num"]),
    (["landmarks", "ge"], ["gesture"], ["hand"]),
    (["landmarks", "--v"], ["--version"], ["--num"]),
    (["landmarks", "hand", "--mo"], ["--model", "--mode"], ["--masks"]),
    (["landmarks", "pose", "--ma"], ["--masks", "--masks-folder"], ["--matrices"]),
    (["landmarks", "face", "--mode", ""], ["image", "video"], ["--num"]),
    (["landmarks", "face", "a.jpg", "--format", "j"], ["json", "jsonl"], ["csv"]),
    (["landmarks", "pose", "--smoothing", "o"], ["off", "one-euro"], ["mediapipe"]),
    (["landmarks", "bench", "pose"], ["pose-lite", "pose-full"], ["hand"]),
    (["landmarks", "completions", ""], ["bash", "zsh", "fish"], ["--help"]),
  ]

  @Test(has("bash"))
  func bashOffersCommandsOptionsAndValues() throws {
    let script = try script("bash")
    func offers(_ words: [String]) throws -> [String] {
      let quoted = words.map { "'\($0)'" }.joined(separator: " ")
      let program = """
        . "$1"
        COMP_WORDS=(\(quoted)) COMP_CWORD=\(words.count - 1)
        _landmarks
        printf '%s\\n' "${COMPREPLY[@]}"
        """
      let result = try run("bash", ["--norc", "--noprofile", "-euc", program, "bash", script])
      #expect(result.status == 0 && result.errors == "", "\(result.errors)")
      return result.output.split(separator: "\n").map(String.init)
    }
    for item in Self.cases {
      let offered = try offers(item.words)
      #expect(item.offered.allSatisfy(offered.contains) && !item.refused.contains(where: offered.contains), "\(item): \(offered)")
    }
    // "=" is a word of its own for bash.
    #expect(try offers(["landmarks", "face", "--mode", "=", "v"]) == ["video"])
    #expect(try offers(["landmarks", "face", "--mode", "="]) == ["image", "video"])
    // Files are left to the shell itself, numbers to the user.
    #expect(try offers(["landmarks", "face", "--model", ""]).isEmpty)
    #expect(try offers(["landmarks", "face", "--num", ""]).isEmpty)
    #expect(try offers(["landmarks", "face", ""]).isEmpty)
  }

  @Test(has("zsh"))
  func zshOffersCommandsOptionsAndValues() throws {
    let script = try script("zsh")
    // A shell inside a pseudo terminal, as a person would sit before it: the list of matches is printed on request.
    let program = """
      zmodload zsh/zpty || exit 9
      zpty shell zsh -f -i
      feed() { zpty -w shell "$1" }
      feed "PS1= PS2= ; unset zle_bracketed_paste; autoload -Uz compinit; compinit -D -u"
      feed ". '$1'"
      feed "zstyle ':completion:*' verbose no; LISTMAX=10000; COLUMNS=200 LINES=500"
      feed "list() { compadd() { local -a found; builtin compadd -A found -D found \\"\\$@\\"; builtin compadd -O found \\"\\$@\\"; print -rl -- BEGIN \\$found END; builtin compadd \\"\\$@\\" }; _main_complete }"
      feed "zle -C list list-choices list; bindkey '^T' list"
      feed "echo REA''DY"
      zpty -r shell line '*READY*'
      zpty -n -w shell "$2"$'\\x14'
      zpty -n -w shell $'\\x15'"echo DO''NE"$'\\n'
      while zpty -r shell line; do print -r -- "$line"; [[ $line == *DONE* ]] && break; done
      zpty -d shell
      """
    for item in Self.cases {
      let line = item.words.joined(separator: " ")
      let result = try run("zsh", ["-f", "-c", program, "zsh", script, line])
      let offered = result.output.split(whereSeparator: \.isWhitespace).map { word in
        // Options that take a value are offered with their "=".
        word.hasSuffix("=") ? String(word.dropLast()) : String(word)
      }
      #expect(item.offered.allSatisfy(offered.contains), "\(item): \(result.output) \(result.errors)")
    }
  }

  @Test(has("fish"))
  func fishOffersCommandsOptionsAndValues() throws {
    let script = try script("fish")
    for item in Self.cases {
      let line = item.words.joined(separator: " ")
      let result = try run("fish", ["--no-config", "-c", "source $argv[1]; complete -C $argv[2]", script, line])
      #expect(result.status == 0 && result.errors == "", "\(result.errors)")
      let offered = result.output.split(separator: "\n").map { String($0.split(separator: "\t")[0]) }
      #expect(item.offered.allSatisfy(offered.contains) && !item.refused.contains(where: offered.contains), "\(item): \(offered)")
    }
  }

  @Test func unknownShellsAreRefused() throws {
    let result = try runner.run(["completions", "tcsh"])
    #expect(result.status == 2 && result.standardOutput.isEmpty)
    #expect(result.standardError.contains("Shells: bash, zsh, fish."))
  }

  @Test func manualNamesEveryCommandAndOption() throws {
    let page = try runner.run(["man"])
    #expect(page.status == 0 && page.standardError == "")
    #expect(page.standardOutput.allSatisfy { $0 < 0x80 }, "the page must not depend on an encoding")
    for command in ["hand", "gesture", "face", "pose", "inspect", "bench", "completions", "man"] {
      #expect(page.text.contains("\\fBlandmarks \(command)\\fR"))
      let help = try runner.run([command, "--help"]).text
      for option in help.matches(of: /--[a-z]+(?:-[a-z]+)*/) {
        let escaped = option.output.replacingOccurrences(of: "-", with: "\\-")
        #expect(page.text.contains(escaped), "\(command) \(option.output)")
      }
    }
  }

  @Test(has("mandoc"))
  func mandocRendersTheManualWithoutWarning() throws {
    let result = try run("mandoc", ["-T", "lint", "-W", "warning"], input: runner.run(["man"]).text)
    #expect(result.status == 0 && result.output == "" && result.errors == "", "\(result.output)\(result.errors)")
    let rendered = try run("mandoc", ["-T", "utf8"], input: runner.run(["man"]).text)
    #expect(rendered.output.contains("0…1"))
  }

  @Test(has("groff"))
  func groffRendersTheManualWithoutWarning() throws {
    let result = try run("groff", ["-man", "-Tutf8", "-ww", "-rLL=78n"], input: runner.run(["man"]).text)
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    #expect(result.output.contains("0…1"))
  }
}
