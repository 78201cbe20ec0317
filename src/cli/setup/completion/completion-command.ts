/** `flowarden completion`: the script that completes commands and options in a shell. */
import { print } from '../../../infra/logging/output.ts';
import { StartError } from '../../../infra/process/start-error.ts';
import type { CommandEntry, Commands } from '../../run-command.ts';
import { bashCompletion, zshCompletion } from './bash-completion.ts';
import { type CommandWords, completionWords } from './completion-words.ts';
import { fishCompletion } from './fish-completion.ts';
import { powershellCompletion } from './powershell-completion.ts';

const SCRIPTS: Readonly<Record<string, (commands: readonly CommandWords[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
  powershell: powershellCompletion,
};

const SHELLS = Object.keys(SCRIPTS);

const USAGE = `flowarden completion ${SHELLS.join('|')}

Prints a script that completes commands, options and their values.

  bash         flowarden completion bash > ~/.local/share/bash-completion/completions/flowarden
  zsh          flowarden completion zsh > ~/.zfunc/_flowarden; add to ~/.zshrc: source ~/.zfunc/_flowarden
  fish         flowarden completion fish > ~/.config/fish/completions/flowarden.fish
  powershell   add to $PROFILE: flowarden completion powershell | Out-String | Invoke-Expression
`;

/** Creates the command for a table of commands, which may hold it. */
export function completionCommand(commands: () => Commands): CommandEntry {
  return {
    help: `print the script that completes commands and options in ${SHELLS.slice(0, -1).join(', ')} or ${SHELLS.at(-1)}`,
    hasUsage: true,
    run: async ([shell = '', ...rest]) => {
      if (shell === '--help' || shell === '-h') {
        print(USAGE);
        return 0;
      }
      const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
      if (script === undefined || rest.length > 0)
        throw new StartError(`Name one shell: ${SHELLS.join(', ')}.\n\n${USAGE}`, 2);
      print(script(await completionWords(commands())));
      return 0;
    },
  };
}
