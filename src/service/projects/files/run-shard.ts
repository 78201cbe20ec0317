/**
 * Validates the files of one shard. Stores them batch by batch, each in one transaction that takes the files without a
 * result: any process may restart a shard at any moment, and every file ends once.
 */

import { hash } from 'node:crypto';
import { whyNoCandidate } from '../../../analysis/platforms/candidate.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import { MIB } from '../../../units.ts';
import type { ProjectDeps, ProjectKey } from '../project-deps.ts';
import { requestFinish } from '../request-finish.ts';
import { findOutcomes } from '../store/file-reports.ts';
import { listQueuedItems } from '../store/project-items.ts';
import type { NewItem, ProjectRecord } from '../store/project-record.ts';
import { findProject } from '../store/projects.ts';
import { type AnalysedFile, analyseFile, outcomeOfError, type StoredOutcome } from './analyse-file.ts';
import { type MemberReader, openMembers, type PlacedEntry } from './archive.ts';
import { rulesDigestOf } from './inputs-digest.ts';
import { reuseResults } from './reuse-results.ts';
import { type EndedFile, storeResults } from './store-results.ts';

/** Files of a shard that are stored with one transaction … */
const PROJECT_BATCH_FILES_MAX = 128;

/** … and their content together, unless one file alone is larger. */
const PROJECT_BATCH_BYTES_MAX = 8 * MIB;

/** A file that has been unpacked, or could not be. */
interface OpenFile {
  readonly item: NewItem;
  readonly content: Buffer;
  /** Outcome that is known without an analysis. */
  readonly known: StoredOutcome | null;
}

/** A file that may have been analysed before. */
interface KeyedFile extends OpenFile {
  readonly contentSha256: string;
  readonly key: string;
}

/** Does what is left of a shard. Rejects when the signal is aborted, or when something that is needed is away. */
export async function runShard(
  deps: ProjectDeps,
  { orgId, projectId }: ProjectKey,
  shard: number,
  isCareful: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { sql } = deps;
  const [project, items] = await withOrganisation(sql, orgId, async (transaction) => [
    await findProject(transaction, projectId),
    await listQueuedItems(transaction, projectId, shard),
  ]);
  if (project?.status !== 'running' || project.blobId === null) return;
  const archive = { orgId, blobId: project.blobId, bytes: project.contentBytes };
  const reader = openMembers(deps.blobs, archive, items.map(entryOf));
  try {
    for (const batch of batchesOf(items, isCareful ? 1 : PROJECT_BATCH_FILES_MAX)) {
      signal.throwIfAborted();
      // A file that may end this process runs alone, so that the next process knows which one it was.
      const bytes = isCareful ? Number.POSITIVE_INFINITY : bytesOf(batch);
      const release = await deps.budget.take('', bytes);
      try {
        await runBatch(deps, project, reader, batch, signal);
      } finally {
        release?.();
      }
    }
  } finally {
    await reader.close();
  }
  await withOrganisation(sql, orgId, (transaction) => requestFinish(transaction, projectId));
}

function entryOf({ path, place }: NewItem): PlacedEntry {
  return { path, ...place };
}

/** Packed and unpacked, as both are in memory for a moment. */
function bytesOf(items: readonly NewItem[]): number {
  return items.reduce((sum, { place }) => sum + place.packedBytes + place.sizeBytes, 0);
}

function* batchesOf(items: readonly NewItem[], filesMax: number): Generator<readonly NewItem[]> {
  let batch: NewItem[] = [];
  for (const item of items) {
    const isFull = batch.length >= filesMax || bytesOf([...batch, item]) > PROJECT_BATCH_BYTES_MAX;
    if (isFull && batch.length > 0) {
      yield batch;
      batch = [];
    }
    batch.push(item);
  }
  if (batch.length > 0) yield batch;
}

async function runBatch(
  deps: ProjectDeps,
  project: ProjectRecord,
  reader: MemberReader,
  items: readonly NewItem[],
  signal: AbortSignal,
): Promise<void> {
  const { sql } = deps;
  const opened: OpenFile[] = [];
  for (const item of items) opened.push(await openItem(reader, item));
  const digest = await rulesDigestOf(deps, project);
  const keyed = opened.map((file): OpenFile | KeyedFile => {
    if (file.known !== null) return file;
    const contentSha256 = hash('sha256', file.content);
    const settings = [project.includeVendor, project.includeLogicApps, project.blockUnanalysed];
    const parts = [contentSha256, file.item.path, digest, deps.engineVersion, settings];
    return { ...file, contentSha256, key: hash('sha256', JSON.stringify(parts)) };
  });
  const reused = await reuseResults(deps, project, keyed.flatMap(unchangedOf));
  const left = keyed.filter(({ item }) => !reused.has(item.number));
  if (left.length === 0) return;
  const keys = left.flatMap((file) => ('key' in file ? [file.key] : []));
  const known = await withOrganisation(sql, project.orgId, (transaction) => findOutcomes(transaction, keys));
  const ended = await Promise.all(left.map((file) => endFile(deps, project, file, known, signal)));
  await storeResults(deps, project, ended);
}

/** Lists the files that may be reused: the run before had one of this path, perhaps with the same report. */
function unchangedOf(file: OpenFile | KeyedFile): readonly { number: number; reportKey: string }[] {
  const { number, previousNumber } = file.item;
  return 'key' in file && previousNumber !== null ? [{ number, reportKey: file.key }] : [];
}

async function openItem(reader: MemberReader, item: NewItem): Promise<OpenFile> {
  const nothing = Buffer.alloc(0);
  try {
    const content = await reader.read(entryOf(item));
    if (content !== undefined) return { item, content: alone(content), known: null };
    return {
      item,
      content: nothing,
      known: { status: 'skipped', error: whyNoCandidate(item.place.sizeBytes) },
    };
  } catch (error) {
    return { item, content: nothing, known: outcomeOfError(error) };
  }
}

/** The same bytes in memory of their own, as what goes to a thread takes all of its memory along. */
function alone(content: Buffer): Buffer {
  if (content.byteLength === content.buffer.byteLength) return content;
  const copy = Buffer.allocUnsafeSlow(content.byteLength);
  content.copy(copy);
  return copy;
}

async function endFile(
  deps: ProjectDeps,
  project: ProjectRecord,
  file: OpenFile | KeyedFile,
  known: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<EndedFile> {
  const { item, content } = file;
  if (!('key' in file)) return { item, outcome: file.known!, reportKey: null, analysed: null, content: null };
  const { contentSha256, key } = file;
  const facts = { sha256: contentSha256, bytes: content.byteLength };
  const text = known.get(key);
  if (text !== undefined) {
    const outcome = JSON.parse(text) as StoredOutcome;
    return { item, outcome, reportKey: key, analysed: null, content: facts };
  }
  const analysed: AnalysedFile = await analyseFile(deps, item.path, content, contentSha256, project, signal);
  return { item, outcome: analysed.outcome, reportKey: key, analysed, content: facts };
}
