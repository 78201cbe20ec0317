/** A transaction of postgres.js that does not outlive its connection. */
import postgres from 'postgres';

/** A transaction: what the functions of this folder take. */
export type Transaction = postgres.TransactionSql;

/**
 * A transaction that writes nothing more once its connection has died. The work of a dead one never settles, so that
 * the driver sends no rollback; the transaction does, because the driver rejects it when the connection closes.
 */
export async function guardedTransaction<Result>(
  client: postgres.Sql,
  dead: () => boolean,
  work: (sql: Transaction) => Promise<Result>,
): Promise<Result> {
  const never = () => new Promise<never>(() => {});
  const result = await client.begin(async (inner) => {
    const guarded = new Proxy(inner, {
      apply(target, self, values) {
        if (dead()) throw new ConnectionLost();
        return Reflect.apply(target, self, values);
      },
    });
    try {
      const value = await work(guarded);
      return dead() ? await never() : value;
    } catch (error) {
      if (dead() || endsConnection(error)) return await never();
      throw error;
    }
  });
  return result as Result;
}

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
