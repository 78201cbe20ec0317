/** `flowarden completion`: the script that completes commands and options in a shell. */
import { print } from '../../infra/logging/output.ts';
import { StartError } from '../../infra/process/start-error.ts';
import type { CommandEntry, Commands } from '../run-command.ts';

const USAGE = `flowarden completion bash|zsh

Prints a script that completes commands, options and their values.

  bash   flowarden completion bash > ~/.local/share/bash-completion/completions/flowarden
  zsh    flowarden completion zsh > ~/.zfunc/_flowarden; add to ~/.zshrc: source ~/.zfunc/_flowarden
`;

/** Creates the command for a table of commands, which may hold it. */
export function completionCommand(commands: () => Commands): CommandEntry {
  return {
    help: 'print the script that completes commands and options in bash or zsh',
    hasUsage: true,
    run: async ([shell, ...rest]) => {
      if (shell === '--help' || shell === '-h') {
        print(USAGE);
        return 0;
      }
      const isKnown = shell === 'bash' || shell === 'zsh';
      if (!isKnown || rest.length > 0) throw new StartError(`Name one shell: bash or zsh.\n\n${USAGE}`, 2);
      const head = shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : '';
      print(`${head}${await script(commands())}`);
      return 0;
    },
  };
}

async function script(commands: Commands): Promise<string> {
  const names = Object.keys(commands);
  const entries = await Promise.all(
    names.map(async (name) => ({ name, options: (await commands[name]!.options?.()) ?? {} })),
  );
  const options = entries.flatMap(({ name, options: own }) => {
    const words = Object.keys(own).map((option) => `--${option}`);
    return words.length === 0 ? [] : [`      ${name}) words="${words.join(' ')}" ;;`];
  });
  const values = entries.flatMap(({ name, options: own }) =>
    Object.entries(own).flatMap(([option, known]) =>
      known.length === 0 ? [] : [`    "${name} --${option}") words="${known.join(' ')}" ;;`],
    ),
  );
  return `_flowarden() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  case "\${COMP_WORDS[1]} $before" in
${values.join('\n')}
  esac
  if [ -n "$words" ]; then :
  elif [ "$COMP_CWORD" -eq 1 ]; then words="${names.join(' ')} help"
  elif [ "\${current:0:1}" = "-" ]; then
    case "\${COMP_WORDS[1]}" in
${options.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _flowarden flowarden
`;
}
