/** Listing of a source, part by part. What parts gave is stored every few seconds, so that a pull goes on behind them. */
import type { Sql } from '../../../infra/database/connections.ts';
import { inTransaction } from '../../../infra/database/database.ts';
import { REMOTE_LIMITS } from '../../../remotes/limits.ts';
import { listPart } from '../../../remotes/list-part.ts';
import type { ListedRow, Remote, RemotePart } from '../../../remotes/remote.ts';
import { RemoteError } from '../../../remotes/remote-error.ts';
import { formatNumber } from '../../../text/format.ts';
import { matchesWildcard } from '../../../text/wildcard.ts';
import { SECOND_MS } from '../../../units.ts';
import type { PartEnvironment } from '../source.ts';
import { type PlacedArtefact, storeAbsent, storeListed } from './artefacts-store.ts';
import { type HeldPull, renewClaim } from './pull-claims-store.ts';
import {
  deleteEmptyParts,
  type FoundPart,
  type KnownPart,
  listKnownParts,
  type PullKey,
  storeParts,
} from './pulling-store.ts';

/** Outcome of a listing. */
export interface SourceListing {
  /** Sentences about what could not be listed. */
  readonly problems: readonly string[];
}

/** Tenant to list. */
export interface ListOptions {
  readonly remote: Remote;
  readonly environments: readonly PartEnvironment[];
  /** Called when parts have been listed: how many of how many. */
  readonly observe: (listed: number, known: number) => Promise<void>;
}

/**
 * Lists all parts that this pull has not listed yet, and stores the artefacts of all.
 * @throws RemoteError when nothing can be listed
 */
export async function listSource(
  sql: Sql,
  pull: PullKey & HeldPull,
  { remote, environments, observe }: ListOptions,
  signal: AbortSignal,
): Promise<SourceListing> {
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
      const own = isLost ? NOT_TRIED : await listed(remote, part, signal).catch(keepOthers);
      failures = own.state === 'failed' && part.problem === undefined ? failures + 1 : 0;
      found.push({ ...part, ...own });
    }
    if (at < parts.length - 1 && performance.now() - storedMs < STORED_EVERY_MS) continue;
    await store();
    await observe(at + 1, parts.length);
  }
  return inTransaction(sql, async (inner) => {
    await renewClaim(inner, pull);
    const keys = new Set(parts.map(({ key }) => key));
    await deleteEmptyParts(inner, pull);
    const lost = before.filter(({ key, listing }) => listing !== null && !keys.has(key));
    await storeParts(inner, pull, lost.map(vanished));
    const known = await listKnownParts(inner, pull);
    const rowsOf = (wanted: KnownPart['state']) =>
      known.flatMap(({ state, listing }) => (state === wanted ? (listing ?? []) : []));
    const keysOf = (wanted: KnownPart['state']) => remote.select(parts, rowsOf(wanted)).map(({ key }) => key);
    const rows = rowsOf('ok');
    const artefacts = placed(remote, parts, rows, environments);
    if (artefacts.length > REMOTE_LIMITS.artefactsMax)
      throw new RemoteError(
        'over_limit',
        `The tenant has more than ${formatNumber(REMOTE_LIMITS.artefactsMax)} packages.`,
      );
    await storeListed(inner, pull, artefacts);
    const isWhole = known.every(({ state }) => state === 'ok');
    const unlisted = { forbidden: keysOf('no_access'), unread: keysOf('failed'), isWhole };
    await storeAbsent(inner, pull, artefacts, unlisted);
    return { problems: await problemsOf(inner, pull) };
  });

  /** Stores the parts before the one that ended the listing. */
  async function keepOthers(error: unknown): Promise<never> {
    await store();
    throw error;
  }
}

/** Longest time for which parts that were listed are not stored. */
const STORED_EVERY_MS = 2 * SECOND_MS;

type Found = Pick<FoundPart, 'state' | 'problem' | 'listing'>;

const NOT_TRIED: Found = {
  state: 'failed',
  problem: `It was not tried: the ${REMOTE_LIMITS.failuresInRowMax} parts before it failed.`,
  listing: null,
};

async function listed(remote: Remote, part: RemotePart, signal: AbortSignal): Promise<Found> {
  const { problem } = part;
  if (problem !== undefined)
    return { state: part.kind === 'feed' ? 'no_access' : 'failed', problem, listing: null };
  try {
    const listing = await listPart(remote, part, signal);
    return listing.problem === undefined
      ? { state: 'ok', problem: null, listing: listing.rows }
      : { state: 'failed', problem: listing.problem, listing: null };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof RemoteError) || error.problem === 'credential_rejected') throw error;
    const state = error.problem === 'no_access' ? 'no_access' : 'failed';
    return { state, problem: error.message, listing: null };
  }
}

/** A part that is no longer listed may be there all the same: platforms show only what a caller may see. */
function vanished({ key, path }: KnownPart): FoundPart {
  const problem = `${JSON.stringify(path)} is no longer visible: it was deleted, or the application is no longer assigned to it.`;
  const kind = key.startsWith('feed') ? 'feed' : 'folder';
  return { key, path, kind, place: {}, state: 'no_access', problem, listing: null };
}

async function problemsOf(sql: Parameters<typeof listKnownParts>[0], { orgId, sourceId }: PullKey) {
  const rows = await sql<{ problem: string }[]>`
    select problem from source_parts
    where org_id = ${orgId} and source_id = ${sourceId} and problem is not null order by key collate "C"`;
  return rows.map(({ problem }) => problem);
}

/** Returns one artefact for each package and environment. What runs nowhere stands once, without an environment. */
function placed(
  remote: Remote,
  parts: readonly RemotePart[],
  rows: readonly ListedRow[],
  environments: readonly PartEnvironment[],
): readonly PlacedArtefact[] {
  const environmentOf = (path: string) =>
    environments.find(({ part }) => matchesWildcard(path, part))?.environment ?? '';
  const groups = Map.groupBy(
    rows.filter(({ runsIn }) => runsIn !== undefined),
    ({ runsIn }) => environmentOf(runsIn!),
  );
  const running = [...groups].flatMap(([environment, own]) =>
    remote.select(parts, own).map((artefact) => ({ ...artefact, environment })),
  );
  const idle = remote
    .select(parts, rows)
    .filter(({ reason }) => reason !== undefined)
    .map((artefact) => ({ ...artefact, environment: '' }));
  return [...running, ...idle];
}
