/**
 * Connections to Postgres, each a client of postgres.js of its own that is thrown away when its connection dies.
 *
 * The driver (3.4.9) has a pool, but its connections do not survive a restart of Postgres: one that dies while a write
 * is due never writes again, the next query of a new one gets the farewell of the old, and a rollback over a dead one
 * ends the process. None of that can happen to a client that is never used again.
 */
import type postgres from 'postgres';
import { LIMITS } from '../limits.ts';
import {
  endsConnection,
  guardedTransaction,
  settingsStatement,
  type Transaction,
  type TransactionSettings,
} from './transaction.ts';

/** The connections of one process to one database. */
export interface Sql {
  /** Runs the work in a transaction, on a connection that nobody else uses meanwhile. */
  begin<Result>(work: (sql: Transaction) => Promise<Result>, options: BeginOptions): Promise<Result>;
  /** Runs one statement outside a transaction, as `create index concurrently` needs it. Gives up at the signal. */
  statement(text: string, signal: AbortSignal): Promise<void>;
  /** How many connections there are, and how many transactions wait for one. */
  load(): { readonly open: number; readonly waiting: number };
  /** Lets running transactions end, for as long as is said, and closes every connection. */
  end(timeoutSeconds: number): Promise<void>;
}

/** What a transaction begins with. Whoever wraps `begin` passes all of it on. */
export interface BeginOptions {
  /** Gives the transaction up, and its connection with it. */
  readonly signal: AbortSignal;
  readonly settings?: TransactionSettings;
}

/** Makes a client with one connection, and reports when that has closed. */
export type OpenClient = (onClose: () => void) => postgres.Sql;

interface Connection {
  readonly client: postgres.Sql;
  readonly openedAtMs: number;
  /** Has had a transaction before. */
  used: boolean;
  dead: boolean;
}

/** Up to `max` connections, opened when they are needed. Every transaction has the settings, whatever it asks for. */
export function connections(openClient: OpenClient, max: number, settings: TransactionSettings): Sql {
  const statementOf = settingsStatement(settings);
  const all = new Set<Connection>();
  const idle: Connection[] = [];
  const waiting: ((connection: Connection) => void)[] = [];

  function open(): Connection {
    const client = openClient(() => {
      connection.dead = true;
      if (idle.includes(connection)) discard(connection);
    });
    const connection: Connection = { client, openedAtMs: Date.now(), used: false, dead: false };
    all.add(connection);
    return connection;
  }

  function discard(connection: Connection): void {
    connection.dead = true;
    all.delete(connection);
    const place = idle.indexOf(connection);
    if (place >= 0) idle.splice(place, 1);
    // Nobody waits for what is thrown away.
    connection.client.end({ timeout: 0 }).catch(() => {});
    if (waiting.length > 0 && all.size < max) waiting.shift()?.(open());
  }

  function release(connection: Connection): void {
    if (!all.has(connection)) return;
    const worn = Date.now() - connection.openedAtMs > LIMITS.databaseConnectionMsMax;
    connection.used = true;
    if (connection.dead || worn) discard(connection);
    else if (waiting.length > 0) waiting.shift()?.(connection);
    else idle.push(connection);
  }

  async function acquire(signal: AbortSignal): Promise<Connection> {
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
    async begin(work, { signal, settings: own = {} }) {
      for (;;) {
        const connection = await acquire(signal);
        let begun = false;
        const noted = async (sql: Transaction) => {
          begun = true;
          return work(sql);
        };
        try {
          const transaction = guardedTransaction({
            client: connection.client,
            settings: statementOf(own),
            dead: () => connection.dead,
            work: noted,
          });
          return await beforeAbort(transaction, signal);
        } catch (error) {
          if (signal.aborted || endsConnection(error)) connection.dead = true;
          // Postgres had ended this connection while it was idle, and nothing has run on it: take another.
          if (begun || !connection.used || !connection.dead || signal.aborted) throw error;
        } finally {
          release(connection);
        }
      }
    },
    async statement(text, signal) {
      const connection = await acquire(signal);
      try {
        await beforeAbort(connection.client.unsafe(text), signal);
      } catch (error) {
        if (signal.aborted || endsConnection(error)) connection.dead = true;
        throw error;
      } finally {
        release(connection);
      }
    },
    load: () => ({ open: all.size, waiting: waiting.length }),
    async end(timeoutSeconds) {
      await Promise.all([...all].map(({ client }) => client.end({ timeout: timeoutSeconds })));
    },
  };
}

async function beforeAbort<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
