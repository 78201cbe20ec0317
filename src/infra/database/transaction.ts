/** Transaction of postgres.js that does not outlive its connection. */
import postgres from 'postgres';
import { type Contents, NO_CONTENTS } from './contents.ts';

/** Transaction, as the functions of this folder take it. */
export type Transaction = postgres.TransactionSql;

/** Part of a statement. */
export type Fragment = postgres.Fragment;

/** Transaction on the rows of one organisation. */
export interface TenantTransaction extends Transaction {
  readonly orgId: string;
  /** Contents of stored files that have been read for it: `requireContents`. */
  readonly contents: Contents;
}

/** Settings of Postgres for one transaction, by name: `role`, `app.org_id`. */
export type TransactionSettings = Readonly<Record<string, string>>;

/** Statement that applies settings. */
export interface SettingsStatement {
  readonly text: string;
  readonly values: readonly string[];
}

/** Transaction to run on one connection. */
export interface GuardedTransaction<Result> {
  /** Connection, reserved for this transaction. */
  readonly connection: postgres.Sql;
  readonly settings: SettingsStatement;
  /** True if the work starts before BEGIN is answered. */
  readonly startsAtOnce: boolean;
  /** Called when BEGIN is answered. */
  onBegun(): void;
  /** Returns whether the connection has died. */
  dead(): boolean;
  work(sql: Transaction): Promise<Result>;
}

/**
 * Runs a transaction that sends nothing more once it has ended or its connection has died. In the latter case it
 * never settles, and the caller has to abandon it.
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
      // The statement's own `then` would send it. A failed statement that is not awaited must fail the transaction,
      // not the process.
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

/** Returns the transaction for the rows of one organisation. Row-level security binds all but the owner's to it. */
export function ofOrganisation(
  sql: Transaction,
  orgId: string,
  contents: Contents = NO_CONTENTS,
): TenantTransaction {
  const own = new Map<string | symbol, unknown>([
    ['orgId', orgId],
    ['contents', contents],
  ]);
  const tenant = new Proxy(sql as TenantTransaction, {
    get: (target, name) => own.get(name) ?? Reflect.get(target, name),
  });
  const statements = heldBack.get(sql);
  if (statements !== undefined) heldBack.set(tenant, statements);
  return tenant;
}

/**
 * Sends a statement together with COMMIT, after everything else of the transaction, which fails if the statement
 * does. Its locks last no longer than the commit.
 */
export function sendWithCommit(sql: Transaction, statement: Statement): void {
  const statements = heldBack.get(sql);
  if (statements === undefined) throw new Error('This transaction was not begun by guardedTransaction');
  statements.push(statement);
}

async function commit(connection: postgres.Sql, lastStatements: readonly Statement[]): Promise<void> {
  const sent = lastStatements.map((statement) => statement.execute());
  const [{ command }] = await Promise.all([connection.unsafe('commit').execute(), ...sent]);
  // Postgres answers COMMIT like this if a statement had failed that was not awaited.
  if (command !== 'COMMIT') throw new Error('A statement of the transaction has failed');
}

/**
 * Builds the statement that applies these settings and the transaction's own, which count more. A pooler may give each transaction
 * another server connection, so no setting is made at the start of a connection.
 */
export function settingsStatement(
  fixed: TransactionSettings,
): (own: TransactionSettings) => SettingsStatement {
  const fixedCalls = (own: TransactionSettings) =>
    Object.entries(fixed)
      .filter(([name]) => !Object.hasOwn(own, name))
      .map(([name, value]) => `set_config('${name}', '${value.replaceAll("'", "''")}', true)`);
  // The names are few and constant, so the text identifies a prepared statement.
  const texts = new Map<string, string>();
  return (own) => {
    const names = Object.keys(own);
    const key = names.join();
    const ownCalls = () => names.map((name, index) => `set_config('${name}', $${index + 1}, true)`);
    const text = texts.get(key) ?? `select ${[...ownCalls(), ...fixedCalls(own)].join(', ')}`;
    texts.set(key, text);
    return { text, values: Object.values(own) };
  };
}

/** `simple` is missing in the driver's types; otherwise it would parse a statement without values each time. */
const PREPARED = { prepare: true, simple: false };

/**
 * Applies the settings, sent together with the first statements of the work. If they fail, so does everything after
 * them.
 */
async function applySettings(sql: postgres.Sql, { text, values }: SettingsStatement): Promise<void> {
  try {
    await sql.unsafe(text, [...values], PREPARED).execute();
  } catch (cause) {
    if (endsConnection(cause) || !(cause instanceof postgres.PostgresError)) throw cause;
    throw new SettingsRejected(`The settings of a transaction were rejected: ${cause.message}`, { cause });
  }
}

/** Error of settings that the server rejects, such as a role that the account may not take. */
export class SettingsRejected extends Error {}

/** Error of a lost connection, also thrown into work that continues. */
export class ConnectionLost extends Error {
  readonly code = 'CONNECTION_CLOSED';
}

/** Error codes of the driver and of Node for an unusable connection. */
const CONNECTION_CODES = /^(CONNECT|ECONN|ENOTFOUND|EPIPE|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH)/;

/**
 * Returns whether the error means that the connection is unusable, not merely that the server rejected a statement.
 */
export function endsConnection(error: unknown): boolean {
  if (error instanceof postgres.PostgresError) return error.severity === 'FATAL';
  return error instanceof Error && 'code' in error && CONNECTION_CODES.test(String(error.code));
}
