/** Traces transactions as spans, which are stored with their jobs and deliveries. */
import type { Sql } from '../database/connections.ts';
import { withOrigin } from '../database/request-origin.ts';
import { inSpan, type Tracer } from './tracer.ts';

const TRANSACTION = {
  name: 'transaction',
  kind: 'client',
  attributes: { 'db.system.name': 'postgresql' },
} as const;

/** Wraps the connections. Work outside of any request, such as a heartbeat, has no span. */
export function tracedSql(sql: Sql, tracer: Tracer | null): Sql {
  if (tracer === null) return sql;
  return {
    ...sql,
    begin(work, options) {
      if (tracer.current() === null) return sql.begin(work, options);
      return inSpan(tracer, TRANSACTION, (span) =>
        withOrigin(sql, { traceparent: span!.traceparent }).begin(work, options),
      );
    },
  };
}
