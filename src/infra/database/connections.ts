/**
 * Connections to Postgres, each a postgres.js client of its own that is discarded when its connection dies.
 * | The driver (3.4.9) has a pool, but its connections do not survive a restart of Postgres: one that dies during a
 * pending write never writes again, the next query of a new one receives the final error of the old, and a rollback
 * over a dead one ends the process. None of that can happen to a client that is never reused.
 */
import type postgres from 'postgres';
import { untilAborted } from '../async/abort.ts';
import type { ContentSource } from './contents.ts';
import {
  ConnectionLost,
  endsConnection,
  guardedTransaction,
  settingsStatement,
  type Transaction,
  type TransactionSettings,
} from './transaction.ts';

/** A connection that has served this long is replaced, as Postgres' processes grow. */
const DATABASE_CONNECTION_MS_MAX = 1_800_000;

/** Connections of one process to one database. */
export interface Sql {
  /** Runs the work in a transaction on a connection of its own. */
  begin<Result>(work: (sql: Transaction) => Promise<Result>, options: BeginOptions): Promise<Result>;
  /** Runs one statement outside a transaction, as `create index concurrently` needs it. Stops at the signal. */
  statement(text: string, signal: AbortSignal): Promise<void>;
  /** Returns the numbers of open connections and of transactions that wait for one. */
  load(): { readonly open: number; readonly waiting: number };
  /** Waits for running transactions, up to this time, and closes every connection. */
  end(timeoutSeconds: number): Promise<void>;
  /** Contents that transactions of organisations may need; absent: none can be read. */
  readonly contents?: ContentSource;
}

/** Options of a transaction. A wrapper of `begin` must pass all of them on. */
export interface BeginOptions {
  /** Aborts the transaction, together with its connection. */
  readonly signal: AbortSignal;
  readonly settings?: TransactionSettings;
  /**
   * Sends the first statements of the work together with BEGIN, which saves a round trip. If the connection proves to
   * be dead, the work restarts on another one: it must change nothing but the database before a statement is
   * answered.
   */
  readonly isRestartable?: boolean;
}

/** Creates a client with one connection, and reports when that has closed. */
export type OpenClient = (onClose: () => void) => postgres.Sql;

interface Connection {
  readonly client: postgres.Sql;
  /**
   * The client's only connection, reserved for its whole life: a statement on it never reaches another one, even when
   * it dies.
   */
  readonly held: Promise<postgres.Sql>;
  readonly openedAtMs: number;
  /** Called when the connection dies. */
  onLost: ((error: Error) => void) | null;
  /** True after its first transaction. */
  used: boolean;
  dead: boolean;
}

/** Creates up to `max` connections, on demand. Every transaction gets the settings. */
export function connections(openClient: OpenClient, max: number, settings: TransactionSettings): Sql {
  const statementOf = settingsStatement(settings);
  const all = new Set<Connection>();
  const idle: Connection[] = [];
  const waiting: ((connection: Connection) => void)[] = [];
  let onIdle: (() => void) | null = null;
  let isEnded = false;

  function open(): Connection {
    const client = openClient(() => {
      connection.dead = true;
      connection.onLost?.(new ConnectionLost());
      if (idle.includes(connection)) void discard(connection);
    });
    const connection: Connection = {
      client,
      held: hold(client),
      openedAtMs: Date.now(),
      onLost: null,
      used: false,
      dead: false,
    };
    // The user of the connection sees the error. The pool must not hand it out again.
    connection.held.catch(() => {
      connection.dead = true;
    });
    all.add(connection);
    return connection;
  }

  function discard(connection: Connection): Promise<void> {
    connection.dead = true;
    all.delete(connection);
    const place = idle.indexOf(connection);
    if (place >= 0) idle.splice(place, 1);
    const closed = connection.client.end({ timeout: 0 }).catch(() => {});
    if (waiting.length > 0 && all.size < max) waiting.shift()?.(open());
    return closed;
  }

  function release(connection: Connection): void {
    if (!all.has(connection)) return;
    const worn = Date.now() - connection.openedAtMs > DATABASE_CONNECTION_MS_MAX;
    connection.used = true;
    if (connection.dead || worn) void discard(connection);
    else if (waiting.length > 0) waiting.shift()?.(connection);
    else idle.push(connection);
    if (idle.length === all.size) onIdle?.();
  }

  async function acquire(signal: AbortSignal): Promise<Connection> {
    // Nothing would close a connection that opens now.
    if (isEnded) throw new ConnectionLost();
    const free = idle.pop();
    if (free) return free;
    if (all.size < max) return open();
    const { promise, resolve } = Promise.withResolvers<Connection>();
    waiting.push(resolve);
    try {
      return await beforeAbort(promise, signal);
    } catch (error) {
      const place = waiting.indexOf(resolve);
      if (place >= 0) waiting.splice(place, 1);
      else promise.then(release);
      throw error;
    }
  }

  return {
    async begin(work, { signal, settings: own = {}, isRestartable = false }) {
      for (;;) {
        const connection = await acquire(signal);
        let begun = false;
        try {
          const held = await beforeAbort(connection.held, signal);
          const transaction = guardedTransaction({
            connection: held,
            settings: statementOf(own),
            startsAtOnce: isRestartable,
            onBegun() {
              begun = true;
            },
            dead: () => connection.dead,
            work,
          });
          return await beforeAbort(transaction, signal, connection);
        } catch (error) {
          if (signal.aborted || endsConnection(error)) connection.dead = true;
          // Postgres had closed this idle connection, and nothing has run on it: take another.
          if (begun || !connection.used || !connection.dead || signal.aborted) throw error;
        } finally {
          release(connection);
        }
      }
    },
    async statement(text, signal) {
      const connection = await acquire(signal);
      try {
        const held = await beforeAbort(connection.held, signal);
        await beforeAbort(held.unsafe(text), signal, connection);
      } catch (error) {
        if (signal.aborted || endsConnection(error)) connection.dead = true;
        throw error;
      } finally {
        release(connection);
      }
    },
    load: () => ({ open: all.size, waiting: waiting.length }),
    async end(timeoutSeconds) {
      const { promise: areIdle, resolve } = Promise.withResolvers<void>();
      onIdle = resolve;
      const timer = setTimeout(resolve, timeoutSeconds * 1000);
      if (idle.length < all.size) await areIdle;
      clearTimeout(timer);
      onIdle = null;
      isEnded = true;
      await Promise.all([...all].map(discard));
    },
  };
}

/** Reserves the only connection of a client. The driver (3.4.9) never assigns one that has not answered before. */
async function hold(client: postgres.Sql): Promise<postgres.Sql> {
  await client.unsafe('select');
  return client.reserve();
}

/** Waits for the work until the signal is aborted or the connection, if given, is lost. */
async function beforeAbort<Value>(
  work: Promise<Value>,
  signal: AbortSignal,
  connection?: Connection,
): Promise<Value> {
  signal.throwIfAborted();
  if (connection === undefined) return untilAborted(work, signal);
  const lost = Promise.withResolvers<never>();
  connection.onLost = lost.reject;
  try {
    return await untilAborted(Promise.race([work, lost.promise]), signal);
  } finally {
    connection.onLost = null;
  }
}
