/** Checks over connections to the database: version, account, walls, schema, pooler, clock, and the programs that beat. */
import {
  type AccountFacts,
  listUnreadableTables,
  listUnwalledTables,
  readAccountFacts,
} from '../../infra/database/account-facts.ts';
import type { Sql } from '../../infra/database/connections.ts';
import {
  connectApplication,
  connectDeliveries,
  connectOwner,
  disconnect,
  inTransaction,
} from '../../infra/database/database.ts';
import { newestMigration } from '../../infra/database/migrations.ts';
import { currentVersion, rejectContractedSchema } from '../../infra/database/servable-schema.ts';
import { hasTransactionPooler } from '../../infra/database/transaction-pooler.ts';
import { INFRA_LIMITS } from '../../infra/limits.ts';
import { programVersion } from '../../infra/process/install-root.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { type LivingProgram, listLivingPrograms } from '../../infra/queue/job-processes.ts';
import { listServingPrograms, type ServingProgram } from '../../infra/queue/program-beats.ts';
import { hasSources } from '../../service/sources/any-source-store.ts';
import { checkAccount } from './account-check.ts';
import { type CheckName, type CheckResult, reasonOf, resultsOf } from './check.ts';
import { checkPepper } from './pepper-check.ts';
import type { ServingRole } from './settings-check.ts';
import { checkTargets } from './targets-check.ts';

/** Difference between the clocks of a program and its database from which `flowarden doctor` complains. */
const CLOCK_SKEW_MS_MAX = 5_000;

/** Oldest major version of Postgres that the program is tested with. */
const OLDEST_POSTGRES = 14;

/** Database to look at, as a role uses it. */
export interface DatabaseUse {
  readonly url: string;
  readonly isPooled: boolean;
  /** True for the Postgres that `flowarden serve` brings. */
  readonly isEmbedded: boolean;
  /** Null: no role in particular. */
  readonly role: ServingRole | null;
  /** Null: the role has none, or it is not set. */
  readonly pepper: string | null;
}

const AFTER_DATABASE = [
  'account',
  'walls',
  'schema',
  'pooler',
  'clock',
  'programs',
  'pepper',
  'targets',
] as const;

/** Runs every check over the database. A database that cannot be reached skips the others. */
export async function checkDatabase(use: DatabaseUse): Promise<readonly CheckResult[]> {
  const plain = connectOwner(use.url, 1, true);
  try {
    const sentAtMs = Date.now();
    const facts = await inTransaction(plain, readAccountFacts);
    const ownMs = (sentAtMs + Date.now()) / 2;
    return [
      checkVersion(facts),
      ...checkAccount(facts, use.role, use.isEmbedded),
      await guarded('walls', () => checkWalls(plain)),
      ...(await withReader(use, facts, plain, async (reader) => [
        await guarded('schema', () => checkSchema(reader)),
      ])),
      await guarded('pooler', async () => judgePooler(await hasTransactionPooler(use.url), use)),
      checkClock(facts.now.getTime() - ownMs),
      ...(await withReader(use, facts, plain, async (reader) => [
        ...(await checkPrograms(reader, facts.isOwner === true || use.role === 'pulls')),
        await guarded('pepper', () => checkPepper(reader, use.pepper)),
        ...(await guardedAll('targets', () => checkTargets(reader, seesTargets(facts)))),
      ])),
    ];
  } catch (error) {
    const failed = resultsOf('database').failed(
      `The database cannot be reached: ${reasonOf(error)}. Check DATABASE_URL, the network and the password of the account.`,
    );
    return [failed, ...skipAll(AFTER_DATABASE, 'The database cannot be reached.')];
  } finally {
    await disconnect(plain);
  }
}

/** Returns a skipped result of each of these checks. */
export function skipAll(checks: readonly CheckName[], why: string): readonly CheckResult[] {
  return checks.map((check) => resultsOf(check).skipped(why));
}

/** Returns a skipped result of each check of a database. */
export function skipDatabase(why: string): readonly CheckResult[] {
  return skipAll(['database', ...AFTER_DATABASE], why);
}

function checkVersion({ serverVersion }: AccountFacts): CheckResult {
  const { ok, failed } = resultsOf('database');
  return serverVersion >= OLDEST_POSTGRES
    ? ok(`Postgres ${serverVersion} answers.`)
    : failed(`Postgres ${serverVersion} is too old: upgrade the server to ${OLDEST_POSTGRES} or newer.`);
}

async function checkWalls(plain: Sql): Promise<CheckResult> {
  const { ok, failed } = resultsOf('walls');
  const [unwalled, unreadable] = await inTransaction(
    plain,
    async (sql) => [await listUnwalledTables(sql), await listUnreadableTables(sql)] as const,
  );
  if (unwalled.length > 0)
    return failed(
      `Row-level security does not hold for ${unwalled.join(', ')}: stop the cores, and run \`select tenant_wall('table')\` as the owner for each.`,
    );
  if (unreadable.length > 0)
    return failed(
      `The application may not read ${unreadable.join(', ')}: restore the grants, which a dump without privileges loses, from a dump that has them.`,
    );
  return ok('Row-level security holds for every table with rows of organisations.');
}

async function checkSchema(reader: Sql): Promise<CheckResult> {
  const { ok, failed } = resultsOf('schema');
  const newest = newestMigration();
  return inTransaction(reader, async (sql) => {
    const version = await currentVersion(sql);
    if (version < newest)
      return failed(
        `The database is at migration ${version}, this program needs ${newest}: run \`flowarden migrate\`.`,
      );
    await rejectContractedSchema(sql, newest);
    return version === newest
      ? ok(`Every migration is applied, up to ${newest}.`)
      : ok(`A newer program has migrated to ${version}; this one, of ${newest}, works with it.`);
  });
}

/** Judges an address by whether a pooler was detected behind it, and what the settings say. */
export function judgePooler(
  isDetected: boolean,
  { isPooled, role }: Pick<DatabaseUse, 'isPooled' | 'role'>,
): CheckResult {
  const { ok, warning, failed } = resultsOf('pooler');
  if (role === 'jobs' && (isDetected || isPooled))
    return failed(
      'DATABASE_URL of the jobs leads to a pooler in transaction mode, or FLOWARDEN_DATABASE_POOLER says so: give the jobs the address of Postgres itself.',
    );
  if (isDetected && !isPooled)
    return failed(
      'DATABASE_URL leads to a pooler in transaction mode, where prepared statements may fail: set FLOWARDEN_DATABASE_POOLER=true, or `prepared` if it supports them (PgBouncer from 1.21 on).',
    );
  if (isDetected) return ok('A pooler in transaction mode, as the settings say.');
  return isPooled
    ? warning(
        'FLOWARDEN_DATABASE_POOLER is set and nothing pools transactions: unset it, and statements are prepared.',
      )
    : ok('Connections are sessions: no pooler in transaction mode.');
}

/** Compares the clock of the database, which is ahead by this time, with that of this machine. */
export function checkClock(aheadMs: number): CheckResult {
  const { ok, failed } = resultsOf('clock');
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  if (Math.abs(aheadMs) <= CLOCK_SKEW_MS_MAX)
    return ok('The clocks of this machine and of the database agree.');
  return failed(
    `The clock of the database is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} that of this machine: synchronise both by NTP.`,
  );
}

/** @param seesSources true if the reader sees the sources of all organisations */
async function checkPrograms(reader: Sql, seesSources: boolean): Promise<readonly CheckResult[]> {
  const { ok, warning, failed } = resultsOf('programs');
  try {
    const programs = await inTransaction(reader, async (sql) => [
      ...(await listServingPrograms(sql, INFRA_LIMITS.heartbeatSilenceMsMax)),
      ...(await listLivingPrograms(sql, INFRA_LIMITS.heartbeatSilenceMsMax)),
    ]);
    const needsPulls = seesSources && (await inTransaction(reader, hasSources));
    const needed = ['core', 'jobs', 'deliveries', ...(needsPulls ? (['pulls'] as const) : [])] as const;
    const absent = needed
      .filter((kind) => !programs.some((program) => program.kind === kind))
      .map((kind) => failed(ABSENT[kind]));
    const others = programs
      .filter(({ version }) => version !== programVersion())
      .map((program) => warning(otherVersion(program)));
    const results = [...absent, ...others];
    const kinds = programs.map(({ kind }) => kind).join(', ');
    return results.length > 0 ? results : [ok(`These beat, all of version ${programVersion()}: ${kinds}.`)];
  } catch (error) {
    return [failed(`What beats cannot be read: ${reasonOf(error)}. Run \`flowarden migrate\`.`)];
  }
}

/** Sentences about a role that does not beat. */
const ABSENT = {
  core: 'No process of the core beats: start `flowarden core`, or replace cores of a version before this check.',
  jobs: 'No process of the jobs beats: start `flowarden jobs`.',
  deliveries: 'No process of the deliveries beats: start `flowarden deliveries`.',
  pulls: 'There are sources, and no process of the pulls beats: start `flowarden pulls`.',
} as const;

function otherVersion({ kind, version }: LivingProgram | ServingProgram): string {
  const theirs = version === null ? 'of a version before it was recorded' : `of version ${version}`;
  return `A process of the ${kind} is ${theirs}, this program ${programVersion()}: finish the upgrade by replacing the older.`;
}

/** Runs the work over a connection in the role that may read what programs read. */
async function withReader(
  { url }: DatabaseUse,
  facts: AccountFacts,
  plain: Sql,
  work: (reader: Sql) => Promise<readonly CheckResult[]>,
): Promise<readonly CheckResult[]> {
  if (facts.isOwner || (!facts.maySwitchToApplication && !facts.maySwitchToDeliveries)) return work(plain);
  const connect = facts.maySwitchToApplication ? connectApplication : connectDeliveries;
  const reader = connect(url, 1, true);
  try {
    return await work(reader);
  } finally {
    await disconnect(reader);
  }
}

/** Returns whether the reader of this account sees the audit and ticket targets of all organisations. */
function seesTargets({ isOwner, maySwitchToApplication, maySwitchToDeliveries }: AccountFacts): boolean {
  return isOwner === true || (!maySwitchToApplication && maySwitchToDeliveries === true);
}

/** Runs a check; an error of it is a failure. */
async function guarded(check: CheckName, work: () => Promise<CheckResult>): Promise<CheckResult> {
  const [result] = await guardedAll(check, async () => [await work()] as const);
  return result;
}

/** Runs a check with several results; an error of it is a failure. */
async function guardedAll<Results extends readonly CheckResult[]>(
  check: CheckName,
  work: () => Promise<Results>,
): Promise<Results | readonly [CheckResult]> {
  try {
    return await work();
  } catch (error) {
    const text = error instanceof StartError ? error.message : `It could not be checked: ${reasonOf(error)}.`;
    return [resultsOf(check).failed(text)];
  }
}
