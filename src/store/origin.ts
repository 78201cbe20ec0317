/** Where the jobs and deliveries of a transaction come from; see `sql/0028_origins.sql`. */
import type { Sql } from './connections.ts';

/** Both are written into the payload of every job. */
export interface Origin {
  readonly requestId?: string;
  /** W3C Trace Context; deliveries remember it too. */
  readonly traceparent?: string;
}

/** The same connections, whose transactions say where they come from. */
export function withOrigin(sql: Sql, { requestId, traceparent }: Origin): Sql {
  const settings = Object.entries({ 'app.request_id': requestId, 'app.traceparent': traceparent }).filter(
    (setting): setting is [string, string] => setting[1] !== undefined,
  );
  if (settings.length === 0) return sql;
  return {
    ...sql,
    begin: (work, signal) =>
      sql.begin(async (transaction) => {
        // Sent together with what the work begins with.
        const told = settings.map(([name, value]) =>
          transaction`select set_config(${name}, ${value}, true)`.execute(),
        );
        const [result] = await Promise.all([work(transaction), ...told]);
        return result;
      }, signal),
  };
}
