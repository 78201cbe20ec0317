/** Checks the dependencies of a core periodically, and reports changes. */

import { READY_PARTS, type Readiness } from '../contract/readiness.ts';
import type { Sql } from '../infra/database/connections.ts';
import { readSchemaState } from '../infra/database/database-readiness.ts';
import { INFRA_LIMITS } from '../infra/limits.ts';

/** Interval at which a core checks its readiness. */
const READINESS_LOOK_MS = 1_000;

/** Time that the database has to answer such a check: a busy machine must not look like one without a database. */
const READINESS_LOOK_MS_MAX = 10_000;

export interface ReadinessOptions {
  /** Connections that calls do not use: a flood of calls must not look like an unavailable database. */
  readonly sql: Sql;
  /** Newest migration that this program knows. A newer database is fine unless a migration needs a newer program. */
  readonly schemaVersion: number;
  /** Returns whether the latest check of the file store succeeded. */
  readonly areFilesWell: () => boolean;
  readonly everyMs?: number;
  /**
   * Called after the first check, and after each one with a different result. `cause`: the reason why nothing could
   * be read.
   */
  onChange(readiness: Readiness, cause?: unknown): void;
}

/** Checks now and periodically. Returns the function that stops it; `onChange` is not called afterwards. */
export function watchReadiness(options: ReadinessOptions): () => void {
  const { everyMs = READINESS_LOOK_MS, onChange } = options;
  let last: Readiness | undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const once = async () => {
    const { seen, cause } = await look(options);
    if (stopped) return;
    timer = setTimeout(() => void once(), everyMs).unref();
    if (READY_PARTS.some((part) => last?.[part] !== seen[part])) onChange(seen, cause);
    last = seen;
  };
  void once();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

async function look({
  sql,
  schemaVersion,
  areFilesWell,
}: ReadinessOptions): Promise<{ readonly seen: Readiness; readonly cause?: unknown }> {
  try {
    const { version, needsMigration, queueSilentMs } = await readSchemaState(sql, READINESS_LOOK_MS_MAX);
    const seen = {
      database: true,
      schema: version >= schemaVersion && needsMigration <= schemaVersion,
      queue: queueSilentMs !== null && queueSilentMs <= INFRA_LIMITS.heartbeatSilenceMsMax,
      files: areFilesWell(),
    };
    return { seen };
  } catch (cause) {
    // Without an answer of the database, nothing can be stored, for any cause.
    return { seen: { database: false, schema: null, queue: null, files: null }, cause };
  }
}
