/** `flowarden doctor`: checks what an installation depends on, and says what to do about each problem. */
import { processCommand } from '../../infra/process/process-identity.ts';
import { StartError } from '../../infra/process/start-error.ts';
import type { Config } from '../../infra/settings/config.ts';
import { SETTINGS } from '../../infra/settings/setting-table.ts';
import { SERVING_ROLES } from '../../infra/settings/setting-values.ts';
import { DATABASE_HINT, keyPepper, ownerUrl } from '../admin/operator.ts';
import { endIfWrong, optionText, parseOptions, unknownValue } from '../options.ts';
import { checkBucket } from './bucket-check.ts';
import { CHECKS, type CheckResult, resultsOf } from './check.ts';
import { checkCores } from './core-check.ts';
import { checkDatabase, skipAll, skipDatabase } from './database-checks.ts';
import { checkMail } from './mail-check.ts';
import { checkSettings, type ServingRole } from './settings-check.ts';

const FORMATS = ['text', 'json'] as const;

const USAGE = `flowarden doctor [--role ${SERVING_ROLES.join('|')}] [--format ${FORMATS.join('|')}]

Checks settings, database, account, row-level security, migrations, pooler, clocks, the processes that beat, the pepper, audit
targets, cores, bucket and mail server. Each line says what is so, or what is wrong and what to do. In the bucket it writes, reads and deletes an object; nothing else is changed.

  --role    the role to check for, with its settings (default: the role of this container; else none in particular)
  --format  text or json (default: text)

${DATABASE_HINT}

Exit code: 0 no check failed, 1 one did, 2 wrong arguments.
`;

const OPTIONS = {
  role: { type: 'string' },
  format: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Options with their closed sets of values, for completion. */
export const DOCTOR_OPTIONS = { role: SERVING_ROLES, format: FORMATS, help: [] } as const;

/** Settings of the process, and the warnings about its environment. */
export interface DoctorSettings {
  readonly load: (role: ServingRole | null) => Config;
  readonly warnings: readonly string[];
}

/** Runs the command; `write` prints on standard output. Returns the exit code. */
export async function doctorCommand(
  argv: readonly string[],
  settings: DoctorSettings,
  write: (text: string) => void,
): Promise<number> {
  const { values, positionals, problems } = parseOptions(argv, OPTIONS);
  if (values.help) {
    write(USAGE);
    return 0;
  }
  const format = optionText(values.format) ?? 'text';
  if (!FORMATS.some((known) => known === format)) problems.push(unknownValue('format', format, FORMATS));
  const named = optionText(values.role);
  const role = SERVING_ROLES.find((known) => known === named) ?? null;
  if (named !== undefined && role === null) problems.push(unknownValue('role', named, SERVING_ROLES));
  if (positionals.length > 0) problems.push(`\`flowarden doctor\` takes no argument "${positionals[0]}".`);
  endIfWrong(problems, 'doctor');
  const results = await examine(named === undefined ? roleOfContainer() : role, settings);
  const failures = results.filter(({ state }) => state === 'failed').length;
  write(format === 'json' ? asJson(results, failures) : asText(results, failures));
  return failures === 0 ? 0 : 1;
}

function roleOfContainer(): ServingRole | null {
  const command = processCommand(1) ?? '';
  return SERVING_ROLES.find((role) => new RegExp(`\\b${role}\\s*$`).test(command)) ?? null;
}

async function examine(
  role: ServingRole | null,
  { load, warnings }: DoctorSettings,
): Promise<readonly CheckResult[]> {
  const { config, results } = checkSettings(role, () => load(role), warnings);
  const [, ...others] = CHECKS;
  if (config === null) return [...results, ...skipAll(others, 'The settings cannot be read.')];
  return [
    ...results,
    ...(await examineDatabase(role, config)),
    await examineCores(role, config),
    ...(await examineBucket(role, config)),
    await examineMail(role, config),
  ];
}

async function examineDatabase(role: ServingRole | null, config: Config): Promise<readonly CheckResult[]> {
  if (role === 'gateway') return skipDatabase('The gateway has no access to the database.');
  const url = addressOfDatabase(config);
  if (url instanceof StartError) {
    return [
      resultsOf('database').failed(url.message),
      ...skipDatabase('There is no address of the database.').slice(1),
    ];
  }
  const isEmbedded = config.databaseUrl === null;
  const pepper = role === null || role === 'core' ? pepperOf(config) : null;
  return checkDatabase({ url, isPooled: config.databasePooler !== false, isEmbedded, role, pepper });
}

function pepperOf(config: Config): string | null {
  try {
    return keyPepper(config);
  } catch (error) {
    // The check of the settings reports that it is not set.
    if (error instanceof StartError) return null;
    throw error;
  }
}

function addressOfDatabase(config: Config): string | StartError {
  try {
    return ownerUrl(config);
  } catch (error) {
    if (error instanceof StartError) return error;
    throw error;
  }
}

async function examineCores(role: ServingRole | null, { coreAddress }: Config): Promise<CheckResult> {
  const { skipped } = resultsOf('core');
  if (role === 'core' || role === 'deliveries' || role === 'pulls')
    return skipped(`The ${role} calls no core.`);
  if (coreAddress === null) return skipped('FLOWARDEN_CORE_ADDRESS is not set: the core is on this machine.');
  return checkCores(coreAddress);
}

async function examineBucket(role: ServingRole | null, config: Config): Promise<readonly CheckResult[]> {
  const { readers } = SETTINGS.FLOWARDEN_S3_BUCKET;
  if (role !== null && !readers.some((reader) => reader === role))
    return skipAll(['bucket'], `The ${role} does not use it.`);
  const url = addressOfDatabase(config);
  if (url instanceof StartError) return skipAll(['bucket'], 'There is no address of the database.');
  return checkBucket(config.s3, url);
}

async function examineMail(role: ServingRole | null, { mail }: Config): Promise<CheckResult> {
  if (role !== null && role !== 'jobs') return resultsOf('mail').skipped(`The ${role} sends no mails.`);
  return checkMail(mail);
}

function asText(results: readonly CheckResult[], failures: number): string {
  const lines = results.map(({ check, state, text }) => `${state.padEnd(8)}${check.padEnd(10)}${text}`);
  const end =
    failures === 0 ? 'No check failed.' : failures === 1 ? '1 check failed.' : `${failures} checks failed.`;
  return `${[...lines, end].join('\n')}\n`;
}

function asJson(checks: readonly CheckResult[], failures: number): string {
  return `${JSON.stringify({ ok: failures === 0, checks }, null, 2)}\n`;
}
