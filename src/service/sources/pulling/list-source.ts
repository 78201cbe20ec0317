/** Listing of a source, part by part. What parts gave is stored every few seconds, so that a pull goes on behind them. */
import type { Sql } from '../../../infra/database/connections.ts';
import { inTransaction } from '../../../infra/database/database.ts';
import type { Transaction } from '../../../infra/database/transaction.ts';
import { REMOTE_LIMITS } from '../../../remotes/limits.ts';
import { NOT_TRIED, tryPart } from '../../../remotes/list-part.ts';
import type { Remote } from '../../../remotes/remote.ts';
import { SECOND_MS } from '../../../units.ts';
import type { PartEnvironment } from '../source.ts';
import { type HeldPull, renewClaim } from './pull-claims-store.ts';
import { type FoundPart, listKnownParts, type PullKey, storeParts } from './pulling-store.ts';
import { type SourceListing, storeListing } from './store-listing.ts';

/** Tenant to list. */
export interface ListOptions {
  readonly remote: Remote;
  readonly environments: readonly PartEnvironment[];
  /** Called when parts have been listed: how many of how many. */
  readonly observe: (listed: number, known: number) => Promise<void>;
  /**
   * Takes the pull to its next step in the transaction that stores what is missing: a listing that is stored twice counts as two,
   * and what is missing as gone.
   */
  readonly conclude: (sql: Transaction, listing: SourceListing) => Promise<void>;
}

/**
 * Lists all parts that this pull has not listed yet, and stores the artefacts of all.
 * @throws RemoteError when nothing can be listed
 */
export async function listSource(
  sql: Sql,
  pull: PullKey & HeldPull,
  { remote, environments, observe, conclude }: ListOptions,
  signal: AbortSignal,
): Promise<void> {
  const parts = await remote.parts(signal);
  const before = await inTransaction(sql, (inner) => listKnownParts(inner, pull));
  const done = new Set(before.filter(({ pullId }) => pullId === pull.id).map(({ key }) => key));
  let failures = 0;
  const found: FoundPart[] = [];
  let storedMs = performance.now();
  const store = async (): Promise<void> => {
    const some = found.splice(0);
    storedMs = performance.now();
    await inTransaction(sql, async (inner) => {
      await renewClaim(inner, pull);
      if (some.length > 0) await storeParts(inner, pull, some);
    });
  };
  for (const [at, part] of parts.entries()) {
    if (!done.has(part.key)) {
      const isLost = failures >= REMOTE_LIMITS.failuresInRowMax;
      const own = isLost ? NOT_TRIED : await tryPart(remote, part, signal).catch(keepOthers);
      failures = own.state === 'failed' && part.problem === undefined ? failures + 1 : 0;
      found.push({ ...part, ...own, problem: own.problem ?? null, listing: own.listing ?? null });
    }
    if (at < parts.length - 1 && performance.now() - storedMs < STORED_EVERY_MS) continue;
    await store();
    await observe(at + 1, parts.length);
  }
  await inTransaction(sql, async (inner) => {
    await renewClaim(inner, pull);
    const whole = { select: remote.select, parts, before, environments };
    await conclude(inner, await storeListing(inner, pull, whole));
  });

  /** Stores the parts before the one that ended the listing. */
  async function keepOthers(error: unknown): Promise<never> {
    await store();
    throw error;
  }
}

/** Longest time for which parts that were listed are not stored. */
const STORED_EVERY_MS = 2 * SECOND_MS;
