/** Storage of whole listings: parts of a source, its artefacts, and what is no longer there. */
import type { Transaction } from '../../../infra/database/transaction.ts';
import { REMOTE_LIMITS } from '../../../remotes/limits.ts';
import type { ListedRow, Remote, RemotePart } from '../../../remotes/remote.ts';
import { RemoteError } from '../../../remotes/remote-error.ts';
import { formatNumber } from '../../../text/format.ts';
import { truncate } from '../../../text/truncate.ts';
import { matchesWildcard } from '../../../text/wildcard.ts';
import type { PartEnvironment } from '../source.ts';
import { type PlacedArtefact, storeAbsent, storeListed } from './artefacts-store.ts';
import {
  deleteEmptyParts,
  type FoundPart,
  type KnownPart,
  listKnownParts,
  type PullKey,
  storeParts,
} from './pulling-store.ts';
import { selectInTurns } from './select-in-turns.ts';

/** Largest key: an index entry of the database holds 2,704 bytes in all. */
const KEY_BYTES_MAX = 2_000;
/** Characters of a key that is too large in the message about it. */
const NAME_SHOWN_CHARACTERS = 100;

/** Outcome of a listing. */
export interface SourceListing {
  /** Sentences about what could not be listed. */
  readonly problems: readonly string[];
}

/** Listing whose parts are stored. */
export interface WholeListing {
  readonly select: Remote['select'];
  /** All parts of the tenant now. */
  readonly parts: readonly RemotePart[];
  /** Parts that were known before. */
  readonly before: readonly KnownPart[];
  readonly environments: readonly PartEnvironment[];
}

/** Stores the artefacts of a listing whose parts are stored. @throws RemoteError when there are too many */
export async function storeListing(
  sql: Transaction,
  pull: PullKey,
  { select, parts, before, environments }: WholeListing,
): Promise<SourceListing> {
  const keys = new Set(parts.map(({ key }) => key));
  await deleteEmptyParts(sql, pull);
  const lost = before.filter(({ key, listing }) => listing !== null && !keys.has(key));
  await storeParts(sql, pull, lost.map(vanished));
  const known = await listKnownParts(sql, pull);
  const rowsOf = (wanted: KnownPart['state']) =>
    known.flatMap(({ state, listing }) => (state === wanted ? (listing ?? []) : []));
  const keysOf = async (wanted: KnownPart['state']) =>
    (await selectInTurns(select, parts, rowsOf(wanted))).map(({ key }) => key);
  const artefacts = await placed(select, parts, rowsOf('ok'), environments);
  if (artefacts.length > REMOTE_LIMITS.artefactsMax)
    throw new RemoteError(
      'over_limit',
      `The tenant has more than ${formatNumber(REMOTE_LIMITS.artefactsMax)} packages.`,
    );
  const long = artefacts.find(({ key }) => Buffer.byteLength(key) > KEY_BYTES_MAX);
  if (long !== undefined)
    throw new RemoteError(
      'over_limit',
      `The name of ${JSON.stringify(truncate(long.key, NAME_SHOWN_CHARACTERS))} and of what holds it have more than ${formatNumber(KEY_BYTES_MAX)} bytes.`,
    );
  await storeListed(sql, pull, artefacts);
  const isWhole = known.every(({ state }) => state === 'ok');
  const unlisted = { forbidden: await keysOf('no_access'), unread: await keysOf('failed'), isWhole };
  await storeAbsent(sql, pull, artefacts, unlisted);
  return { problems: await problemsOf(sql, pull) };
}

/** A part that is no longer listed may be there all the same: platforms show only what a caller may see. */
function vanished({ key, path }: KnownPart): FoundPart {
  const problem = `${JSON.stringify(path)} is no longer visible: it was deleted, or the application is no longer assigned to it.`;
  const kind = key.startsWith('feed') ? 'feed' : 'folder';
  return { key, path, kind, place: {}, state: 'no_access', problem, listing: null };
}

async function problemsOf(sql: Transaction, { orgId, sourceId }: PullKey) {
  const rows = await sql<{ problem: string }[]>`
    select problem from source_parts
    where org_id = ${orgId} and source_id = ${sourceId} and problem is not null order by key collate "C"`;
  return rows.map(({ problem }) => problem);
}

/** Returns one artefact for each package and environment. What runs nowhere stands once, without an environment. */
async function placed(
  select: Remote['select'],
  parts: readonly RemotePart[],
  rows: readonly ListedRow[],
  environments: readonly PartEnvironment[],
): Promise<readonly PlacedArtefact[]> {
  const environmentOf = (path: string) =>
    environments.find(({ part }) => matchesWildcard(path, part))?.environment ?? '';
  const groups = Map.groupBy(
    rows.filter(({ runsIn }) => runsIn !== undefined),
    ({ runsIn }) => environmentOf(runsIn!),
  );
  const found: PlacedArtefact[] = [];
  for (const [environment, own] of groups)
    for (const artefact of await selectInTurns(select, parts, own)) found.push({ ...artefact, environment });
  for (const artefact of await selectInTurns(select, parts, rows))
    if (artefact.reason !== undefined) found.push({ ...artefact, environment: '' });
  return distinct(found);
}

/** Leaves the first of those that would be one in the database. */
function distinct(artefacts: readonly PlacedArtefact[]): readonly PlacedArtefact[] {
  const known = new Map<string, PlacedArtefact>();
  for (const artefact of artefacts) {
    const key = `${artefact.environment}\n${artefact.key}`;
    if (!known.has(key)) known.set(key, artefact);
  }
  return [...known.values()];
}
