/** Connections to Postgres, and the one place where a transaction gets its organisation and its faults are translated. */
import { setTimeout as sleep } from 'node:timers/promises';
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
  return inTransaction(sql, async (inner) => {
    await inner`select set_config('app.org_id', ${orgId}, true)`;
    return work(inner);
  });
}

/** Runs `work` in a transaction that sees the one API key that a caller has presented, and nothing else. */
export function withPresentedKey<Result>(
  sql: Sql,
  keyId: string,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return inTransaction(sql, async (inner) => {
    await inner`select set_config('app.api_key_id', ${keyId}, true)`;
    return work(inner);
  });
}

/** Runs `work` in a transaction; a database that is gone or silent becomes `database_unavailable`. */
export async function inTransaction<Result>(
  sql: Sql,
  work: (transaction: Transaction) => Promise<Result>,
  timeMsMax: number = LIMITS.databaseTransactionMsMax,
): Promise<Result> {
  const timer = new AbortController();
  try {
    const silence = sleep(timeMsMax, null, { signal: timer.signal }).then(() => {
      throw unavailable('The database did not answer in time.');
    });
    return await Promise.race([guardedTransaction(sql, work), silence]);
  } catch (error) {
    throw translate(error);
  } finally {
    timer.abort();
  }
}

/** Ends a pool; what still runs gets five seconds. */
export async function disconnect(sql: Sql): Promise<void> {
  await sql.end({ timeout: 5 });
}

/**
 * A transaction of postgres.js that writes nothing more once its connection has died. The driver (3.4.9) would send
 * the rollback to a socket that is null, and that error, thrown from a timer, ends the process. So the work of a dead
 * transaction never settles; the transaction itself does, because the driver rejects it when the connection closes.
 */
async function guardedTransaction<Result>(
  sql: Sql,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  let dead = false;
  const never = () => new Promise<never>(() => {});
  const transaction = sql.begin(async (inner) => {
    const guarded = new Proxy(inner, {
      apply(target, self, values) {
        if (dead) throw unavailable('The connection to the database was lost.');
        return Reflect.apply(target, self, values);
      },
    });
    try {
      const result = await work(guarded);
      return dead ? await never() : result;
    } catch (error) {
      if (dead || endsConnection(error)) return await never();
      throw error;
    }
  });
  transaction.catch(() => {
    dead = true;
  });
  return (await transaction) as Result;
}

/** Whether no answer can come over this connection any more: not merely a statement that the server refused. */
function endsConnection(error: unknown): boolean {
  if (error instanceof postgres.PostgresError) return error.severity === 'FATAL';
  return isUnavailable(error);
}

function isUnavailable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && UNAVAILABLE.test(String(error.code));
}

function translate(error: unknown): unknown {
  return isUnavailable(error) ? unavailable('The database is not reachable.', error) : error;
}

function unavailable(what: string, cause?: unknown): AppError {
  return new AppError('database_unavailable', `${what} Try again shortly.`, {}, { cause });
}
