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
  /** The connection, which nobody else uses meanwhile. */
  readonly connection: postgres.Sql;
  readonly settings: SettingsStatement;
  /** Whether the work starts without the answer to BEGIN. */
  readonly startsAtOnce: boolean;
  /** Called when BEGIN is answered. */
  onBegun(): void;
  /** Tells whether the connection has died. */
  dead(): boolean;
  work(sql: Transaction): Promise<Result>;
}

/**
 * A transaction that writes nothing more once it has ended or its connection has died. It never settles in that case, and the
 * caller has to give it up.
 */
export async function guardedTransaction<Result>({
  connection,
  settings,
  startsAtOnce,
  onBegun,
  dead,
  work,
}: GuardedTransaction<Result>): Promise<Result> {
  let failure: unknown;
  let hasEnded = false;
  const recordFailure = (error: unknown): void => {
    failure ??= error;
  };
  const guarded = new Proxy(connection as unknown as Transaction, {
    apply(target, self, values) {
      if (dead()) throw new ConnectionLost();
      if (hasEnded) throw new Error('The transaction of this statement has ended');
      const made: unknown = Reflect.apply(target, self, values);
      // The statement's own `then` would send it. What nobody awaits must fail the transaction, and not end the process.
      if (made instanceof Promise) Promise.prototype.then.call(made, undefined, recordFailure);
      return made;
    },
  });
  const lastStatements: Statement[] = [];
  heldBack.set(guarded, lastStatements);
  try {
    const begun = begin(connection, onBegun);
    if (!startsAtOnce) await begun;
    const applied = applySettings(connection, settings);
    const [result] = await Promise.all([(async () => work(guarded))(), begun, applied]);
    if (dead()) throw new ConnectionLost();
    if (failure !== undefined) throw failure;
    hasEnded = true;
    await commit(connection, lastStatements);
    return result;
  } catch (error) {
    hasEnded = true;
    if (dead() || endsConnection(error)) return await new Promise<never>(() => {});
    await connection.unsafe('rollback').execute();
    throw error;
  }
}

async function begin(connection: postgres.Sql, onBegun: () => void): Promise<void> {
  await connection.unsafe('begin').execute();
  onBegun();
}

type Statement = postgres.PendingQuery<postgres.Row[]>;

/** Statements that wait for the COMMIT of their transaction. */
const heldBack = new WeakMap<Transaction, Statement[]>();

/**
 * Sends a statement together with COMMIT, after everything else of the transaction, which fails if the statement does. What
 * it locks is locked for no longer than the commit takes.
 */
export function sendWithCommit(sql: Transaction, statement: Statement): void {
  const statements = heldBack.get(sql);
  if (statements === undefined) throw new Error('This transaction was not begun by guardedTransaction');
  statements.push(statement);
}

async function commit(connection: postgres.Sql, lastStatements: readonly Statement[]): Promise<void> {
  const sent = lastStatements.map((statement) => statement.execute());
  const [{ command }] = await Promise.all([connection.unsafe('commit').execute(), ...sent]);
  // The answer to COMMIT where a statement had failed that nobody has awaited.
  if (command !== 'COMMIT') throw new Error('A statement of the transaction has failed');
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
async function applySettings(sql: postgres.Sql, { text, values }: SettingsStatement): Promise<void> {
  try {
    await sql.unsafe(text, [...values], PREPARED).execute();
  } catch (cause) {
    if (endsConnection(cause) || !(cause instanceof postgres.PostgresError)) throw cause;
    throw new SettingsRejected(`The settings of a transaction are refused: ${cause.message}`, { cause });
  }
}

/** Thrown where the server refuses the settings of a transaction, as a role that the account may not take. */
export class SettingsRejected extends Error {}

/** Thrown where a connection has died: also into work that goes on. */
export class ConnectionLost extends Error {
  readonly code = 'CONNECTION_CLOSED';
}

/** Codes of the driver and of Node that say that the connection is of no use any more. */
const CONNECTION_CODES = /^(CONNECT|ECONN|ENOTFOUND|EPIPE|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH)/;

/** Whether no answer can come over this connection any more: not merely a statement that the server refused. */
export function endsConnection(error: unknown): boolean {
  if (error instanceof postgres.PostgresError) return error.severity === 'FATAL';
  return error instanceof Error && 'code' in error && CONNECTION_CODES.test(String(error.code));
}
