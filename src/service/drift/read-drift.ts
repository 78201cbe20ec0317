/** The use case of reading drift: artefacts with their states, page by page. */
import { ARTEFACT_STATES, type ArtefactState, worstState } from '../../contract/lists/artefact-state.ts';
import { readList } from '../../infra/database/bounded-read.ts';
import type { Sql } from '../../infra/database/connections.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { type Paging, readListPosition, UUID_FORM } from '../results/estate/paging.ts';
import {
  type Counterpart,
  type DriftArtefact,
  type DriftFilters,
  type FileRow,
  listArtefacts,
  listFileRows,
  listMissing,
  type MissingFile,
} from './drift-store.ts';
import { fileState } from './file-state.ts';
import { DRIFT_LIMITS } from './limits.ts';

/** File of an artefact, or of its linked folder, with its state. */
export interface DriftFile {
  /** Path in the artefact; in the repository for `repository_only`. */
  readonly path: string;
  readonly state: ArtefactState;
  /** Run of the tenant's file; null: there is none. */
  readonly validationId: string | null;
  readonly counterpart: Counterpart | null;
  readonly otherConnections: boolean;
  /** Only runs without proof know it on a default branch. */
  readonly lacksProof: boolean;
}

/** Artefact with its state, the worst of its files. */
export interface DriftEntry extends DriftArtefact {
  readonly state: ArtefactState;
  /** Files that are the same or older have other connections than their repository. */
  readonly otherConnections: boolean;
  /** Counts of its files by state. */
  readonly counts: ReadonlyMap<ArtefactState, number>;
  /** The worst first, cut. */
  readonly files: readonly DriftFile[];
}

/** Page of drift. Behind a cursor there may be nothing more. */
export interface DriftPage {
  readonly items: readonly DriftEntry[];
  readonly nextCursor: string | null;
}

const POSITION = new RegExp(`^(?<id>${UUID_FORM})$`);

/** Reads a page. @throws AppError `invalid_cursor`, `query_timeout` */
export function readDrift(
  sql: Sql,
  orgId: string,
  filters: DriftFilters,
  { cursor, pageSize }: Paging,
): Promise<DriftPage> {
  const after = readListPosition(cursor, POSITION)?.id ?? null;
  return readList(sql, orgId, async (transaction) => {
    const items: DriftEntry[] = [];
    let at = after;
    for (let scanned = 0; scanned < DRIFT_LIMITS.artefactsScannedMax; ) {
      const limit = filters.state === null ? pageSize + 1 : DRIFT_LIMITS.artefactsReadAtOnce;
      const batch = await listArtefacts(transaction, filters, at, limit);
      for (const entry of await entriesOf(transaction, batch)) {
        if (filters.state !== null && entry.state !== filters.state) continue;
        if (items.length === pageSize) return { items, nextCursor: cursorOf(items.at(-1)!.id) };
        items.push(entry);
      }
      if (batch.length < limit) return { items, nextCursor: null };
      scanned += batch.length;
      at = batch.at(-1)!.id;
    }
    return { items, nextCursor: cursorOf(at!) };
  });
}

const cursorOf = (id: string): string => Buffer.from(id).toString('base64url');

/** Reads what is known of artefacts, and decides. */
export async function entriesOf(
  sql: TenantTransaction,
  artefacts: readonly DriftArtefact[],
): Promise<readonly DriftEntry[]> {
  if (artefacts.length === 0) return [];
  const rows = (await listFileRows(sql, artefacts)).filter(isCompared);
  const missing = await listMissing(sql, artefacts, DRIFT_LIMITS.missingReadMax);
  const files = new Map<string, DriftFile[]>(artefacts.map(({ id }) => [id, []]));
  const linked = new Set(artefacts.filter(({ linkId }) => linkId !== null).map(({ id }) => id));
  for (const row of rows) files.get(row.artefactId)!.push(toFile(row, linked.has(row.artefactId)));
  // A file that was renamed in the tenant is there under another path.
  const found = new Set(
    rows.map(({ artefactId, counterpart }) => `${artefactId} ${counterpart?.workflowId}`),
  );
  for (const one of missing)
    if (!found.has(`${one.artefactId} ${one.workflowId}`)) files.get(one.artefactId)!.push(missingFile(one));
  return artefacts.map((artefact) => toEntry(artefact, files.get(artefact.id)!));
}

/** A repository that has never sent a file such as `project.json` has not judged it: it says nothing about the artefact. */
const isCompared = ({ isData, counterpart }: FileRow): boolean => !isData || counterpart !== null;

function toFile(row: FileRow, isLinked: boolean): DriftFile {
  const { path, validationId, counterpart, otherConnections, known } = row;
  return {
    path,
    state: fileState({ ...row, isLinked }),
    validationId,
    counterpart,
    otherConnections,
    lacksProof: known?.lacksProof === true,
  };
}

function missingFile({ artefactId: _, ...run }: MissingFile): DriftFile {
  return {
    path: run.filename,
    state: 'repository_only',
    validationId: null,
    counterpart: { ...run, commit: null },
    otherConnections: false,
    lacksProof: false,
  };
}

const severity = ({ state }: DriftFile): number => ARTEFACT_STATES.indexOf(state);

/** An artefact that was not judged has no files: nothing is known of it. */
function toEntry(artefact: DriftArtefact, files: readonly DriftFile[]): DriftEntry {
  const counts = new Map<ArtefactState, number>();
  for (const { state } of files) counts.set(state, (counts.get(state) ?? 0) + 1);
  const isUnknown = artefact.reason !== null || !files.some(({ state }) => state !== 'repository_only');
  return {
    ...artefact,
    state: worstState(isUnknown ? [...counts.keys(), 'not_comparable'] : counts.keys()),
    otherConnections: files.some(({ otherConnections }) => otherConnections),
    counts,
    files: files.toSorted((a, b) => severity(a) - severity(b)).slice(0, DRIFT_LIMITS.filesListedMax),
  };
}
