/** Commands of the program. Each loads only what it needs. */
import { parseArgs } from 'node:util';
import type { DoctorSettings } from './cli/doctor/doctor-command.ts';
import { OFFLINE_COMMANDS } from './cli/offline-commands.ts';
import { type CliCommand, type Commands, runCommand } from './cli/run-command.ts';
import { completionCommand } from './cli/setup/completion/completion-command.ts';
import { print } from './infra/logging/output.ts';
import { StartError } from './infra/process/start-error.ts';
import type { Config } from './infra/settings/config.ts';

const COMMANDS = {
  serve: {
    help: 'start everything: the embedded Postgres, the core, the gateway and the jobs',
    warnsOf: 'settings and exposure',
    run: async (argv) => {
      noArguments('serve', argv);
      const [{ loadConfig }, { supervise }] = await Promise.all([
        import('./infra/settings/config.ts'),
        import('./processes/supervisor/supervisor.ts'),
      ]);
      await supervise(loadConfig());
      // Unread log lines would prevent the exit of this process.
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
    help: 'migrate the database of DATABASE_URL',
    warnsOf: 'settings',
    run: async (argv) => {
      noArguments('migrate', argv);
      const [{ configFor, requireSetting }, { migrateAndRecord }] = await Promise.all([
        import('./infra/settings/config.ts'),
        import('./processes/migrate.ts'),
      ]);
      const config = configFor('commands');
      const versions = await migrateAndRecord(requireSetting(config, 'databaseUrl'), config.databasePooler);
      print(versions.length === 0 ? 'Nothing to do.\n' : `Applied: ${versions.join(', ')}\n`);
      return 0;
    },
  },
  health: {
    help: 'check whether the role that runs here, or the named one (core, gateway, jobs, deliveries, pulls, serve), serves (0) or not (1)',
    warnsOf: 'settings',
    run: async (argv) => {
      const [{ loadConfig }, { healthCommand }] = await Promise.all([
        import('./infra/settings/config.ts'),
        import('./cli/health-command.ts'),
      ]);
      return healthCommand(argv, loadConfig(), print);
    },
  },
  doctor: {
    help: 'check settings, database, pooler, clocks, bucket and processes, and say what to do; `flowarden doctor --help`',
    hasUsage: true,
    options: async () => (await import('./cli/doctor/doctor-command.ts')).DOCTOR_OPTIONS,
    run: async (argv) => {
      const [{ loadConfig, warningsOf }, { doctorCommand }] = await Promise.all([
        import('./infra/settings/config.ts'),
        import('./cli/doctor/doctor-command.ts'),
      ]);
      const load: DoctorSettings['load'] = (role) => loadConfig(undefined, role ?? undefined);
      return doctorCommand(argv, { load, warnings: warningsOf('settings and exposure') }, print);
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
  limits: {
    help: 'clear the rate limits of an organisation; `flowarden limits --help`',
    warnsOf: 'settings',
    hasUsage: true,
    run: operate(async () => (await import('./cli/admin/limits-command.ts')).limitsCommand),
  },
  organisations: {
    help: 'list organisations, and delete one permanently; `flowarden organisations --help`',
    warnsOf: 'settings',
    hasUsage: true,
    run: operate(async () => (await import('./cli/admin/organisations-command.ts')).organisationsCommand),
  },
  members: {
    help: 'add, list and remove members; `flowarden members --help`',
    warnsOf: 'settings',
    hasUsage: true,
    run: operate(async () => (await import('./cli/admin/members-command.ts')).membersCommand),
  },
  'sign-in-link': {
    help: 'print a link by which a person signs in at the web app, once; `flowarden sign-in-link --help`',
    warnsOf: 'settings',
    hasUsage: true,
    run: operate(async () => (await import('./cli/admin/sign-in-link-command.ts')).signInLinkCommand),
  },
  audit: {
    help: 'check that the audit log is unchanged: `flowarden audit verify`',
    warnsOf: 'settings',
    hasUsage: true,
    run: operate(async () => (await import('./cli/admin/audit-command.ts')).auditCommand),
  },
  deliveries: {
    help: 'start the sending of webhooks alone (needs DATABASE_URL and FLOWARDEN_WEBHOOK_KEY), or cancel the deliveries of a copied database: `flowarden deliveries --help`',
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
  pulls: {
    help: 'start the pulling of sources alone (needs DATABASE_URL and FLOWARDEN_SOURCES_KEY)',
    warnsOf: 'settings',
    run: async (argv) => {
      noArguments('pulls', argv);
      const [{ configFor }, { runPulls }] = await Promise.all([
        import('./infra/settings/config.ts'),
        import('./processes/pulls.ts'),
      ]);
      await runPulls(configFor('pulls'));
      return 0;
    },
  },
  leads: {
    help: 'print and delete leads of the free scanner; `flowarden leads --help`',
    warnsOf: 'settings',
    hasUsage: true,
    run: operate(async () => (await import('./cli/admin/leads-command.ts')).leadsCommand),
  },
  ...OFFLINE_COMMANDS,
  completion: completionCommand((): Commands => COMMANDS),
} as const satisfies Commands;

const silenceDeliveries = operate(
  async () => (await import('./cli/admin/deliveries-command.ts')).deliveriesCommand,
);

/** Creates the entry of an operator's command, which works directly on the database. */
function operate(
  load: () => Promise<
    (argv: readonly string[], config: Config, write: (text: string) => void) => Promise<number>
  >,
): CliCommand {
  return async (argv) => {
    const [{ configFor }, command] = await Promise.all([import('./infra/settings/config.ts'), load()]);
    return command(argv, configFor('commands'), print);
  };
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

await runCommand(COMMANDS);
