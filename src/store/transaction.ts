/** A transaction of postgres.js that does not outlive its connection. */
import postgres from 'postgres';

/** A transaction: what the functions of this folder take. */
export type Transaction = postgres.TransactionSql;

/** Settings of Postgres that hold until the transaction ends, by name: `role`, `app.org_id`. */
export type TransactionSettings = Readonly<Record<string, string>>;

/** The statement that applies settings. */
export interface SettingsStatement {
  readonly text: string;
  readonly values: readonly string[];
}

/** A transaction to run on one connection. */
export interface GuardedTransaction<Result> {
  readonly client: postgres.Sql;
  readonly settings: SettingsStatement;
  /** Tells whether the connection has died. */
  dead(): boolean;
  work(sql: Transaction): Promise<Result>;
}

/**
 * A transaction that writes nothing more once its connection has died. The work of a dead one never settles, so that
 * the driver sends no rollback; the transaction does, because the driver rejects it when the connection closes.
 */
export async function guardedTransaction<Result>({
  client,
  settings,
  dead,
  work,
}: GuardedTransaction<Result>): Promise<Result> {
  const never = () => new Promise<never>(() => {});
  const result = await client.begin(async (inner) => {
    const guarded = new Proxy(inner, {
      apply(target, self, values) {
        if (dead()) throw new ConnectionLost();
        return Reflect.apply(target, self, values);
      },
    });
    try {
      const [, value] = await Promise.all([applySettings(inner, settings), work(guarded)]);
      return dead() ? await never() : value;
    } catch (error) {
      if (dead() || endsConnection(error)) return await never();
      throw error;
    }
  });
  return result as Result;
}

/**
 * Makes the statement that applies these settings and those that a transaction has of its own. A pooler may give each
 * transaction another server connection, so nothing is left to the start of a connection.
 */
export function settingsStatement(
  fixed: TransactionSettings,
): (own: TransactionSettings) => SettingsStatement {
  const fixedCalls = Object.entries(fixed).map(
    ([name, value]) => `set_config('${name}', '${value.replaceAll("'", "''")}', true)`,
  );
  // Few and always the same names: the text is that of a prepared statement.
  const texts = new Map<string, string>();
  return (own) => {
    const names = Object.keys(own);
    const key = names.join();
    const ownCalls = () => names.map((name, index) => `set_config('${name}', $${index + 1}, true)`);
    const text = texts.get(key) ?? `select ${[...ownCalls(), ...fixedCalls].join(', ')}`;
    texts.set(key, text);
    return { text, values: Object.values(own) };
  };
}

/** `simple`, which the driver's types do not know: it would otherwise parse a statement without values each time. */
const PREPARED = { prepare: true, simple: false };

/** Applies the settings, sent together with what the work begins with. When it fails, so does all that follows. */
async function applySettings(sql: Transaction, { text, values }: SettingsStatement): Promise<void> {
  try {
    await sql.unsafe(text, [...values], PREPARED).execute();
  } catch (cause) {
    if (endsConnection(cause) || !(cause instanceof postgres.PostgresError)) throw cause;
    throw new SettingsRefused(`The settings of a transaction are refused: ${cause.message}`, { cause });
  }
}

/** Thrown where the server refuses the settings of a transaction, as a role that the account may not take. */
export class SettingsRefused extends Error {}

/** Thrown into work that goes on after its connection has died. */
class ConnectionLost extends Error {
  readonly code = 'CONNECTION_CLOSED';
}

/** Codes of the driver and of Node that say that the connection is of no use any more. */
const CONNECTION_CODES = /^(CONNECT|ECONN|ENOTFOUND|EPIPE|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH)/;

/** Whether no answer can come over this connection any more: not merely a statement that the server refused. */
export function endsConnection(error: unknown): boolean {
  if (error instanceof postgres.PostgresError) return error.severity === 'FATAL';
  return error instanceof Error && 'code' in error && CONNECTION_CODES.test(String(error.code));
}
