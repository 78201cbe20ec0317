/** Database of a process: sets the organisation of each transaction and converts its errors. */

import postgres from 'postgres';
import { AppError } from '../../errors.ts';
import { MINUTE_MS } from '../../units.ts';
import { settingsOfTeams } from '../async/narrowing.ts';
import { INFRA_LIMITS } from '../limits.ts';
import { type BeginOptions, connections, type Sql } from './connections.ts';
import { type Contents, ContentsNeeded, NO_CONTENTS } from './contents.ts';
import {
  endsConnection,
  ofOrganisation,
  SettingsRejected,
  type TenantTransaction,
  type Transaction,
  type TransactionSettings,
} from './transaction.ts';

/** Time of one SQL statement, enforced by the server. */
export const DATABASE_STATEMENT_MS_MAX = 10_000;

/** Time of one transaction; a dead connection is noticed then at the latest. */
const DATABASE_TRANSACTION_MS_MAX = 15_000;

/** Time to open one connection to the database. */
const DATABASE_CONNECT_SECONDS_MAX = 5;

/** Time that a transaction may wait for its next statement: after it, its client has gone or hangs. */
const DATABASE_IDLE_IN_TRANSACTION_MS_MAX = MINUTE_MS;

/** Silence of a client before the server probes it. Each of the three probes waits as long for its answer. */
const DATABASE_KEEPALIVE_SECONDS = 10;

/** Interval at which the server checks that the client of a running statement is still connected. */
const DATABASE_CLIENT_LOOK_MS = 500;

/** Role of every transaction of the application; see `sql/0001_roles_and_walls.sql`. */
export const APPLICATION_ROLE = 'flowarden_app';

/** Role of every transaction of the deliveries; see `sql/0001_roles_and_walls.sql`. */
export const DELIVERIES_ROLE = 'flowarden_deliveries';

/** Role of every transaction of the pulls; see `sql/0089_sources.sql`. */
export const PULLS_ROLE = 'flowarden_pulls';

/** SQLSTATEs of a server that is too busy, too full, or cancels a statement for its duration. */
const SERVER_BUSY = /^(53|57014|25P0[34])/;

/**
 * Pooler between us and Postgres, which may give each transaction another server connection. `true`: no statement can be
 * prepared. `prepared`: it prepares our statements on each server connection that needs them.
 */
export type Pooler = boolean | 'prepared';

/** Opens the application's connections: row-level security applies to all of them, even if the URL is a superuser's. */
export function connectApplication(
  databaseUrl: string,
  max: number = INFRA_LIMITS.databaseConnectionsMax,
  pooler: Pooler = false,
): Sql {
  return connect(
    databaseUrl,
    { max, pooler },
    {
      role: APPLICATION_ROLE,
      statement_timeout: String(DATABASE_STATEMENT_MS_MAX),
    },
  );
}

/** Opens the owner's connections: for migrations, the first start and the jobs, which work on all organisations. */
export function connectOwner(databaseUrl: string, max = 2, pooler: Pooler = false): Sql {
  return connect(databaseUrl, { max, pooler }, {});
}

/**
 * Opens the connections of the deliveries, which see those of all organisations. Commits do not wait for the disk:
 * what is lost when the server dies is merely sent again.
 */
export function connectDeliveries(databaseUrl: string, max = 2, pooler: Pooler = false): Sql {
  return connect(
    databaseUrl,
    { max, pooler },
    {
      role: DELIVERIES_ROLE,
      statement_timeout: String(DATABASE_STATEMENT_MS_MAX),
      synchronous_commit: 'off',
    },
  );
}

/** Opens the connections of the pulls, which see the sources of all organisations. */
export function connectPulls(databaseUrl: string, max = 4, pooler: Pooler = false): Sql {
  const settings = { role: PULLS_ROLE, statement_timeout: String(DATABASE_STATEMENT_MS_MAX) };
  return connect(databaseUrl, { max, pooler }, settings);
}

function connect(
  databaseUrl: string,
  { max, pooler }: { readonly max: number; readonly pooler: Pooler },
  settings: TransactionSettings,
): Sql {
  return connections(
    (onclose) =>
      postgres(databaseUrl, {
        max: 1,
        max_lifetime: null,
        prepare: pooler !== true,
        // A connection that is cut during the lookup of array types would end the process (driver 3.4.9).
        fetch_types: false,
        connect_timeout: DATABASE_CONNECT_SECONDS_MAX,
        transform: { column: { from: postgres.toCamel, to: postgres.fromCamel } },
        connection: { application_name: 'flowarden', ...(pooler ? {} : WATCHED_BY_SERVER) },
        onclose,
        onnotice: () => {},
      }),
    max,
    // The default is for hard disks: Postgres would read whole tables for a hundred rows by key.
    {
      ...settings,
      random_page_cost: '1.1',
      idle_in_transaction_session_timeout: String(DATABASE_IDLE_IN_TRANSACTION_MS_MAX),
    },
  );
}

/**
 * Settings by which the server detects a client that has gone. Without them, a disconnected one would hold its locks
 * for hours, and abandoned statements would run on. Behind a pooler its own settings apply. Windows has no such check
 * (the setting `client_connection_check_interval` in Postgres' documentation).
 */
const WATCHED_BY_SERVER = {
  tcp_keepalives_idle: DATABASE_KEEPALIVE_SECONDS,
  tcp_keepalives_interval: DATABASE_KEEPALIVE_SECONDS,
  tcp_keepalives_count: 3,
  ...(process.platform === 'win32' ? {} : { client_connection_check_interval: DATABASE_CLIENT_LOOK_MS }),
} as const;

/** Work on the rows of one organisation. */
type TenantWork<Result> = (transaction: TenantTransaction) => Promise<Result>;

/**
 * Runs `work` in a transaction that sees and changes only the rows of this organisation. In a call that is narrowed to
 * teams it sees what they own, and changes nothing. Work that needs contents
 * (`requireContents`) is undone and runs again when they have been read.
 */
export async function withOrganisation<Result>(
  sql: Sql,
  orgId: string,
  work: TenantWork<Result>,
  isRestartable = false,
): Promise<Result> {
  const options = { settings: { 'app.org_id': orgId, ...settingsOfTeams() }, isRestartable };
  for (let contents: Contents = NO_CONTENTS; ; ) {
    const ofTenant = (transaction: Transaction) => work(ofOrganisation(transaction, orgId, contents));
    try {
      return await inTransaction(sql, ofTenant, DATABASE_TRANSACTION_MS_MAX, options);
    } catch (error) {
      if (!(error instanceof ContentsNeeded) || sql.contents === undefined) throw error;
      contents = new Map([...contents, ...(await sql.contents.read(orgId, error.ids))]);
    }
  }
}

/**
 * Runs `work` like `withOrganisation`, with one round trip less. See `isRestartable` in `BeginOptions` for the
 * conditions.
 */
export function withOrganisationAtOnce<Result>(
  sql: Sql,
  orgId: string,
  work: TenantWork<Result>,
): Promise<Result> {
  return withOrganisation(sql, orgId, work, true);
}

/** Runs `work` in a transaction with a setting that row-level security checks. */
function withSetting<Result>(
  sql: Sql,
  name: 'app.api_key_id' | 'app.scan' | 'app.lead',
  value: string,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return inTransaction(sql, work, DATABASE_TRANSACTION_MS_MAX, { settings: { [name]: value } });
}

/** Runs `work` in a transaction that sees only the API key which a caller has presented. */
export function withPresentedKey<Result>(
  sql: Sql,
  keyId: string,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return withSetting(sql, 'app.api_key_id', keyId, work);
}

/** Runs `work` in a transaction that sees the report of a free scan with this hash of its token. */
export function withScan<Result>(
  sql: Sql,
  tokenHash: string,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return withSetting(sql, 'app.scan', tokenHash, work);
}

/** Runs `work` in a transaction that sees the leads of this address. */
export function withLead<Result>(
  sql: Sql,
  email: string,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return withSetting(sql, 'app.lead', email, work);
}

/** Settings by which row-level security shows what a person, a session or a link may see; absent ones show nothing. */
export type PersonSettings = Readonly<
  Partial<
    Record<
      | 'app.account'
      | 'app.email'
      | 'app.session'
      | 'app.provider_session'
      | 'app.issuer'
      | 'app.subject'
      | 'app.sign_in_link'
      | 'app.invited_email'
      | 'app.groups'
      | 'app.org_id',
      string
    >
  >
>;

/** Runs `work` in a transaction that sees what these settings name. */
export function withPerson<Result>(
  sql: Sql,
  settings: PersonSettings,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return inTransaction(sql, work, DATABASE_TRANSACTION_MS_MAX, { settings });
}

/** Runs `work` in a transaction; an unavailable or silent database becomes `database_unavailable`. */
export async function inTransaction<Result>(
  sql: Sql,
  work: (transaction: Transaction) => Promise<Result>,
  timeMsMax: number = DATABASE_TRANSACTION_MS_MAX,
  options: Omit<BeginOptions, 'signal'> = {},
): Promise<Result> {
  const watchdog = new AbortController();
  const timer = setTimeout(
    () => watchdog.abort(unavailable('The database did not answer in time.')),
    timeMsMax,
  );
  try {
    return await sql.begin(work, { ...options, signal: watchdog.signal });
  } catch (error) {
    throw isUnavailable(error) ? unavailable('The database is not reachable.', error) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Closes every connection; running transactions get five seconds. */
export async function disconnect(sql: Sql): Promise<void> {
  await sql.end(5);
}

function isUnavailable(error: unknown): boolean {
  if (endsConnection(error) || error instanceof SettingsRejected) return true;
  return error instanceof postgres.PostgresError && SERVER_BUSY.test(error.code);
}

function unavailable(what: string, cause?: unknown): AppError {
  return new AppError('database_unavailable', `${what} Try again shortly.`, {}, { cause });
}
