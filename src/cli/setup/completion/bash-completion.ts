/** Completion in bash, which zsh can read too. */
import type { CommandWords } from './completion-words.ts';

/** Returns the script for bash. */
export function bashCompletion(commands: readonly CommandWords[]): string {
  const options = commands.flatMap(({ name, options: own }) => {
    const words = Object.keys(own).map((option) => `--${option}`);
    return words.length === 0 ? [] : [`      ${name}) words="${words.join(' ')}" ;;`];
  });
  const values = commands.flatMap(({ name, options: own }) =>
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
  elif [ "$COMP_CWORD" -eq 1 ]; then words="${commands.map(({ name }) => name).join(' ')} help"
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

/** Returns the script for zsh. */
export function zshCompletion(commands: readonly CommandWords[]): string {
  return `autoload -U +X bashcompinit && bashcompinit\n${bashCompletion(commands)}`;
}
