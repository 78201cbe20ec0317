/** Heartbeat of a core, with the versions of the gateways that call it: for operators, nothing depends on it. */
import type { Sql } from '../infra/database/connections.ts';
import { inTransaction } from '../infra/database/database.ts';
import { uuidV7 } from '../infra/database/uuid-v7.ts';
import { INFRA_LIMITS } from '../infra/limits.ts';
import type { Logger } from '../infra/logging/log.ts';
import { programVersion } from '../infra/process/install-root.ts';
import { beatPrograms, forgetPrograms, type ServingProgram } from '../infra/queue/program-beats.ts';

/** Time after its last call for which a gateway counts as living. */
const GATEWAY_HEARD_MS_MAX = 600_000;

/** Versions of gateways that a core remembers. */
const GATEWAY_VERSIONS_MAX = 8;

/** Versions of the gateways that have called this core. */
export interface HeardGateways {
  /** Records that a gateway of this version has called. */
  hear(version: string): void;
  /** Lists those that have called lately. */
  list(): readonly string[];
}

/** Creates the record. `clock` returns milliseconds and never goes back. */
export function createHeardGateways(clock = () => performance.now()): HeardGateways {
  const heardAtMs = new Map<string, number>();
  return {
    hear(version) {
      if (heardAtMs.has(version) || heardAtMs.size < GATEWAY_VERSIONS_MAX) heardAtMs.set(version, clock());
    },
    list() {
      for (const [version, atMs] of heardAtMs)
        if (clock() - atMs > GATEWAY_HEARD_MS_MAX) heardAtMs.delete(version);
      return [...heardAtMs.keys()];
    },
  };
}

/** Beats now and from now on. Returns what ends it. */
export function startCoreBeat(sql: Sql, gateways: HeardGateways, log: Logger): () => Promise<void> {
  const coreId = uuidV7();
  let isFailing = false;
  const once = async () => {
    const programs: readonly ServingProgram[] = [
      { kind: 'core', version: programVersion() },
      ...gateways.list().map((version) => ({ kind: 'gateway', version }) as const),
    ];
    try {
      await inTransaction(sql, (inner) => beatPrograms(inner, coreId, programs));
      isFailing = false;
    } catch (error) {
      // Before the migration, or without a database, which readiness reports.
      if (!isFailing) log.debug({ err: error }, 'the heartbeat of the core could not be written');
      isFailing = true;
    }
  };
  let last = once();
  const timer = setInterval(() => {
    last = once();
  }, INFRA_LIMITS.heartbeatMs);
  return async () => {
    clearInterval(timer);
    await last;
    await inTransaction(sql, (inner) => forgetPrograms(inner, coreId)).catch(() => {});
  };
}
