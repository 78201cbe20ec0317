/** Words that a shell completes: the commands, the options of each, and the values of options with a closed set. */
import type { Commands } from '../../run-command.ts';

/** Words of one command. */
export interface CommandWords {
  readonly name: string;
  readonly help: string;
  /** Values by option without its dashes; empty: any value, or none. */
  readonly options: Readonly<Record<string, readonly string[]>>;
}

/** Loads the words of every command. */
export function completionWords(commands: Commands): Promise<readonly CommandWords[]> {
  return Promise.all(
    Object.entries(commands).map(async ([name, { help, options }]) => ({
      name,
      help,
      options: (await options?.()) ?? {},
    })),
  );
}
