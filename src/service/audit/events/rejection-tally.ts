/**
 * Counts rejected calls by organisation, reason and caller, and notes the counts every minute: a flood of rejections costs one
 * statement a minute, and a bounded amount of memory.
 */
import type { AuditActor } from '../../../contract/audit.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { inTransaction } from '../../../infra/database/database.ts';
import type { Logger } from '../../../infra/logging/log.ts';
import { MINUTE_MS } from '../../../units.ts';
import { type NotedRejections, noteRejections } from './security-events-store.ts';

/** Time for which rejections are counted together. */
const WINDOW_MS = MINUTE_MS;

/** Entries of the known callers of an organisation within a window, and of unknown ones; further ones are counted by their reason alone. */
const ENTRIES_PER_SHARE_MAX = 100;

/** Entries of all organisations within a window. */
const ENTRIES_MAX = 4_000;

/** Of these, entries of callers who are not known: anybody can name an organisation, and must not take the room of others. */
const UNKNOWN_ENTRIES_MAX = 1_000;

/** Rejected call. */
export interface RejectedCall {
  /** Organisation of the caller, or the one that an unknown caller names. */
  readonly orgId: string;
  /** Error code. */
  readonly code: string;
  /** Method, such as `MemberService/AddMember`. */
  readonly method: string;
  /** Null: the caller is not known. */
  readonly actor: AuditActor | null;
  /** Address of the client. */
  readonly address: string;
}

/** Counter of rejected calls. */
export interface RejectionTally {
  count(rejection: RejectedCall): void;
  /** Notes what has been counted, and counts no longer by itself. */
  close(): Promise<void>;
}

/** Dependencies of the counter. */
export interface TallyDeps {
  readonly sql: Sql;
  readonly now: () => Date;
  readonly log: Pick<Logger, 'warn'>;
  /** Time for which rejections are counted together, in milliseconds. */
  readonly windowMs?: number | undefined;
}

/** Creates the counter of one process. */
export function createRejectionTally({ sql, now, log, windowMs = WINDOW_MS }: TallyDeps): RejectionTally {
  let window = emptyWindow();
  let noting = Promise.resolve();

  const note = () => {
    const entries = [...window.entries.values()];
    if (entries.length === 0) return;
    window = emptyWindow();
    noting = noting
      .then(() => inTransaction(sql, (inner) => noteRejections(inner, entries)))
      .catch((error: unknown) =>
        log.warn({ err: error }, 'the rejected calls of a minute could not be noted'),
      );
  };
  const timer = setInterval(note, windowMs);
  timer.unref();

  return {
    count(rejection) {
      countIn(window, rejection, now());
    },
    async close() {
      clearInterval(timer);
      note();
      await noting;
    },
  };
}

/** Rejections of a window. */
interface Window {
  readonly entries: Map<string, NotedRejections>;
  /** Numbers of entries by organisation, of known and of unknown callers. */
  readonly entriesByShare: Map<string, number>;
  unknownEntries: number;
}

const emptyWindow = (): Window => ({
  entries: new Map(),
  entriesByShare: new Map(),
  unknownEntries: 0,
});

function countIn(window: Window, rejection: RejectedCall, at: Date): void {
  const { orgId, code, actor, method, address } = rejection;
  const ofCaller = JSON.stringify([orgId, code, method, actor?.id ?? null, address]);
  if (addTo(window, ofCaller, at)) return;
  const isKnown = actor !== null;
  // A caller without a valid credential can name any organisation, and must not hide what its known callers do.
  const share = JSON.stringify([orgId, isKnown]);
  const ofReason = JSON.stringify([orgId, isKnown, code]);
  const taken = window.entriesByShare.get(share) ?? 0;
  const isSummed = taken >= ENTRIES_PER_SHARE_MAX;
  if (isSummed && addTo(window, ofReason, at)) return;
  if (window.entries.size >= ENTRIES_MAX) return;
  if (!isKnown) {
    if (window.unknownEntries >= UNKNOWN_ENTRIES_MAX) return;
    window.unknownEntries += 1;
  }
  window.entriesByShare.set(share, taken + 1);
  const data = isSummed
    ? { code, method: null, actor: null, address: null }
    : { code, method, actor, address };
  window.entries.set(isSummed ? ofReason : ofCaller, {
    orgId,
    lastAt: at,
    data: { ...data, count: 1, firstAt: at.toISOString() },
  });
}

/** Adds one to an entry. Returns false if there is none. */
function addTo({ entries }: Window, key: string, lastAt: Date): boolean {
  const entry = entries.get(key);
  if (entry === undefined) return false;
  entries.set(key, { ...entry, lastAt, data: { ...entry.data, count: entry.data.count + 1 } });
  return true;
}
