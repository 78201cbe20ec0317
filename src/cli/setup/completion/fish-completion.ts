/** Completion in fish. */
import type { CommandWords } from './completion-words.ts';

/** Returns the script for fish: one line for each word. */
export function fishCompletion(commands: readonly CommandWords[]): string {
  const first = commands.map(
    ({ name, help }) => `complete -c flowarden -n __fish_use_subcommand -f -a ${name} -d ${quoted(help)}`,
  );
  const options = commands.flatMap(({ name, options: own }) =>
    Object.entries(own).map(([option, known]) => {
      const seen = `complete -c flowarden -n '__fish_seen_subcommand_from ${name}' -l ${option}`;
      return known.length === 0 ? seen : `${seen} -x -a ${quoted(known.join(' '))}`;
    }),
  );
  return `${[...first, ...options].join('\n')}\n`;
}

/** Quotes a text as one word of fish, where a backslash escapes in single quotes too. */
function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
}
