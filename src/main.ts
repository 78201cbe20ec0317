/** The commands of the program. Each loads only what it needs. */
import { parseArgs } from 'node:util';
import { AppError } from './errors.ts';
import { crash, print, printError } from './infra/logging/output.ts';
import { databaseFault } from './infra/process/database-fault.ts';
import { fileFault } from './infra/process/file-fault.ts';
import { StartError } from './infra/process/start-error.ts';
import type { Config } from './infra/settings/config.ts';
import type { WarningTopics } from './infra/settings/setting-warnings.ts';
import { didYouMean } from './text/nearest-name.ts';

/** A command: gets the arguments after its name, resolves with the exit code. */
type Command = (argv: readonly string[]) => Promise<number>;

interface CommandEntry {
  readonly help: string;
  /** Whether it explains itself when it gets `--help`; of the others the line above says it all. */
  readonly hasUsage?: true;
  /** What of the environment it warns of: variables that are no settings, and also how it can be reached. */
  readonly warnsOf?: WarningTopics;
  readonly run: Command;
}

const COMMANDS = {
  serve: {
    help: 'start everything: the embedded Postgres, the core, the gateway and the jobs',
    warnsOf: 'settings and exposure',
    run: async (argv) => {
      noArguments('serve', argv);
      const [{ loadConfig }, { serve }] = await Promise.all([
        import('./infra/settings/config.ts'),
        import('./processes/supervisor/supervisor.ts'),
      ]);
      await serve(loadConfig());
      // Log lines that nobody reads would keep this process alive.
      process.exit(0);
    },
  },
  core: {
    help: 'start the gRPC services alone (needs DATABASE_URL, FLOWARDEN_KEY_PEPPER and FLOWARDEN_SECRETS_KEY)',
    warnsOf: 'settings and exposure',
    run: async (argv) => {
      noArguments('core', argv);
      const [{ configFor }, { startCorePool }] = await Promise.all([
        import('./infra/settings/config.ts'),
        import('./processes/core-pool.ts'),
      ]);
      const config = configFor('core');
      const starting = startCorePool(config);
      const { runCore } = await import('./processes/core.ts');
      await runCore(config, starting);
      return 0;
    },
  },
  gateway: {
    help: 'start the REST gateway alone (finds the core by FLOWARDEN_CORE_ADDRESS)',
    warnsOf: 'settings and exposure',
    run: async (argv) => {
      noArguments('gateway', argv);
      const { runGateway } = await import('../gateway/main.ts');
      await runGateway();
      return 0;
    },
  },
  jobs: {
    help: 'start the background jobs alone (needs DATABASE_URL and FLOWARDEN_SECRETS_KEY; finds the core by FLOWARDEN_CORE_ADDRESS)',
    warnsOf: 'settings',
    run: async (argv) => {
      noArguments('jobs', argv);
      const [{ configFor }, { runJobs }] = await Promise.all([
        import('./infra/settings/config.ts'),
        import('./processes/jobs.ts'),
      ]);
      await runJobs(configFor('jobs'));
      return 0;
    },
  },
  migrate: {
    help: 'bring the database of DATABASE_URL up to date',
    warnsOf: 'settings',
    run: async (argv) => {
      noArguments('migrate', argv);
      const [{ configFor, requireSetting }, { migrateDatabase }] = await Promise.all([
        import('./infra/settings/config.ts'),
        import('./infra/database/migrate.ts'),
      ]);
      const config = configFor('commands');
      const versions = await migrateDatabase(requireSetting(config, 'databaseUrl'), config.hasDatabasePooler);
      print(versions.length === 0 ? 'Nothing to do.\n' : `Applied: ${versions.join(', ')}\n`);
      return 0;
    },
  },
  health: {
    help: 'ask the role that runs here, or the one that is named (core, gateway, jobs, deliveries, serve), whether it serves (0) or not (1)',
    warnsOf: 'settings',
    run: async (argv) => {
      const [{ loadConfig }, { healthCommand }] = await Promise.all([
        import('./infra/settings/config.ts'),
        import('./cli/health-command.ts'),
      ]);
      return healthCommand(argv, loadConfig(), print);
    },
  },
  keys: {
    help: 'create, list and revoke API keys; `flowarden keys --help`',
    warnsOf: 'settings',
    hasUsage: true,
    run: operate(async () => (await import('./cli/admin/keys-command.ts')).keysCommand),
  },
  plan: {
    help: "show and change an organisation's plan; `flowarden plan --help`",
    warnsOf: 'settings',
    hasUsage: true,
    run: operate(async () => (await import('./cli/admin/plan-command.ts')).planCommand),
  },
  organisations: {
    help: 'list organisations, and delete one for good; `flowarden organisations --help`',
    warnsOf: 'settings',
    hasUsage: true,
    run: operate(async () => (await import('./cli/admin/organisations-command.ts')).organisationsCommand),
  },
  members: {
    help: 'add, list and remove people; `flowarden members --help`',
    warnsOf: 'settings',
    hasUsage: true,
    run: operate(async () => (await import('./cli/admin/members-command.ts')).membersCommand),
  },
  audit: {
    help: 'check that the audit log is unchanged: `flowarden audit verify`',
    warnsOf: 'settings',
    hasUsage: true,
    run: operate(async () => (await import('./cli/admin/audit-command.ts')).auditCommand),
  },
  deliveries: {
    help: 'start the sending of webhooks alone (needs DATABASE_URL and FLOWARDEN_WEBHOOK_KEY), or keep a copy of the database from it: `flowarden deliveries --help`',
    warnsOf: 'settings',
    hasUsage: true,
    run: async (argv) => {
      if (argv.length > 0) return silenceDeliveries(argv);
      const [{ configFor }, { runDeliveries }] = await Promise.all([
        import('./infra/settings/config.ts'),
        import('./processes/deliveries.ts'),
      ]);
      await runDeliveries(configFor('deliveries'));
      return 0;
    },
  },
  leads: {
    help: 'print and delete what visitors of the free scanner left; `flowarden leads --help`',
    warnsOf: 'settings',
    hasUsage: true,
    run: operate(async () => (await import('./cli/admin/leads-command.ts')).leadsCommand),
  },
  validate: {
    help: 'validate files without a server',
    warnsOf: 'settings',
    hasUsage: true,
    run: async (argv) => {
      const [{ offlineConfig }, { validateOffline }] = await Promise.all([
        import('./infra/settings/config.ts'),
        import('./cli/validate/validate-command.ts'),
      ]);
      return validateOffline(argv, offlineConfig());
    },
  },
  version: {
    help: 'print the version',
    run: async () => {
      const { programVersion } = await import('./infra/process/install-root.ts');
      print(`flowarden ${programVersion()}\n`);
      return 0;
    },
  },
  help: {
    help: 'print this',
    run: async () => {
      print(usage());
      return 0;
    },
  },
} as const satisfies Record<string, CommandEntry>;

const silenceDeliveries = operate(
  async () => (await import('./cli/admin/deliveries-command.ts')).deliveriesCommand,
);

/** A command of the operator, which works straight on the database. */
function operate(
  load: () => Promise<
    (argv: readonly string[], config: Config, write: (text: string) => void) => Promise<number>
  >,
): Command {
  return async (argv) => {
    const [{ configFor }, command] = await Promise.all([import('./infra/settings/config.ts'), load()]);
    return command(argv, configFor('commands'), print);
  };
}

function usage(): string {
  const lines = Object.entries(COMMANDS).map(([name, { help }]) => `  ${name.padEnd(10)}${help}`);
  return `flowarden <command>\n\n${lines.join('\n')}\n`;
}

function noArguments(name: string, argv: readonly string[]): void {
  try {
    parseArgs({ args: [...argv], options: {}, strict: true });
  } catch (cause) {
    throw new StartError(
      `\`flowarden ${name}\` takes no arguments: its settings are environment variables.`,
      2,
      { cause },
    );
  }
}

/** The command that the words ask for. `flowarden help keys` is `flowarden keys --help`. */
function commandOf([word = 'help', ...argv]: readonly string[]): () => Promise<number> {
  const aliases: Readonly<Record<string, string>> = {
    '--version': 'version',
    '-v': 'version',
    '--help': 'help',
    '-h': 'help',
  };
  const name = aliases[word] ?? word;
  if (!Object.hasOwn(COMMANDS, name)) {
    const problem = `There is no command "${word}".${didYouMean(word, Object.keys(COMMANDS))}`;
    throw new StartError(`${problem}\n\n${usage()}`, 2);
  }
  const [topic] = argv;
  if (name === 'help' && topic !== undefined && (aliases[topic] ?? topic) !== 'help')
    return commandOf([topic, '--help']);
  const command: CommandEntry = COMMANDS[name as keyof typeof COMMANDS];
  const asksForHelp = argv.includes('--help') || argv.includes('-h');
  if (!asksForHelp || command.hasUsage) {
    return async () => {
      if (!asksForHelp) await warn(command.warnsOf);
      return command.run(argv);
    };
  }
  const text = name === 'help' ? usage() : `flowarden ${name}: ${command.help}\n`;
  return async () => {
    print(text);
    return 0;
  };
}

/** Warns of what the environment holds and a command of these topics should not pass over in silence. */
async function warn(topics: CommandEntry['warnsOf']): Promise<void> {
  if (topics === undefined) return;
  const { warningsOf } = await import('./infra/settings/config.ts');
  for (const sentence of warningsOf(topics)) printError(`flowarden: Warning: ${sentence}\n`);
}

/** A reader that has seen enough (`| head`) is no error of ours; a full disk is one, whatever the command says. */
function endWithoutOutput(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return;
  printError(`flowarden: The output cannot be written: ${error.message}.\n`);
  process.exit(2);
}

async function main(): Promise<void> {
  process.on('uncaughtException', crash);
  process.stdout.on('error', endWithoutOutput);
  // A message that nobody reads any more changes nothing: the exit code says the same.
  process.stderr.on('error', () => {});
  try {
    process.exitCode = await commandOf(process.argv.slice(2))();
  } catch (error) {
    const curable = asStartError(error);
    if (curable === null) crash(error);
    printError(`flowarden: ${curable.message}\n`);
    // A role that could not start may hold connections that would keep it alive.
    process.exit(curable.exitCode);
  }
}

/** What the operator can cure, or null: a database that is away at the start is no mistake of ours. */
function asStartError(error: unknown): StartError | null {
  if (error instanceof StartError) return error;
  const fault = fileFault(error);
  if (fault !== null) {
    return new StartError(`${fault}. Mend that, or set FLOWARDEN_DATA_DIR to another folder.`, 1, {
      cause: error,
    });
  }
  if (!(error instanceof AppError) || error.code !== 'database_unavailable') return databaseFault(error);
  const { cause } = error;
  const reason = cause instanceof Error ? cause.message || String(cause) : 'it does not answer in time';
  return new StartError(`The database cannot be used: ${reason}. Check DATABASE_URL.`, 1, { cause: error });
}

await main();
