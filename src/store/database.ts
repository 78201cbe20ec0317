/** Connections to Postgres, and the one place where a transaction gets its organisation and its faults are translated. */
import postgres from 'postgres';
import { AppError } from '../errors.ts';
import { LIMITS } from '../limits.ts';

/** A pool of connections. */
export type Sql = postgres.Sql;
/** A transaction: what the functions of this folder take. */
export type Transaction = postgres.TransactionSql;

/** The role that every connection of the application runs as; see `sql/0001_tenants.sql`. */
const APPLICATION_ROLE = 'flowarden_app';

/** Codes of postgres.js, Node and SQLSTATE that say: the database is not reachable, stopping or too busy. */
const UNAVAILABLE =
  /^(CONNECT|ECONN|ENOTFOUND|EPIPE|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|08|53|57P0|57014|25P0[34])/;

/** The application's pool: row-level security holds for all of it, also when the address is a superuser's. */
export function connectApplication(
  databaseUrl: string,
  connections: number = LIMITS.databaseConnectionsMax,
): Sql {
  return connect(databaseUrl, connections, {
    role: APPLICATION_ROLE,
    statement_timeout: LIMITS.databaseStatementMsMax,
  });
}

/** The owner's pool: for migrations, the first start and the jobs, which work on all organisations. */
export function connectOwner(databaseUrl: string, connections = 2): Sql {
  return connect(databaseUrl, connections, {});
}

function connect(databaseUrl: string, max: number, connection: Record<string, string | number>): Sql {
  return postgres(databaseUrl, {
    max,
    connect_timeout: LIMITS.databaseConnectSecondsMax,
    // Never wait long before trying again: the embedded Postgres is back within a second.
    backoff: (attempt: number) => Math.min(1, 0.05 * 2 ** attempt),
    transform: { column: { from: postgres.toCamel, to: postgres.fromCamel } },
    connection: { application_name: 'flowarden', ...connection },
    onnotice: () => {},
  });
}

/** Runs `work` in a transaction that sees and changes only the rows of this organisation. */
export function withOrganisation<Result>(
  sql: Sql,
  orgId: string,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return inTransaction(sql, 'app.org_id', orgId, work);
}

/** Runs `work` in a transaction that sees the one API key that a caller has presented, and nothing else. */
export function withPresentedKey<Result>(
  sql: Sql,
  keyId: string,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return inTransaction(sql, 'app.api_key_id', keyId, work);
}

/** Ends a pool; what still runs gets five seconds. */
export async function disconnect(sql: Sql): Promise<void> {
  await sql.end({ timeout: 5 });
}

async function inTransaction<Result>(
  sql: Sql,
  setting: 'app.org_id' | 'app.api_key_id',
  value: string,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const transaction = sql.begin(async (inner) => {
    await inner`select set_config(${setting}, ${value}, true)`;
    return work(inner);
  });
  try {
    return (await withWatchdog(transaction)) as Result;
  } catch (error) {
    throw translate(error);
  }
}

/** A query whose connection dies inside a transaction may never settle: this does. */
async function withWatchdog<Result>(work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () =>
      reject(new AppError('database_unavailable', 'The database did not answer in time. Try again shortly.')),
    LIMITS.databaseTransactionMsMax,
  );
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

function translate(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof AppError || !UNAVAILABLE.test(code)) return error;
  return new AppError(
    'database_unavailable',
    'The database is not reachable. Try again shortly.',
    {},
    { cause: error },
  );
}
