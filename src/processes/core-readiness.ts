/** Looks again and again at what a core needs to serve, and tells what has changed. */

import { READY_PARTS, type Readiness } from '../contract/readiness.ts';
import type { Sql } from '../infra/database/connections.ts';
import { readSchemaState } from '../infra/database/database-readiness.ts';
import { LIMITS } from '../limits.ts';

export interface ReadinessOptions {
  /** Connections that calls do not use: a flood must not look like a database that is away. */
  readonly sql: Sql;
  /** The newest migration that this program knows. A newer database is fine unless a migration needs a newer program. */
  readonly schemaVersion: number;
  /** Whether the store of files answered when it was asked last. */
  readonly areFilesWell: () => boolean;
  readonly everyMs?: number;
  /** Told of the first look, and of each one that differs from the one before. `cause`: why nothing could be read. */
  onChange(readiness: Readiness, cause?: unknown): void;
}

/** Looks now and from now on. Returns what ends it: nothing is told from then on. */
export function watchReadiness(options: ReadinessOptions): () => void {
  const { everyMs = LIMITS.readinessLookMs, onChange } = options;
  let last: Readiness | null = null;
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
    const { version, needsMigration, queueSilentMs } = await readSchemaState(sql, LIMITS.readinessLookMsMax);
    const seen = {
      database: true,
      schema: version >= schemaVersion && needsMigration <= schemaVersion,
      queue: queueSilentMs !== null && queueSilentMs <= LIMITS.heartbeatSilenceMsMax,
      files: areFilesWell(),
    };
    return { seen };
  } catch (cause) {
    // Whatever it is: without an answer nothing can be kept.
    return { seen: { database: false, schema: null, queue: null, files: null }, cause };
  }
}
