/** Origin of the jobs and deliveries of a transaction; see `sql/0005_jobs_and_processes.sql`. */
import type { Sql } from './connections.ts';

/** Origin that is written to the payload of every job. */
export interface RequestOrigin {
  readonly requestId?: string;
  /** W3C Trace Context; stored with deliveries too. */
  readonly traceparent?: string;
}

/** Wraps connections so that their transactions record this origin. */
export function withOrigin(sql: Sql, { requestId, traceparent }: RequestOrigin): Sql {
  const origin = {
    ...(requestId !== undefined && { 'app.request_id': requestId }),
    ...(traceparent !== undefined && { 'app.traceparent': traceparent }),
  };
  if (Object.keys(origin).length === 0) return sql;
  return {
    ...sql,
    begin: (work, options) => sql.begin(work, { ...options, settings: { ...origin, ...options.settings } }),
  };
}
