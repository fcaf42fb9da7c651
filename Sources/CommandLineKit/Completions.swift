/// Scripts that teach a shell to complete a program's commands, options and values.
package enum Completions: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish

  /// The script for a program.
  package func script(for program: ProgramDefinition) -> String {
    let head = "made by \"\(program.name) completions \(rawValue)\"; do not edit."
    return switch self {
    case .bash: "# Completion of \(program.name) for bash, \(head)\n" + Self.bash(program)
    case .zsh: "#compdef \(program.name)\n# Completion of \(program.name) for zsh, \(head)\n" + Self.zsh(program)
    case .fish: "# Completion of \(program.name) for fish, \(head)\n" + Self.fish(program)
    }
  }

  /// The name of the script's function, of letters that every shell allows.
  private static func function(_ program: ProgramDefinition) -> String {
    "_" + program.name.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
  }

  /// A text in single quotes, as bash and zsh read it.
  private static func quoted(_ text: String) -> String { "'" + replaced(text, ["'": "'\\''"]) + "'" }

  private static func replaced(_ text: String, _ replacements: [Character: String]) -> String {
    text.map { replacements[$0] ?? String($0) }.joined()
  }
}

// MARK: - bash

extension Completions {
  /// Only what bash 3.2 has, the version of macOS. File names are left to readline, which knows how to quote them.
  private static func bash(_ program: ProgramDefinition) -> String {
    let cases = program.commands.map { command in
      "    \(command.word))\n\(bashBody(command))      ;;\n"
    }.joined()
    let words = (program.options.flatMap(\.spellings) + program.commands.map(\.word)).joined(separator: " ")
    return """
      \(function(program))() {
        local current=${COMP_WORDS[COMP_CWORD]} option='' command='' words='' kind=file index
        COMPREPLY=()
        for ((index = 1; index < COMP_CWORD; index++)); do
          if [[ ${COMP_WORDS[index]} != -* ]]; then command=${COMP_WORDS[index]}; break; fi
        done
        # "--name=value" comes in three parts where "=" breaks words.
        if [[ $current == '=' ]]; then
          option=${COMP_WORDS[COMP_CWORD - 1]} current=''
        elif ((COMP_CWORD > 2)) && [[ ${COMP_WORDS[COMP_CWORD - 1]} == '=' ]]; then
          option=${COMP_WORDS[COMP_CWORD - 2]}
        elif ((COMP_CWORD > 1)); then
          option=${COMP_WORDS[COMP_CWORD - 1]}
        fi
        case $command in
          '') kind=words words=\(quoted(words)) ;;
      \(cases)  esac
        if [[ $kind == words ]]; then
          while IFS= read -r index; do COMPREPLY+=("$index"); done < <(compgen -W "$words" -- "$current")
        elif [[ $kind == folder ]]; then
          compopt +o default -o dirnames 2>/dev/null || :
        elif [[ $kind == free ]]; then
          compopt +o default +o bashdefault 2>/dev/null || :
        fi
        return 0
      }
      complete -o default -o bashdefault -F \(function(program)) \(program.name)

      """
  }

  private static func bashBody(_ command: ProgramDefinition.Command) -> String {
    func assign(_ kind: ValueKind) -> String {
      switch kind {
      case .words(let words): "kind=words words=\(quoted(words.joined(separator: " ")))"
      case .file: "kind=file"
      case .folder: "kind=folder"
      case .free, .none: "kind=free"
      }
    }
    var text = "      case $option in\n"
    for option in command.definition.options where option.valueKind != .none {
      text += "        \(option.spellings.joined(separator: " | "))) \(assign(option.valueKind)) ;;\n"
    }
    let all = command.definition.options.flatMap(\.spellings).joined(separator: " ")
    text += "        *) if [[ $current == -* ]]; then kind=words words=\(quoted(all)); else \(assign(command.operands)); fi ;;\n"
    return text + "      esac\n"
  }
}

// MARK: - zsh

extension Completions {
  private static func zsh(_ program: ProgramDefinition) -> String {
    let commands = program.commands.map {
      "        \(quoted("\($0.word):\(replaced($0.brief, [":": "\\:"]))"))\n"
    }.joined()
    let cases = program.commands.map { command in
      let rows = command.definition.options.map(zshOption) + [zshOperands(command)]
      return "        \(command.word))\n          _arguments -s -S \\\n            "
        + rows.joined(separator: " \\\n            ") + "\n          ;;\n"
    }.joined()
    let own = program.options.map(zshOption).joined(separator: " \\\n    ")
    return """
      \(function(program))() {
        local curcontext="$curcontext" context state state_descr line
        typeset -A opt_args
        _arguments -C \\
          \(own) \\
          '1:command:->command' \\
          '*::argument:->argument'
        case $state in
          command)
            local -a commands
            commands=(
      \(commands)      )
            _describe -t commands command commands
            ;;
          argument)
            case $words[1] in
      \(cases)      esac
            ;;
        esac
      }
      if [ "$funcstack[1]" = "\(function(program))" ]; then
        \(function(program)) "$@"
      else
        compdef \(function(program)) \(program.name)
      fi

      """
  }

  private static func zshOption(_ option: OptionDefinition) -> String {
    let meaning = "[" + replaced(option.meaning, ["[": "\\[", "]": "\\]", ":": "\\:", "\\": "\\\\"]) + "]"
    let takesValue = option.valueKind != .none
    let value =
      takesValue ? ":" + replaced(option.metavar ?? "", [":": "\\:", "[": "\\[", "]": "\\]"]) + zshAction(option.valueKind) : ""
    guard let short = option.short else { return quoted("--\(option.name)" + (takesValue ? "=" : "") + meaning + value) }
    return quoted("(-\(short) --\(option.name))") + "{-\(short)\(takesValue ? "+" : ""),--\(option.name)\(takesValue ? "=" : "")}"
      + quoted(meaning + value)
  }

  private static func zshAction(_ kind: ValueKind) -> String {
    switch kind {
    case .none: ""
    case .words(let words): ":(" + words.joined(separator: " ") + ")"
    case .file: ":_files"
    case .folder: ":_files -/"
    case .free: ": "
    }
  }

  private static func zshOperands(_ command: ProgramDefinition.Command) -> String {
    command.operands == .none ? "" : quoted("*:argument" + zshAction(command.operands))
  }
}

// MARK: - fish

extension Completions {
  private static func fish(_ program: ProgramDefinition) -> String {
    let condition = "_" + function(program) + "_command"
    var text = """
      function \(condition)
        set -l words (commandline -opc)
        if test (count $argv) -eq 0
          test (count $words) -eq 1
        else
          test (count $words) -ge 2; and test $words[2] = $argv[1]
        end
      end
      complete -c \(program.name) -n \(condition) -f

      """
    func line(_ condition: String, _ rest: String, _ meaning: String) {
      text += "complete -c \(program.name) -n \(condition) \(rest) -d \(fishQuoted(meaning))\n"
    }
    for option in program.options { line(condition, fishCall(option), option.meaning) }
    for command in program.commands { line(condition, "-a \(command.word)", command.brief) }
    for command in program.commands {
      let isCommand = fishQuoted("\(condition) \(command.word)")
      for option in command.definition.options { line(isCommand, fishCall(option), option.meaning) }
      switch command.operands {
      case .words(let words):
        text += "complete -c \(program.name) -n \(isCommand) -f -a \(fishQuoted(words.joined(separator: " ")))\n"
      case .none, .free: text += "complete -c \(program.name) -n \(isCommand) -f\n"
      case .file, .folder: break
      }
    }
    return text
  }

  private static func fishCall(_ option: OptionDefinition) -> String {
    let names = (option.short.map { "-s \($0) " } ?? "") + "-l \(option.name)"
    return switch option.valueKind {
    case .none: names
    case .words(let words): "\(names) -x -a \(fishQuoted(words.joined(separator: " ")))"
    case .file: "\(names) -r -F"
    case .folder: "\(names) -x -a '(__fish_complete_directories)'"
    case .free: "\(names) -x"
    }
  }

  private static func fishQuoted(_ text: String) -> String { "'" + replaced(text, ["'": "\\'", "\\": "\\\\"]) + "'" }
}
