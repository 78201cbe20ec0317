/** Runs the command in the arguments: help, warnings, error messages, exit codes. */
import { AppError } from '../errors.ts';
import { crash, print, printError } from '../infra/logging/output.ts';
import { databaseFault } from '../infra/process/database-fault.ts';
import { fileFault } from '../infra/process/file-fault.ts';
import { StartError } from '../infra/process/start-error.ts';
import type { WarningTopics } from '../infra/settings/setting-warnings.ts';
import { didYouMean } from '../text/nearest-name.ts';

/** Runs a command with the arguments after its name. Resolves with the exit code. */
export type CliCommand = (argv: readonly string[]) => Promise<number>;

/** Command with its help. */
export interface CommandEntry {
  readonly help: string;
  /** True if the command prints its own usage for `--help`; the others only have the help line. */
  readonly hasUsage?: true;
  /** Loads the options by name, each with its closed set of values; empty: any value, or none. */
  readonly options?: () => Promise<Readonly<Record<string, readonly string[]>>>;
  /** Topics of warnings about the environment. */
  readonly warnsOf?: WarningTopics;
  readonly run: CliCommand;
}

/** Commands by name. */
export type Commands = Readonly<Record<string, CommandEntry>>;

/** Prints the version of this program. */
export const VERSION_COMMAND: CommandEntry = {
  help: 'print the version',
  run: async () => {
    const { programVersion } = await import('../infra/process/install-root.ts');
    print(`flowarden ${programVersion()}\n`);
    return 0;
  },
};

const HELP = { name: 'help', help: 'print this' } as const;

function usage(commands: Commands): string {
  const entries = [...Object.entries(commands), [HELP.name, HELP] as const];
  const width = Math.max(...entries.map(([name]) => name.length)) + 2;
  const lines = entries.map(([name, { help }]) => `  ${name.padEnd(width)}${help}`);
  return `flowarden <command>\n\n${lines.join('\n')}\n`;
}

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['--version', 'version'],
  ['-v', 'version'],
  ['--help', HELP.name],
  ['-h', HELP.name],
]);

/** Finds the command in the arguments. `flowarden help keys` is `flowarden keys --help`. */
function commandOf(
  commands: Commands,
  [word = HELP.name, ...argv]: readonly string[],
): () => Promise<number> | number {
  const name = ALIASES.get(word) ?? word;
  if (name === HELP.name) {
    const [topic] = argv;
    if (topic !== undefined && (ALIASES.get(topic) ?? topic) !== HELP.name)
      return commandOf(commands, [topic, '--help']);
    return () => printed(usage(commands));
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    const names = [...Object.keys(commands), HELP.name];
    const problem = `There is no command "${word}".${didYouMean(word, names)}`;
    throw new StartError(`${problem}\n\n${usage(commands)}`, 2);
  }
  const wantsHelp = argv.includes('--help') || argv.includes('-h');
  if (wantsHelp && !command.hasUsage) return () => printed(`flowarden ${name}: ${command.help}\n`);
  return async () => {
    if (!wantsHelp) await warn(command.warnsOf);
    return command.run(argv);
  };
}

function printed(text: string): number {
  print(text);
  return 0;
}

/** Warns about unknown or unsafe settings of these topics. */
async function warn(topics: CommandEntry['warnsOf']): Promise<void> {
  if (topics === undefined) return;
  const { warningsOf } = await import('../infra/settings/config.ts');
  for (const sentence of warningsOf(topics)) printError(`flowarden: Warning: ${sentence}\n`);
}

/** Ends the command after a failed write: a closed pipe (`| head`) is no error, a full disk always is. */
function endWithoutOutput(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return;
  printError(`flowarden: The output cannot be written: ${error.message}.\n`);
  process.exit(2);
}

/** Runs the command in the arguments of this process, and sets the exit code. */
export async function runCommand(commands: Commands): Promise<void> {
  process.on('uncaughtException', crash);
  process.stdout.on('error', endWithoutOutput);
  // A lost message changes nothing: the exit code has the same meaning.
  process.stderr.on('error', () => {});
  try {
    process.exitCode = await commandOf(commands, process.argv.slice(2))();
  } catch (error) {
    const curable = asStartError(error);
    if (curable === null) crash(error);
    printError(`flowarden: ${curable.message}\n`);
    // A role that could not start may hold connections that would prevent its exit.
    process.exit(curable.exitCode);
  }
}

/** Converts the error to a message for the operator; null for faults of the program. */
function asStartError(error: unknown): StartError | null {
  if (error instanceof StartError) return error;
  const fault = fileFault(error);
  if (fault !== null) {
    return new StartError(`${fault}. Fix that, or set FLOWARDEN_DATA_DIR to another folder.`, 1, {
      cause: error,
    });
  }
  if (!(error instanceof AppError) || error.code !== 'database_unavailable') return databaseFault(error);
  const { cause } = error;
  const reason = cause instanceof Error ? cause.message || String(cause) : 'it does not answer in time';
  return new StartError(`The database cannot be used: ${reason}. Check DATABASE_URL.`, 1, { cause: error });
}
