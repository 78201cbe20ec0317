/** What a task of the queue is. */
import type { Logger } from '../log.ts';
import type { Sql } from '../store/connections.ts';

/** A kind of work. Must be harmless when it is done twice. */
export type JobTask = (sql: Sql, log: Logger, signal: AbortSignal) => Promise<void>;
