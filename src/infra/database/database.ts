/** The database of a process, and the one place where a transaction gets its organisation and its faults are translated. */
import postgres from 'postgres';
import { AppError } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';
import { type BeginOptions, connections, type Sql } from './connections.ts';
import {
  endsConnection,
  SettingsRejected,
  type Transaction,
  type TransactionSettings,
} from './transaction.ts';

/** The role that every transaction of the application runs as; see `sql/0001_roles_and_walls.sql`. */
export const APPLICATION_ROLE = 'flowarden_app';

/** The role that every transaction of the deliveries runs as; see `sql/0001_roles_and_walls.sql`. */
const DELIVERIES_ROLE = 'flowarden_deliveries';

/** SQLSTATEs that say: too busy, too full, or stopped for taking too long. */
const SERVER_BUSY = /^(53|57014|25P0[34])/;

/**
 * The application's connections: row-level security holds for all of them, also when the address is a superuser's.
 * `isPooled`: a pooler may give each transaction another server connection, so that no statement can be prepared.
 */
export function connectApplication(
  databaseUrl: string,
  max: number = LIMITS.databaseConnectionsMax,
  isPooled = false,
): Sql {
  return connect(
    databaseUrl,
    { max, isPooled },
    {
      role: APPLICATION_ROLE,
      statement_timeout: String(LIMITS.databaseStatementMsMax),
    },
  );
}

/** The owner's connections: for migrations, the first start and the jobs, which work on all organisations. */
export function connectOwner(databaseUrl: string, max = 2, isPooled = false): Sql {
  return connect(databaseUrl, { max, isPooled }, {});
}

/**
 * The connections of the deliveries, which see those of all organisations. What is forgotten when the server dies is merely
 * sent again, so that their commits do not wait for the disk.
 */
export function connectDeliveries(databaseUrl: string, max = 2, isPooled = false): Sql {
  return connect(
    databaseUrl,
    { max, isPooled },
    {
      role: DELIVERIES_ROLE,
      statement_timeout: String(LIMITS.databaseStatementMsMax),
      synchronous_commit: 'off',
    },
  );
}

function connect(
  databaseUrl: string,
  { max, isPooled }: { readonly max: number; readonly isPooled: boolean },
  settings: TransactionSettings,
): Sql {
  return connections(
    (onclose) =>
      postgres(databaseUrl, {
        max: 1,
        max_lifetime: null,
        prepare: !isPooled,
        // A connection that is cut while it looks up the array types would end the process (driver 3.4.9).
        fetch_types: false,
        connect_timeout: LIMITS.databaseConnectSecondsMax,
        transform: { column: { from: postgres.toCamel, to: postgres.fromCamel } },
        connection: { application_name: 'flowarden', ...(isPooled ? {} : WATCHED_BY_SERVER) },
        onclose,
        onnotice: () => {},
      }),
    max,
    // Made for disks, the default has Postgres read whole tables for a hundred rows by their keys.
    {
      ...settings,
      random_page_cost: '1.1',
      idle_in_transaction_session_timeout: String(LIMITS.databaseIdleInTransactionMsMax),
    },
  );
}

/**
 * How the server notices a client that has gone: without, one that was cut off would hold its locks for hours, and what
 * nobody waits for any more would run on. Behind a pooler its own settings decide. Windows has no such check (the setting
 * `client_connection_check_interval` in Postgres' documentation).
 */
const WATCHED_BY_SERVER = {
  tcp_keepalives_idle: LIMITS.databaseKeepaliveSeconds,
  tcp_keepalives_interval: LIMITS.databaseKeepaliveSeconds,
  tcp_keepalives_count: 3,
  ...(process.platform === 'win32' ? {} : { client_connection_check_interval: LIMITS.databaseClientLookMs }),
} as const;

/** Runs `work` in a transaction that sees and changes only the rows of this organisation. */
export function withOrganisation<Result>(
  sql: Sql,
  orgId: string,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return withSetting(sql, 'app.org_id', orgId, work);
}

/** The same with one round trip less. See `isRestartable` in `BeginOptions` for what the work may do. */
export function withOrganisationAtOnce<Result>(
  sql: Sql,
  orgId: string,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const settings = { 'app.org_id': orgId };
  return inTransaction(sql, work, LIMITS.databaseTransactionMsMax, { settings, isRestartable: true });
}

/** Runs `work` in a transaction whose setting says to row-level security what it may see. */
function withSetting<Result>(
  sql: Sql,
  name: 'app.org_id' | 'app.api_key_id' | 'app.scan' | 'app.lead',
  value: string,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return inTransaction(sql, work, LIMITS.databaseTransactionMsMax, { settings: { [name]: value } });
}

/** Runs `work` in a transaction that sees the one API key that a caller has presented, and nothing else. */
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

/** Runs `work` in a transaction; a database that is gone or silent becomes `database_unavailable`. */
export async function inTransaction<Result>(
  sql: Sql,
  work: (transaction: Transaction) => Promise<Result>,
  timeMsMax: number = LIMITS.databaseTransactionMsMax,
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

/** Closes every connection; what still runs gets five seconds. */
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
