/**
 * Moves the bodies of old results to the bucket, a pack at a time: it is stored and read back, then rows refer to it instead,
 * in one transaction. A process may end at any moment: until then the rows are whole, and the sweep deletes what no row refers to.
 */
import { retainPack } from '../../../infra/blobs/blob-rows.ts';
import type { ContentStore } from '../../../infra/blobs/content-store.ts';
import { packContent } from '../../../infra/blobs/packed-content.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { uuidV7Floor } from '../../../infra/database/uuid-v7.ts';
import { joinEntries, type PackEntry, readEntry } from './pack.ts';
import {
  emptyOutlines,
  listOutlinesInUse,
  listPackableOutlines,
  type PackedOutlineRow,
  refillOutline,
} from './packable-outlines-store.ts';
import { emptyResults, listPackableResults, recordPacking } from './packable-results-store.ts';
import { bodyTexts } from './result-body.ts';

/** Dependencies of the move. */
export interface MoveDeps {
  readonly sql: Sql;
  readonly contents: ContentStore;
}

/** Packs the next results of an organisation that are older than the moment. Returns how many; undefined: none is left. */
export async function packNextResults(
  deps: MoveDeps,
  orgId: string,
  before: Date,
): Promise<number | undefined> {
  const found = await withOrganisation(deps.sql, orgId, (sql) => listPackableResults(sql, before));
  const last = found.at(-1);
  if (last === undefined) return undefined;
  const results = found.flatMap(({ id, body }) => (body === null ? [] : [{ id, body }]));
  const newest = results.at(-1);
  if (newest === undefined) {
    await withOrganisation(deps.sql, orgId, (sql) => recordPacking(sql, last.id, { results: 0, bytes: 0 }));
    return 0;
  }
  const entries = results.map(({ id, body }) => ({ id, texts: bodyTexts(body) }));
  return store(
    deps,
    orgId,
    { entries, packed: 'results', newestId: newest.id },
    async (sql, packId, bytes) => {
      const emptied = await emptyResults(sql, packId, results);
      await recordPacking(sql, last.id, { results: emptied, bytes });
      return emptied;
    },
  );
}

/** Packs the next outlines that no run has had since the moment. Returns whether there were some. */
export async function packNextOutlines(deps: MoveDeps, orgId: string, before: Date): Promise<boolean> {
  const outlines = await withOrganisation(deps.sql, orgId, (sql) => listPackableOutlines(sql, before));
  const last = outlines.at(-1);
  if (last === undefined) return false;
  const entries = outlines.map(({ id, bytes }) => ({ id, texts: [bytes.toString('base64')] }));
  const newestId = uuidV7Floor(last.usedAt);
  await store(deps, orgId, { entries, packed: 'outlines', newestId }, (sql, packId) =>
    emptyOutlines(sql, packId, outlines),
  );
  return true;
}

/** Takes outlines back into the database that a run has had since the moment, but for lost ones. Returns whether there were some. */
export async function unpackUsedOutlines(
  { sql, contents }: MoveDeps,
  orgId: string,
  since: Date,
): Promise<boolean> {
  const used = await withOrganisation(sql, orgId, (inner) => listOutlinesInUse(inner, since));
  const packs = await contents.read(orgId, [...new Set(used.map(({ packId }) => packId))]);
  const found = used.flatMap((outline) => {
    const bytes = outlineOf(packs.get(outline.packId) ?? null, outline);
    return bytes === undefined ? [] : [{ outline, bytes }];
  });
  await withOrganisation(sql, orgId, async (inner) => {
    for (const { outline, bytes } of found) await refillOutline(inner, outline, bytes);
  });
  return found.length > 0;
}

function outlineOf(pack: Buffer | null, { id }: PackedOutlineRow): Buffer | undefined {
  const text = pack === null ? undefined : readEntry(pack, id);
  return text === undefined ? undefined : Buffer.from(text[0] ?? '', 'base64');
}

/** Content of a pack, and what it is. */
interface NewPack {
  readonly entries: readonly PackEntry[];
  readonly packed: 'results' | 'outlines';
  readonly newestId: string;
}

/** Stores a pack, then has rows refer to it in one transaction. */
async function store<Result>(
  { sql, contents }: MoveDeps,
  orgId: string,
  { entries, packed, newestId }: NewPack,
  refer: (sql: TenantTransaction, packId: string, bytes: number) => Promise<Result>,
): Promise<Result> {
  const content = packContent(joinEntries(entries));
  const { id } = content;
  const isStored = await contents.put(orgId, content);
  return withOrganisation(sql, orgId, async (inner) => {
    const isRetained = isStored && (await retainPack(inner, { id, packed, newestId }));
    // The sweep deletes it at this moment: the next try stores it anew.
    if (!isRetained) throw new Error(`The pack ${id} is being deleted`);
    return refer(inner, id, content.bytes.byteLength);
  });
}
